import type { LiveLine } from "@tribe/contract/live";

/** Share of lost packets above which video is unusable. */
const badLoss = 0.08;
/** The limit for small video, which still works with less loss than this. */
const worstLoss = 0.2;
/** As long as the connection suffices, a receiver's bandwidth estimate is no lower than what it receives. */
const carriedShare = 0.8;
/** Below this bitrate the receiver's estimate is meaningless, bits per second. */
const tellingBitrate = 60_000;
/** Consecutive bad reports that count as a bad connection. One per second comes for each stream. */
const reportsInRow = 2;
/** After a change the reports describe the time before it for this long, ms. */
const settleMs = 2_000;
/** After this long without a fault a reduced level is raised; after each failed attempt the wait doubles. Milliseconds. */
const firstWaitMs = 8_000;
const longestWaitMs = 64_000;
/** A level that lasted this long did not fail. */
const heldMs = 20_000;

const levels = ["sound", "small", "full"] as const satisfies readonly LiveLine[];

/** A receiver's report on its connection; fields that it does not report are null. */
export interface LineReport {
  /** Share of packets lost, 0 to 1. */
  readonly loss: number | null;
  /** The receiver's bandwidth estimate, bits per second. */
  readonly bitrate: number | null;
  /** Bits per second that are sent to it. */
  readonly sent: number;
}

/**
 * How much one viewer's connection can carry: everything, video only in the small layer, or only sound. It is lowered quickly
 * and raised slowly. A higher level must be tried: a receiver estimates hardly more than it gets.
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
      // Each report is about one stream: a low loss says nothing about other streams, but a sufficient estimate is for all.
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

  /** Raises the level when that is due. */
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
