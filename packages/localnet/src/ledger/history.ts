import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Key, Sig } from "../codec/keys.ts";
import { HistorySegment, hashOf, SEGMENT_PLACES, type SegmentContent } from "./history-segment.ts";
import { HistoryTail } from "./history-tail.ts";

/** The keys of a transaction in the index. */
export interface NamedTransaction {
  readonly signature: Sig;
  readonly keys: readonly Key[];
}

/** Prefix of its file names. */
export const HISTORY_FILES = "history.";

/** The folder of the files, the chain to which they must belong, and how to read a transaction's keys in its journal. */
export interface HistoryOptions {
  readonly folder: string;
  readonly chainId: Buffer;
  readonly named: (offset: number) => NamedTransaction;
  /** Only the signature of it. */
  readonly signed: (offset: number) => Sig;
}

type Part = HistorySegment | HistoryTail;

/**
 * Index of the transactions in the journal, in the order of processing. It is stored in segments on disk, each written once it
 * is full; the newest is in memory. It is derived from the journal: it stores up to which byte it is complete, and continues
 * from there.
 */
export class HistoryIndex {
  readonly #options: HistoryOptions;
  readonly #segments: Part[] = [];
  #tail: HistoryTail;
  #saved = 0;

  /** Opens the segments on disk. Damaged, missing or foreign ones, and all after them, are dropped. */
  constructor(options: HistoryOptions) {
    this.#options = options;
    this.#tail = new HistoryTail(0, 0);
    let last: SegmentContent | undefined;
    let found = this.#read(0, 0);
    while (found !== undefined) {
      last = found.content;
      this.#segments.push(found.segment);
      if (found.segment.count < SEGMENT_PLACES) break;
      found = this.#read(last.firstPlace + last.offsets.length, last.journalTo);
    }
    if (last !== undefined) this.#continueAfter(last);
    this.#removeOthers();
  }

  #read(firstPlace: number, journalFrom: number) {
    try {
      const found = HistorySegment.read(this.#path(firstPlace), this.#options.chainId);
      if (found === undefined) return undefined;
      if (found.content.firstPlace === firstPlace && found.content.journalFrom === journalFrom) return found;
      found.segment.close();
    } catch {
      // Missing or unreadable: it is rebuilt.
    }
    return undefined;
  }

  #continueAfter(last: SegmentContent): void {
    const full = last.offsets.length === SEGMENT_PLACES;
    this.#tail = full ? new HistoryTail(last.firstPlace + SEGMENT_PLACES, last.journalTo) : HistoryTail.resume(last);
    this.#saved = this.#tail.count;
    if (!full) this.#segments.pop()?.close();
  }

  #path(firstPlace: number): string {
    return join(this.#options.folder, `${HISTORY_FILES}${String(firstPlace).padStart(12, "0")}`);
  }

  #removeOthers(): void {
    const last = this.#path(this.#tail.firstPlace);
    for (const name of readdirSync(this.#options.folder)) {
      const path = join(this.#options.folder, name);
      const stale = name.endsWith(".tmp") || path > last || (path === last && this.#saved === 0);
      if (name.startsWith(HISTORY_FILES) && stale) rmSync(path);
    }
  }

  /** The byte of the journal up to which every transaction is indexed. */
  get journalEnd(): number {
    return this.#tail.journalTo;
  }

  /** Number of transactions. */
  get count(): number {
    return this.#tail.firstPlace + this.#tail.count;
  }

  get firstSlot(): number | undefined {
    return this.slotAt(0);
  }

  /** Adds the next transaction: its slot, its bytes in the journal, and its keys. */
  add(slot: number, offset: number, end: number, { signature, keys }: NamedTransaction): void {
    this.#tail.add(slot, offset, end, signature, keys);
    if (this.#tail.count < SEGMENT_PLACES) return;
    this.#segments.push(this.#seal(this.#tail));
    this.#tail = new HistoryTail(this.count, end);
    this.#saved = 0;
  }

  #seal(full: HistoryTail): Part {
    const content = full.content();
    try {
      return HistorySegment.write(this.#path(content.firstPlace), this.#options.chainId, content);
    } catch (error) {
      // It stays in memory, and the next start rebuilds it.
      process.emitWarning(`the index of the history was not written: ${String(error)}`);
      return full;
    }
  }

  /** Writes the part in memory, so that the next start finds it. */
  save(): void {
    if (this.#tail.count === this.#saved) return;
    HistorySegment.write(this.#path(this.#tail.firstPlace), this.#options.chainId, this.#tail.content()).close();
    this.#saved = this.#tail.count;
  }

  /** Drops whole segments until nothing is left from a byte of the journal on (that part of the journal was lost). */
  dropFrom(journalEnd: number): void {
    if (this.journalEnd <= journalEnd) return;
    while ((this.#segments.at(-1)?.journalTo ?? 0) > journalEnd) this.#segments.pop()?.close();
    const last = this.#segments.at(-1);
    this.#tail = new HistoryTail(last === undefined ? 0 : last.firstPlace + last.count, last?.journalTo ?? 0);
    this.#saved = 0;
    this.#removeOthers();
  }

  /** The index of a transaction. @throws DamagedRecordError when a candidate record cannot be read */
  indexOf(signature: Sig): number | undefined {
    const hash = hashOf(signature);
    for (const part of this.#newestFirst()) {
      for (const inside of part.find("signatures", hash, part.count)) {
        if (this.#options.signed(part.offsetAt(inside)) === signature) return part.firstPlace + inside;
      }
    }
    return undefined;
  }

  /** Journal offset of a transaction by its index. */
  offsetAt(place: number): number | undefined {
    const part = this.#partOf(place);
    return part?.offsetAt(place - part.firstPlace);
  }

  slotAt(place: number): number | undefined {
    const part = this.#partOf(place);
    return part?.slotAt(place - part.firstPlace);
  }

  /**
   * Indexes below `before` of the transactions that name an address, newest first.
   * @throws DamagedRecordError when one of them cannot be read
   */
  *withAddress(key: Key, before = this.count): Generator<number> {
    const hash = hashOf(key);
    for (const part of this.#newestFirst()) {
      if (part.firstPlace >= before) continue;
      for (const inside of part.find("addresses", hash, before - part.firstPlace)) {
        if (this.#options.named(part.offsetAt(inside)).keys.includes(key)) yield part.firstPlace + inside;
      }
    }
  }

  /** Indexes of the transactions of a slot: start (inclusive) and end (exclusive). */
  inSlot(slot: number): readonly [number, number] {
    return [this.#firstFrom(slot), this.#firstFrom(slot + 1)];
  }

  close(): void {
    for (const segment of this.#segments) segment.close();
  }

  *#newestFirst(): Generator<Part> {
    yield this.#tail;
    for (let i = this.#segments.length - 1; i >= 0; i--) {
      const segment = this.#segments[i];
      if (segment !== undefined) yield segment;
    }
  }

  #partOf(place: number): Part | undefined {
    if (place < 0 || place >= this.count) return undefined;
    return this.#segments[Math.floor(place / SEGMENT_PLACES)] ?? this.#tail;
  }

  #firstFrom(slot: number): number {
    const part = this.#segments.find(({ lastSlot }) => lastSlot >= slot) ?? this.#tail;
    return part.firstPlace + part.firstFrom(slot);
  }
}
