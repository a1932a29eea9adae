import type { Key, Sig } from "../codec/keys.ts";
import {
  entryOf,
  type HistoryTable,
  hashOf,
  lowerBound,
  SEGMENT_PLACES,
  type SegmentContent,
} from "./history-segment.ts";

const FIRST_CAPACITY = 64;

/** A growing list of numbers. */
class Numbers {
  #values: Float64Array = new Float64Array(FIRST_CAPACITY);
  length = 0;

  at(position: number): number {
    return this.#values[position] ?? 0;
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const grown = new Float64Array(this.length * 2);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.length++] = value;
  }

  set(values: Float64Array): void {
    this.#values = values.length === 0 ? new Float64Array(FIRST_CAPACITY) : values;
    this.length = values.length;
  }

  copy(): Float64Array {
    return this.#values.slice(0, this.length);
  }
}

/** The newest transactions of the history, not (or not completely) in a segment on disk. Indexes count from its beginning. */
export class HistoryTail {
  readonly #offsets = new Numbers();
  readonly #slots = new Numbers();
  readonly #tables = { signatures: new Numbers(), addresses: new Numbers() };
  /** Indexes by a signature's hash: each transaction is looked up by it, and the table is not sorted yet. */
  readonly #signed = new Map<number, readonly number[]>();
  firstPlace: number;
  journalFrom: number;
  journalTo: number;

  constructor(firstPlace: number, journalFrom: number) {
    this.firstPlace = firstPlace;
    this.journalFrom = journalFrom;
    this.journalTo = journalFrom;
  }

  /** Continues a segment that is not full. */
  static resume(content: SegmentContent): HistoryTail {
    const tail = new HistoryTail(content.firstPlace, content.journalFrom);
    tail.journalTo = content.journalTo;
    tail.#offsets.set(content.offsets);
    tail.#slots.set(content.slots);
    tail.#tables.signatures.set(content.signatures);
    tail.#tables.addresses.set(content.addresses);
    for (const entry of content.signatures) tail.#sign(Math.floor(entry / SEGMENT_PLACES), entry % SEGMENT_PLACES);
    return tail;
  }

  get count(): number {
    return this.#offsets.length;
  }

  get lastSlot(): number {
    return this.#slots.at(this.count - 1);
  }

  /** Nothing to let go of: it is only in memory. */
  close(): void {}

  add(slot: number, offset: number, end: number, signature: Sig, keys: readonly Key[]): void {
    const place = this.count;
    this.#offsets.push(offset);
    this.#slots.push(slot);
    const hash = hashOf(signature);
    this.#tables.signatures.push(entryOf(hash, place));
    this.#sign(hash, place);
    // A transaction may name an address twice (directly and through a lookup table).
    for (const key of new Set(keys)) this.#tables.addresses.push(entryOf(hashOf(key), place));
    this.journalTo = end;
  }

  #sign(hash: number, place: number): void {
    this.#signed.set(hash, [place, ...(this.#signed.get(hash) ?? [])]);
  }

  offsetAt(place: number): number {
    return this.#offsets.at(place);
  }

  slotAt(place: number): number {
    return this.#slots.at(place);
  }

  firstFrom(slot: number): number {
    return lowerBound(this.count, (place) => this.slotAt(place) < slot);
  }

  /** Indexes below `before` that a table has for a hash, newest first. */
  find(table: HistoryTable, hash: number, before: number): number[] {
    if (table === "signatures") return (this.#signed.get(hash) ?? []).filter((place) => place < before);
    const entries = this.#tables.addresses;
    const low = entryOf(hash, 0);
    const high = entryOf(hash, Math.min(before, SEGMENT_PLACES));
    const found: number[] = [];
    for (let i = 0; i < entries.length; i++) {
      const entry = entries.at(i);
      if (entry >= low && entry < high) found.push(entry - low);
    }
    return found.sort((a, b) => b - a);
  }

  /** All of it in the format of a segment. */
  content(): SegmentContent {
    return {
      firstPlace: this.firstPlace,
      journalFrom: this.journalFrom,
      journalTo: this.journalTo,
      offsets: this.#offsets.copy(),
      slots: this.#slots.copy(),
      signatures: this.#tables.signatures.copy().sort(),
      addresses: this.#tables.addresses.copy().sort(),
    };
  }
}
