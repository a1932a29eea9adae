import type { PoolEvent } from "@tribe/chain/accounts";
import type { ProgramEvent } from "@tribe/chain/events";

type IndexedEvent = PoolEvent | ProgramEvent;
type EventKind = IndexedEvent["kind"];

/**
 * The side of a trade for each kind of event, null when it is no trade. A new kind does not compile until it is here; otherwise
 * it could be stored as one and applied as the other.
 */
const sides = {
  tokenBought: "buy",
  tokenSold: "sell",
  poolBought: "buy",
  poolSold: "sell",
  tokenCreated: null,
  feesCollected: null,
  creatorChanged: null,
  tokenMigrated: null,
  tokensConverted: null,
  poolCreated: null,
  poolFeesCollected: null,
  poolCreatorChanged: null,
  factoryInitialized: null,
  factoryPaused: null,
  factoryUnpaused: null,
  adminProposed: null,
  adminAccepted: null,
  superAdminProposed: null,
  superAdminAccepted: null,
  feesAnnounced: null,
  feesUpdated: null,
  coefficientUpdated: null,
  bonusesUpdated: null,
  feeReceiverSet: null,
  withdrawReceiverSet: null,
  allowanceGranted: null,
  withdrawn: null,
  sellsStopped: null,
  guardianSet: null,
  guardianPaused: null,
  guardianPauseEnded: null,
} as const satisfies Record<EventKind, "buy" | "sell" | null>;

type TradeKind = { [Kind in EventKind]: (typeof sides)[Kind] extends null ? never : Kind }[EventKind];

/** The events that are trades. */
export type TradeOf<Event extends IndexedEvent> = Extract<Event, { readonly kind: TradeKind }>;

/** Whether an event is a trade. */
export const isTrade = <Event extends IndexedEvent>(event: Event): event is TradeOf<Event> =>
  sides[event.kind] !== null;

/** The trader's side. */
export const sideOf = ({ kind }: TradeOf<IndexedEvent>): "buy" | "sell" => sides[kind];
