import type { PoolEvent } from "@tribe/chain/accounts";
import { isTokenEvent, type ProgramEvent } from "@tribe/chain/events";
import type { Address, Mint, TokenId, TradeVenue } from "@tribe/contract";
import { sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { insertMany } from "../../../db/insert-many.ts";
import { writeEvent } from "../../../engines/bus/outbox.ts";
import { judgeSeats } from "../../membership/index.ts";
import { readServerPause } from "../../system/index.ts";
import { type BalanceObservation, recordBalances } from "../balances/holdings.ts";
import { applyCurveEvent } from "../events/apply-curve.ts";
import { applyPoolEvent } from "../events/apply-pool.ts";
import { Ledger } from "../events/ledger.ts";
import { placeOf } from "../events/place.ts";
import { SequenceGap } from "../events/sequence-gap.ts";
import { isTrade } from "../events/trade-events.ts";
import { chainEvents } from "../schema.ts";
import type { ChainTransaction } from "./chain-transaction.ts";

/** An event with its place on chain: signature and index identify it for ever. */
type LocatedEvent = { readonly transaction: ChainTransaction; readonly eventIndex: number } & (
  | { readonly venue: "curve"; readonly event: ProgramEvent }
  | { readonly venue: "pool"; readonly event: PoolEvent }
);

/**
 * Ingests transactions in their order, in the caller's transaction: their events, each once, all that is derived from them, the
 * balances after them, and the seats that depend on balances.
 * @throws SequenceGap when an earlier event of the same token is not stored yet; the caller's transaction must then roll back
 */
export const ingestTransactions = async (tx: Executor, transactions: readonly ChainTransaction[]): Promise<void> => {
  const located = transactions.flatMap(locatedEventsOf);
  const ledger = await Ledger.open(tx, [...new Set(located.flatMap(tokenIdsOf))]);
  const fresh = await storeEvents(tx, ledger, located);
  for (const locatedEvent of located) {
    // A transaction that is listed twice in one batch is applied once.
    if (!fresh.delete(keyOf(locatedEvent))) continue;
    const { transaction, venue, event } = locatedEvent;
    if (venue === "pool") await applyPoolEvent(ledger, transaction, event);
    else if (isTokenEvent(event)) applyCurveEvent(ledger, transaction, event);
    else if (event.kind === "factoryPaused" || event.kind === "factoryUnpaused")
      await writePauseChanged(tx, event.kind === "factoryPaused");
  }
  await ledger.write(tx);
  await recordObservedBalances(
    tx,
    transactions.flatMap(({ observations }) => observations),
  );
  // Wallets whose SOL changed: by fees, cost or proceeds.
  const addresses = new Set(
    located.flatMap(({ transaction, event }) => [transaction.feePayer, ...beneficiariesOf(event)]),
  );
  if (addresses.size > 0) await writeEvent(tx, "balance.changed", { addresses: [...addresses] });
};

/** The curve's events first, because the migration that creates a pool is one of them. */
const locatedEventsOf = (transaction: ChainTransaction): LocatedEvent[] => [
  ...transaction.events.map((event, eventIndex) => ({ transaction, eventIndex, venue: "curve" as const, event })),
  ...transaction.poolEvents.map((event, index) => ({
    transaction,
    eventIndex: transaction.events.length + index,
    venue: "pool" as const,
    event,
  })),
];

const tokenIdsOf = ({ event }: LocatedEvent): TokenId[] => ("tokenId" in event ? [event.tokenId] : []);

const keyOf = ({ transaction, eventIndex }: Pick<LocatedEvent, "transaction" | "eventIndex">): string =>
  `${transaction.signature} ${eventIndex}`;

const writePauseChanged = async (tx: Executor, isFactoryPaused: boolean): Promise<void> => {
  const isServerPaused = await readServerPause(tx);
  await writeEvent(tx, "system.changed", { isSystemPaused: isFactoryPaused || isServerPaused, isServerPaused });
};

/**
 * Whose lamports an event moved, besides the fee payer's. Events of the factory move no lamports of anybody whose page shows a
 * balance.
 */
const beneficiariesOf = (event: ProgramEvent | PoolEvent): Address[] => {
  if (!("tokenId" in event)) return [];
  switch (event.kind) {
    case "tokenBought":
    case "tokenSold":
      return event.referrer ? [event.referrer] : [];
    case "poolBought":
    case "poolSold":
      return [event.trader];
    case "feesCollected":
    case "poolFeesCollected":
      return [event.creator];
    case "tokenCreated":
    case "tokenMigrated":
    case "tokensConverted":
    case "creatorChanged":
    case "poolCreated":
    case "poolCreatorChanged":
      return [];
  }
};

/** Records balances and judges the seats of everybody whose holding changed, in one commit. */
export const recordObservedBalances = async (
  tx: Executor,
  observations: readonly BalanceObservation[],
): Promise<void> => {
  const changed = await recordBalances(tx, observations);
  await judgeSeats(tx, changed);
  const addresses = [...new Set([...changed.values()].flat())];
  if (addresses.length > 0) await writeEvent(tx, "balance.changed", { addresses });
};

/**
 * Stores events that are not stored yet. @returns the keys of the new ones. @throws SequenceGap for a pool of an unknown token
 */
const storeEvents = async (tx: Executor, ledger: Ledger, located: readonly LocatedEvent[]): Promise<Set<string>> => {
  const made = new Map<TokenId, Mint>();
  for (const { event } of located) if (event.kind === "tokenCreated") made.set(event.tokenId, event.mint);
  const mintOf = ({ venue, event }: LocatedEvent): Mint | null => {
    if (venue === "curve") return isTokenEvent(event) ? event.mint : null;
    const mint = ledger.find(event.tokenId)?.token.mint ?? made.get(event.tokenId);
    if (!mint) throw new SequenceGap(event.tokenId);
    return mint;
  };
  const rows = located.map((locatedEvent) => ({
    signature: locatedEvent.transaction.signature,
    eventIndex: locatedEvent.eventIndex,
    kind: locatedEvent.event.kind,
    mint: mintOf(locatedEvent),
    seq: placeOf(locatedEvent.venue satisfies TradeVenue, locatedEvent.event.seq),
    slot: locatedEvent.transaction.slot,
    blockTime: locatedEvent.transaction.blockTime,
    data: isTrade(locatedEvent.event) ? null : jsonOf(locatedEvent.event),
  }));
  const onceEach = sql`on conflict (signature, event_index) do nothing returning signature, event_index`;
  const stored = await insertMany(tx, chainEvents, rows, onceEach);
  return new Set(stored.map((row) => `${row.signature} ${row.event_index}`));
};

/** An event as JSON: its bigints, also nested ones, as decimal strings. */
const jsonOf = (event: object): Record<string, unknown> => {
  const json: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(event))
    json[name] = typeof value === "bigint" ? `${value}` : typeof value === "object" && value ? jsonOf(value) : value;
  return json;
};
