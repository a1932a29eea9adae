import { createHash } from "node:crypto";
import { type Key, keyAt } from "../codec/keys.ts";

/** A blockhash may be used in the slots up to this many after its own. */
export const MAX_BLOCKHASH_AGE = 150;

/** What a node simulates must be younger than what it executes: it leaves time for the way to the leader. */
export const MAX_SIMULATED_AGE = MAX_BLOCKHASH_AGE - 6;

// Older views (finalized is 32 slots behind) judge the age of blockhashes by their own slot.
const REMEMBERED = MAX_BLOCKHASH_AGE + 40;
const REMEMBERED_MOMENTS = 40;

/** What the Clock sysvar says in a slot. Unix times in seconds. */
export interface ClockReading {
  readonly slot: number;
  readonly epoch: number;
  readonly epochStart: number;
  readonly unixTime: number;
}

/** How a chain's time is made, and where it stands. */
export interface ClockState {
  /** Slots since the ledger began; also the block height, since no slot is skipped. */
  slot: number;
  /** What is added to the machine's clock, ms. Zero once the chain has caught up with the present. */
  offsetMs: number;
  /** Unix time of the slot, s. */
  unixTime: number;
  /** Unix time of the first slot of its epoch, s. */
  epochStart: number;
}

/**
 * Slots, times and blockhashes. Blockhashes come from the ledger's secret seed and the slot, so that the queue of the
 * last 150 is the same after a restart without having been written down.
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

  /** What the Clock sysvar says now. */
  get reading(): ClockReading {
    return { slot: this.slot, epoch: this.epoch, epochStart: this.epochStart, unixTime: this.unixTime };
  }

  /** What the Clock sysvar said in one of the last slots; for a slot that was jumped over, in proportion. */
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

  /** Unix time (s) of one of the last slots, as it was begun; undefined for one that is longer ago, or that was jumped over. */
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

  /** The slot of a blockhash, when it may still be used at a slot (the present one by default). */
  slotOf(blockhash: Key, at = this.slot, maxAge = MAX_BLOCKHASH_AGE): number | undefined {
    const made = this.#slotOfHash.get(blockhash);
    return made !== undefined && made <= at && at - made <= maxAge ? made : undefined;
  }

  /** Begins the next slot at the machine's present time; time never goes back. */
  advance(): void {
    this.#moveTo(this.slot + 1);
  }

  /**
   * Jumps ahead by slots or by seconds; the other follows from the slot time. A jump in time moves the chain's clock
   * against the machine's, a jump in slots too, so that both stay in step.
   */
  warp(jump: { slots: number } | { seconds: number }): void {
    const slots = "slots" in jump ? jump.slots : Math.max(1, Math.round((jump.seconds * 1000) / this.slotMs));
    const ms = "slots" in jump ? jump.slots * this.slotMs : jump.seconds * 1000;
    this.#state.offsetMs += ms;
    this.#moveTo(this.slot + slots);
  }

  /**
   * Begins the next slot at a time that is ahead, as a cluster does that stood still for so long: no slot passes on the way,
   * so that what somebody is signing stays valid.
   */
  skipTo(unixTime: number): void {
    this.#state.offsetMs += Math.max(0, unixTime - this.unixTime) * 1000;
    this.#moveTo(this.slot + 1);
  }

  /** Begins the next slot at the machine's present time, as {@link skipTo}. False when the chain is ahead of it: time never goes back. */
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
