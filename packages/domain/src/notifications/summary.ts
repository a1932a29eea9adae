import type { Lamports } from "@tribe/contract";
import { nextLocalMinute } from "./clock.ts";

const hourMs = 3_600_000;

/** Minimum time between two summaries, even when a person changes time zones. */
const minPauseMs = 12 * hourMs;
/** A summary that is later than this, for example after an outage, is skipped: the next one includes its content. */
export const summaryWorthMs = 6 * hourMs;
/** A summary never covers more than this. */
export const summaryReachMs = 48 * hourMs;
/** Daily price change that is worth reporting, in basis points. */
const bigMoveBps = 1_000;

/** A holding in a Tribe, as a summary shows it. */
export interface SummaryHolding {
  readonly name: string;
  readonly symbol: string;
  /** Price of a whole token. */
  readonly price: Lamports;
  /** Change against the price a day ago, in basis points. */
  readonly changeBps: number;
  readonly route: string;
}

/**
 * When the next summary is due: at the person's chosen hour in their zone, at least half a day after the last one. Times in
 * milliseconds since 1970.
 */
export const nextSummaryAt = (
  now: number,
  lastAt: number | null,
  { summaryHour, timeZone }: { readonly summaryHour: number; readonly timeZone: string },
): number =>
  // The result is later than this time; minus 1 ms, so that the exact end of the pause counts.
  nextLocalMinute(lastAt === null ? now : Math.max(now, lastAt + minPauseMs - 1), summaryHour * 60, timeZone);

/** Whether a summary has content: anything unread, or a large price change. */
export const isSummaryWorthSending = (unread: number, holdings: readonly SummaryHolding[]): boolean =>
  unread > 0 || holdings.some(({ changeBps }) => Math.abs(changeBps) >= bigMoveBps);

/** A price's change, in basis points; 0 without a previous price. */
export const changeInBps = (price: bigint, before: bigint | null): number =>
  before === null || before === 0n ? 0 : Number(((price - before) * 10_000n) / before);
