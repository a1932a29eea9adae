import type { LiveLine } from "@tribe/contract/live";

/** A share of lost packets that pictures don't bear. */
const badLoss = 0.08;
/** At small pictures already: less than this, and they still move. */
const worstLoss = 0.2;
/** What a receiver believes that its line carries is no less than what comes, as long as the line carries it. */
const carriedShare = 0.8;
/** Below this the receiver's belief says nothing, bits per second. */
const tellingBitrate = 60_000;
/** So many bad reports in a row are a bad line. One a second comes of each stream. */
const reportsInRow = 2;
/** After a change the reports tell of the time before it for so long, ms. */
const settleMs = 2_000;
/** A line that was bad is tried with more after so long without a fault; each time that fails, after twice as long. Milliseconds. */
const firstWaitMs = 8_000;
const longestWaitMs = 64_000;
/** What held for so long was no failure. */
const heldMs = 20_000;

const levels = ["sound", "small", "full"] as const satisfies readonly LiveLine[];

/** What a receiver says of its line, as far as it does. */
export interface LineReport {
  /** Share of packets lost, 0 to 1. */
  readonly loss: number | null;
  /** Bits per second that it believes in. */
  readonly bitrate: number | null;
  /** Bits per second that are sent to it. */
  readonly sent: number;
}

/**
 * How much one viewer's line carries: all, pictures in their small layer alone, or the sound alone. It goes down soon and up
 * slowly. More can only be found out by trying: a receiver believes in little more than it gets.
 */
export class Line {
  #level: 0 | 1 | 2 = 2;
  #bad = 0;
  #changedAt = Number.NEGATIVE_INFINITY;
  #faultAt = Number.NEGATIVE_INFINITY;
  #waitMs = firstWaitMs;

  get level(): LiveLine {
    return levels[this.#level];
  }

  take({ loss, bitrate, sent }: LineReport, now: number): void {
    if (now - this.#changedAt < settleMs) return;
    const isLossy = loss !== null && loss > (this.#level === 2 ? badLoss : worstLoss);
    const isFull = bitrate !== null && sent > tellingBitrate && bitrate < sent * carriedShare;
    if (!isLossy && !isFull) {
      // Each report is of one stream: a good one says nothing of the other's loss, a good belief does of all.
      if (loss !== null && loss <= badLoss / 4) this.#bad = Math.max(0, this.#bad - 1);
      return;
    }
    this.#bad += 1;
    this.#faultAt = now;
    if (this.#bad < reportsInRow) return;
    this.#bad = 0;
    if (this.#level === 0) return;
    if (now - this.#changedAt < heldMs) this.#waitMs = Math.min(longestWaitMs, this.#waitMs * 2);
    this.#level = this.#level === 2 ? 1 : 0;
    this.#changedAt = now;
  }

  /** What is due: trying more. */
  tick(now: number): void {
    if (this.#level === 2) {
      if (now - this.#changedAt > heldMs) this.#waitMs = firstWaitMs;
      return;
    }
    if (now - Math.max(this.#changedAt, this.#faultAt) < this.#waitMs) return;
    this.#level = this.#level === 0 ? 1 : 2;
    this.#changedAt = now;
    this.#bad = 0;
  }
}
