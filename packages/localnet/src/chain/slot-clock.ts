import { createHash } from "node:crypto";
import { type Key, keyAt } from "../codec/keys.ts";

/** A blockhash is valid for this many slots after its own. */
export const MAX_BLOCKHASH_AGE = 150;

/** A node simulates only with a younger blockhash: it leaves time for the way to the leader. */
export const MAX_SIMULATED_AGE = MAX_BLOCKHASH_AGE - 6;

// Older views (finalized is 32 slots behind) check the age of blockhashes by their own slot.
const REMEMBERED = MAX_BLOCKHASH_AGE + 40;
const REMEMBERED_MOMENTS = 40;

/** The Clock sysvar of a slot. Unix times in seconds. */
export interface ClockReading {
  readonly slot: number;
  readonly epoch: number;
  readonly epochStart: number;
  readonly unixTime: number;
}

/** The state of a chain's clock. */
export interface ClockState {
  /** Slots since the ledger was created; also the block height, since no slot is skipped. */
  slot: number;
  /** Offset to the machine's clock, ms. Zero once the chain has reached the present. */
  offsetMs: number;
  /** Unix time of the slot, s. */
  unixTime: number;
  /** Unix time of the first slot of its epoch, s. */
  epochStart: number;
}

/**
 * Slots, times and blockhashes. Blockhashes are derived from the ledger's secret seed and the slot, so that the queue of the
 * last 150 is the same after a restart without being stored.
 */
export class SlotClock {
  readonly #seed: Buffer;
  readonly #slotOfHash = new Map<Key, number>();
  readonly #moments: ClockReading[] = [];
  readonly slotsPerEpoch: number;
  readonly slotMs: number;
  #state: ClockState;

  constructor(seed: Buffer, state: ClockState, options: { slotMs: number; slotsPerEpoch: number }) {
    this.#seed = seed;
    this.#state = { ...state };
    this.slotMs = options.slotMs;
    this.slotsPerEpoch = options.slotsPerEpoch;
    this.#moments.push(this.reading);
    this.#refreshHashes();
  }

  get slot(): number {
    return this.#state.slot;
  }

  get unixTime(): number {
    return this.#state.unixTime;
  }

  get epoch(): number {
    return Math.floor(this.slot / this.slotsPerEpoch);
  }

  get epochStart(): number {
    return this.#state.epochStart;
  }

  get state(): Readonly<ClockState> {
    return this.#state;
  }

  hashAt(slot: number, kind: "block" | "bank" = "block"): Key {
    return keyAt(createHash("sha256").update(this.#seed).update(`${kind}:${slot}`).digest());
  }

  /** The current Clock sysvar. */
  get reading(): ClockReading {
    return { slot: this.slot, epoch: this.epoch, epochStart: this.epochStart, unixTime: this.unixTime };
  }

  /** The Clock sysvar of one of the last slots; interpolated for a slot that was jumped over. */
  readingAt(slot: number): ClockReading {
    const index = this.#moments.findIndex((moment) => moment.slot >= slot);
    const after = this.#moments[index];
    if (after === undefined || after.slot === slot) return after ?? this.reading;
    const before = this.#moments[index - 1];
    const behind = Math.floor(after.unixTime - ((after.slot - slot) * this.slotMs) / 1000);
    const epoch = Math.floor(slot / this.slotsPerEpoch);
    const epochStart = epoch === after.epoch ? after.epochStart : (before?.epochStart ?? after.epochStart);
    return { slot, epoch, epochStart, unixTime: Math.max(behind, before?.unixTime ?? behind) };
  }

  /** Unix time (s) at which one of the last slots began; undefined for an older one, or one that was jumped over. */
  timeOf(slot: number): number | undefined {
    return this.#moments.find((moment) => moment.slot === slot)?.unixTime;
  }

  /**
   * The slot whose blockhash is the newest that the bank of a slot knows. A bank in which transactions run knows its
   * parent's, which is called the slot's own here; once it is complete it knows the one that the next slot goes by.
   */
  newestHashAt(slot: number): number {
    return Math.min(slot + 1, this.slot);
  }

  /** The slot of a blockhash, if it is still valid at a slot (by default the current one). */
  slotOf(blockhash: Key, at = this.slot, maxAge = MAX_BLOCKHASH_AGE): number | undefined {
    const made = this.#slotOfHash.get(blockhash);
    return made !== undefined && made <= at && at - made <= maxAge ? made : undefined;
  }

  /** Begins the next slot at the machine's current time; time never goes back. */
  advance(): void {
    this.#moveTo(this.slot + 1);
  }

  /**
   * Jumps ahead by slots or by seconds; the other is computed from the slot time. Both shift the chain's clock against the
   * machine's, so that slots and time stay in step.
   */
  warp(jump: { slots: number } | { seconds: number }): void {
    const slots = "slots" in jump ? jump.slots : Math.max(1, Math.round((jump.seconds * 1000) / this.slotMs));
    const ms = "slots" in jump ? jump.slots * this.slotMs : jump.seconds * 1000;
    this.#state.offsetMs += ms;
    this.#moveTo(this.slot + slots);
  }

  /**
   * Begins the next slot at a future time, as a cluster does after an outage: no slots pass in between, so pending signatures
   * stay valid.
   */
  skipTo(unixTime: number): void {
    this.#state.offsetMs += Math.max(0, unixTime - this.unixTime) * 1000;
    this.#moveTo(this.slot + 1);
  }

  /**
   * Begins the next slot at the machine's current time, as {@link skipTo}. False when the chain is ahead of it: time never goes
   * back.
   */
  skipToPresent(): boolean {
    if (this.#state.offsetMs > 0) return false;
    this.#state.offsetMs = 0;
    this.#moveTo(this.slot + 1);
    return true;
  }

  #moveTo(slot: number): void {
    const epoch = this.epoch;
    const gap = slot - this.slot;
    this.#state.slot = slot;
    this.#state.unixTime = Math.max(this.#state.unixTime, Math.floor((Date.now() + this.#state.offsetMs) / 1000));
    if (this.epoch !== epoch) this.#state.epochStart = this.#state.unixTime;
    this.#moments.push(this.reading);
    if (this.#moments.length > REMEMBERED_MOMENTS) this.#moments.shift();
    if (gap === 1) this.#addHash(slot);
    else this.#refreshHashes();
  }

  #addHash(slot: number): void {
    this.#slotOfHash.set(this.hashAt(slot), slot);
    for (const [hash, at] of this.#slotOfHash) {
      if (at >= slot - REMEMBERED) break;
      this.#slotOfHash.delete(hash);
    }
  }

  #refreshHashes(): void {
    this.#slotOfHash.clear();
    for (let slot = Math.max(0, this.slot - REMEMBERED); slot <= this.slot; slot++) this.#addHash(slot);
  }
}
