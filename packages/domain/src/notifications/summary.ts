import type { Lamports } from "@tribe/contract";
import { nextLocalMinute } from "./clock.ts";

const hourMs = 3_600_000;

/** Two summaries are at least so far apart, wherever a person moves in between. */
const minPauseMs = 12 * hourMs;
/** So late after its hour, say after an outage, a summary is left out: the next tells of it. */
export const summaryWorthMs = 6 * hourMs;
/** No summary reaches further back. */
export const summaryReachMs = 48 * hourMs;
/** A price that moved by as much in a day is something to say, in basis points. */
const bigMoveBps = 1_000;

/** What somebody holds of a Tribe, as a summary tells it. */
export interface SummaryHolding {
  readonly name: string;
  readonly symbol: string;
  /** Of a whole token. */
  readonly price: Lamports;
  /** Against the price a day ago, in basis points. */
  readonly changeBps: number;
  readonly route: string;
}

/**
 * When the next summary is due: at the person's hour in their zone, and not within half a day of the last one. Times in
 * milliseconds since 1970.
 */
export const nextSummaryAt = (
  now: number,
  lastAt: number | null,
  { summaryHour, timeZone }: { readonly summaryHour: number; readonly timeZone: string },
): number =>
  // A minute is looked for after this moment: one that ends the pause to the millisecond counts.
  nextLocalMinute(lastAt === null ? now : Math.max(now, lastAt + minPauseMs - 1), summaryHour * 60, timeZone);

/** Whether there is something to say: anything unread, or a price that moved far. */
export const isSummaryWorthSending = (unread: number, holdings: readonly SummaryHolding[]): boolean =>
  unread > 0 || holdings.some(({ changeBps }) => Math.abs(changeBps) >= bigMoveBps);

/** How far a price moved, in basis points; 0 without one to compare with. */
export const changeInBps = (price: bigint, before: bigint | null): number =>
  before === null || before === 0n ? 0 : Number(((price - before) * 10_000n) / before);
