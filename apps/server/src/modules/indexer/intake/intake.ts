import type { PoolEvent } from "@tribe/chain/accounts";
import { isTokenEvent, type ProgramEvent } from "@tribe/chain/events";
import type { Address, Mint, TokenId } from "@tribe/contract";
import type { AppContext } from "../../../context/context.ts";
import type { Executor } from "../../../db/client.ts";
import { writeEvent } from "../../../engines/bus/outbox.ts";
import { judgeSeats } from "../../membership/index.ts";
import { recordBalances } from "../balances/record-balances.ts";
import { applyCurveEvent } from "../rules/apply-curve.ts";
import { applyPoolEvent } from "../rules/apply-pool.ts";
import type { BalanceObservation } from "../rules/balances.ts";
import { Ledger } from "../rules/ledger.ts";
import type { AccountMove } from "../rules/moves.ts";
import { SequenceGap } from "../rules/sequence-gap.ts";
import { tokenSeqOf } from "../rules/token-seq.ts";
import { isTrade } from "../rules/trade-events.ts";
import type { chainEvents } from "../schema.ts";
import { type StoredEventKey, storeEvents } from "../store/chain-events.ts";
import { lockEntries } from "../store/ledger.ts";
import type { ChainTransaction } from "./chain-transaction.ts";
import { writePause } from "./pauses.ts";
import { writeChanges } from "./write-changes.ts";

/** An event as it is on chain: signature and index identify it for ever. */
type LocatedEvent = { readonly transaction: ChainTransaction; readonly eventIndex: number } & (
  | { readonly venue: "curve"; readonly event: ProgramEvent }
  | { readonly venue: "pool"; readonly event: PoolEvent }
);

/**
 * Ingests transactions in their order, in the caller's transaction: their events, each once, all that is derived from them, the
 * balances after them, and the seats that depend on balances.
 * @throws SequenceGap when an earlier event of the same token is not stored yet; the caller's transaction must then roll back
 */
export const ingestTransactions = async (
  ctx: Pick<AppContext, "jobs" | "now">,
  tx: Executor,
  transactions: readonly ChainTransaction[],
): Promise<void> => {
  const located = transactions.flatMap(locatedEventsOf);
  const ledger = new Ledger(await lockEntries(tx, [...new Set(located.flatMap(tokenIdsOf))]));
  const stored = await storeEvents(tx, located.map(rowOf(mintsIn(ledger, located))));
  const fresh = new Set(stored.map(keyOf));
  for (const locatedEvent of located) {
    // A transaction that is listed twice in one batch is applied once.
    const { transaction, eventIndex, venue, event } = locatedEvent;
    if (!fresh.delete(keyOf({ signature: transaction.signature, eventIndex }))) continue;
    if (venue === "pool") await applyPoolEvent(ledger, transaction, event);
    else if (isTokenEvent(event)) applyCurveEvent(ledger, transaction, event);
    else await writePause(ctx, tx, event);
  }
  await writeChanges(tx, ledger.changes);
  await recordObservedBalances(
    tx,
    transactions.flatMap(({ observations }) => observations),
    transactions.flatMap(({ moves }) => moves),
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

const keyOf = ({ signature, eventIndex }: StoredEventKey): string => `${signature} ${eventIndex}`;

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

/** Records balances, with how they changed, and judges the seats of everybody whose holding changed, in one commit. */
export const recordObservedBalances = async (
  tx: Executor,
  observations: readonly BalanceObservation[],
  moves: readonly AccountMove[] = [],
): Promise<void> => {
  const changed = await recordBalances(tx, observations, moves);
  await judgeSeats(tx, changed);
  const addresses = [...new Set([...changed.values()].flat())];
  if (addresses.length > 0) await writeEvent(tx, "balance.changed", { addresses });
};

/** An event's row. @throws SequenceGap for a pool of an unknown token */
const rowOf =
  (mintOf: (located: LocatedEvent) => Mint | null) =>
  (located: LocatedEvent): typeof chainEvents.$inferInsert => {
    const { transaction, eventIndex, venue, event } = located;
    return {
      signature: transaction.signature,
      eventIndex,
      kind: event.kind,
      mint: mintOf(located),
      seq: tokenSeqOf(venue, event.seq),
      slot: transaction.slot,
      blockTime: transaction.blockTime,
      data: isTrade(event) ? null : jsonOf(event),
    };
  };

/** The mints of events. A pool's event names only the token, which the index knows or the same batch creates. */
const mintsIn = (ledger: Ledger, located: readonly LocatedEvent[]) => {
  const created = new Map<TokenId, Mint>();
  for (const { event } of located) if (event.kind === "tokenCreated") created.set(event.tokenId, event.mint);
  return ({ venue, event }: LocatedEvent): Mint | null => {
    if (venue === "curve") return isTokenEvent(event) ? event.mint : null;
    const mint = ledger.find(event.tokenId)?.token.mint ?? created.get(event.tokenId);
    if (!mint) throw new SequenceGap(event.tokenId);
    return mint;
  };
};

/** An event as JSON: its bigints, also nested ones, as decimal strings. */
const jsonOf = (event: object): Record<string, unknown> => {
  const json: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(event))
    json[name] = typeof value === "bigint" ? `${value}` : typeof value === "object" && value ? jsonOf(value) : value;
  return json;
};
