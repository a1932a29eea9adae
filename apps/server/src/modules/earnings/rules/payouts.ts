import type { Mint, TradeVenue } from "@tribe/contract";
import type { trades } from "../../indexer/schema.ts";

type Trade = Pick<typeof trades.$inferSelect, "venue" | "mint" | "seq">;

/** What the curve or pool of a token has paid to its Chief. */
export interface Payout {
  /** The token's number of the last payout, which paid for all trades before it. */
  readonly seq: bigint;
  /** Lamports in total. */
  readonly paid: bigint;
}

/** Payouts by {@link payoutKey}; a curve or pool without payouts is absent. */
export type Payouts = ReadonlyMap<string, Payout>;

/** One text for each token's curve and pool. */
export const payoutKey = (venue: TradeVenue, mint: Mint): string => `${venue} ${mint}`;

/** Whether the creator's fee of a trade was paid out. */
export const isPaidOut = (payouts: Payouts, { venue, mint, seq }: Trade): boolean =>
  seq < (payouts.get(payoutKey(venue, mint))?.seq ?? -1n);
