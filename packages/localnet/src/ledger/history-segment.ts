// Why the index is our own: docs/decisions/0011.
import { closeSync, openSync, readFileSync, readSync, renameSync, writeFileSync } from "node:fs";
import { crc32 } from "node:zlib";
import type { Key, Sig } from "../codec/keys.ts";

/** Maximum number of transactions in a segment. */
export const SEGMENT_PLACES = 32_768;

const MAGIC = Buffer.from("tribehix");
const VERSION = 1;
const HEADER = 64;
const CHECKED_FROM = 16; // after magic and checksum
const ENTRY = 8;
const BLOCK = 512; // entries read at once, and between two fences

/** The two sorted tables of a segment. */
export type HistoryTable = "signatures" | "addresses";

/** The data of a segment. Tables hold `entryOf` numbers in ascending order. */
export interface SegmentContent {
  readonly firstPlace: number;
  /** The journal's bytes that the segment covers: start (inclusive) and end (exclusive). */
  readonly journalFrom: number;
  readonly journalTo: number;
  readonly offsets: Float64Array;
  readonly slots: Float64Array;
  readonly signatures: Float64Array;
  readonly addresses: Float64Array;
}

/** Hashes a key or signature to 38 bits. Hashes may collide: a lookup compares with the journal. */
export function hashOf(text: Key | Sig): number {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  for (let i = 0; i < text.length; i++) {
    const byte = text.charCodeAt(i);
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul((b ^ byte) + (b >>> 15), 0x85ebca6b);
  }
  a = Math.imul(a ^ (a >>> 16), 0xc2b2ae35);
  return ((a ^ (a >>> 13)) >>> 0) * 64 + ((b ^ (b >>> 16)) & 63);
}

/** A hash with an index in the segment: 53 bits, so that plain numbers sort by hash and then by index. */
export function entryOf(hash: number, place: number): number {
  return hash * SEGMENT_PLACES + place;
}

/** The first index whose value is not below the wanted one. */
export function lowerBound(length: number, below: (position: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (below(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * A part of the history on disk, never changed once written: journal offset and slot of each transaction, and sorted tables of
 * signatures and addresses. In memory it has one number for every 512 entries.
 */
export class HistorySegment {
  readonly #fd: number;
  readonly #starts: Readonly<Record<"offsets" | "slots" | HistoryTable, number>>;
  readonly #lengths: Readonly<Record<HistoryTable, number>>;
  readonly #fences: Readonly<Record<HistoryTable, Float64Array>>;
  readonly count: number;
  readonly firstPlace: number;
  readonly journalTo: number;
  readonly lastSlot: number;

  private constructor(fd: number, content: SegmentContent) {
    const { offsets, slots, signatures, addresses } = content;
    this.#fd = fd;
    this.count = offsets.length;
    this.firstPlace = content.firstPlace;
    this.journalTo = content.journalTo;
    this.lastSlot = slots[slots.length - 1] ?? 0;
    const table = HEADER + 2 * this.count * ENTRY;
    this.#starts = {
      offsets: HEADER,
      slots: HEADER + this.count * ENTRY,
      signatures: table,
      addresses: table + this.count * ENTRY,
    };
    this.#lengths = { signatures: signatures.length, addresses: addresses.length };
    this.#fences = { signatures: fencesOf(signatures), addresses: fencesOf(addresses) };
  }

  /**
   * Writes a segment in place of an older one with that name, and opens it. After a kill there is either the one or the other.
   */
  static write(path: string, chainId: Buffer, content: SegmentContent): HistorySegment {
    const temporary = `${path}.tmp`;
    writeFileSync(temporary, encode(chainId, content), { mode: 0o600 });
    renameSync(temporary, path);
    return new HistorySegment(openSync(path, "r"), content);
  }

  /** Reads and checks a whole segment; `undefined` when it is damaged, of another version or of another chain. */
  static read(path: string, chainId: Buffer): { segment: HistorySegment; content: SegmentContent } | undefined {
    const bytes = readFileSync(path);
    const content = decode(bytes, chainId);
    if (content === undefined) return undefined;
    return { segment: new HistorySegment(openSync(path, "r"), content), content };
  }

  close(): void {
    closeSync(this.#fd);
  }

  offsetAt(place: number): number {
    return this.#numbers(this.#starts.offsets, place, 1)[0] ?? 0;
  }

  slotAt(place: number): number {
    return this.#numbers(this.#starts.slots, place, 1)[0] ?? 0;
  }

  /** The first index in the segment of a slot or a later one. */
  firstFrom(slot: number): number {
    return lowerBound(this.count, (place) => this.slotAt(place) < slot);
  }

  /** Indexes in the segment below `before` that a table has for a hash, newest first. */
  *find(table: HistoryTable, hash: number, before: number): Generator<number> {
    const start = this.#starts[table];
    let end = this.#positionOf(table, entryOf(hash, Math.min(before, this.count)));
    while (end > 0) {
      const from = Math.max(0, end - BLOCK);
      const entries = this.#numbers(start, from, end - from);
      for (let i = entries.length - 1; i >= 0; i--) {
        const entry = entries[i] ?? 0;
        if (Math.floor(entry / SEGMENT_PLACES) !== hash) return;
        yield entry % SEGMENT_PLACES;
      }
      end = from;
    }
  }

  #positionOf(table: HistoryTable, wanted: number): number {
    const fences = this.#fences[table];
    const block = lowerBound(fences.length, (position) => (fences[position] ?? 0) < wanted) - 1;
    if (block < 0) return 0;
    const from = block * BLOCK;
    const entries = this.#numbers(this.#starts[table], from, Math.min(BLOCK, this.#lengths[table] - from));
    return from + lowerBound(entries.length, (position) => (entries[position] ?? 0) < wanted);
  }

  #numbers(start: number, from: number, count: number): Float64Array {
    const numbers = new Float64Array(count);
    const bytes = Buffer.from(numbers.buffer);
    for (let done = 0; done < bytes.length; ) {
      const got = readSync(this.#fd, bytes, done, bytes.length - done, start + from * ENTRY + done);
      if (got === 0) throw new RangeError("an index of the history ended early");
      done += got;
    }
    return numbers;
  }
}

function fencesOf(entries: Float64Array): Float64Array {
  return Float64Array.from({ length: Math.ceil(entries.length / BLOCK) }, (_, block) => entries[block * BLOCK] ?? 0);
}

function encode(chainId: Buffer, content: SegmentContent): Buffer {
  const header = Buffer.alloc(HEADER);
  MAGIC.copy(header, 0);
  header.writeUInt16LE(VERSION, 16);
  header.writeUInt32LE(content.offsets.length, 20);
  header.writeUInt32LE(content.addresses.length, 24);
  header.writeDoubleLE(content.firstPlace, 28);
  header.writeDoubleLE(content.journalFrom, 36);
  header.writeDoubleLE(content.journalTo, 44);
  chainId.copy(header, 52, 0, 8);
  const tables = [content.offsets, content.slots, content.signatures, content.addresses];
  const bytes = Buffer.concat([header, ...tables.map((t) => Buffer.from(t.buffer, t.byteOffset, t.byteLength))]);
  bytes.writeUInt32LE(crc32(bytes.subarray(CHECKED_FROM)), 8);
  return bytes;
}

function decode(bytes: Buffer, chainId: Buffer): SegmentContent | undefined {
  if (bytes.length < HEADER || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  if (crc32(bytes.subarray(CHECKED_FROM)) !== bytes.readUInt32LE(8)) return undefined;
  if (bytes.readUInt16LE(16) !== VERSION || bytes.compare(chainId, 0, 8, 52, 60) !== 0) return undefined;
  const count = bytes.readUInt32LE(20);
  const addressCount = bytes.readUInt32LE(24);
  if (bytes.length !== HEADER + (3 * count + addressCount) * ENTRY) return undefined;
  let at = HEADER;
  const numbers = (length: number) => {
    const part = new Float64Array(length);
    Buffer.from(part.buffer).set(bytes.subarray(at, at + length * ENTRY));
    at += length * ENTRY;
    return part;
  };
  return {
    firstPlace: bytes.readDoubleLE(28),
    journalFrom: bytes.readDoubleLE(36),
    journalTo: bytes.readDoubleLE(44),
    offsets: numbers(count),
    slots: numbers(count),
    signatures: numbers(count),
    addresses: numbers(addressCount),
  };
}
