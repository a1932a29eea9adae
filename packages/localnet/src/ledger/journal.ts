import { closeSync, fstatSync, fsync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { promisify } from "node:util";
import { crc32 } from "node:zlib";
import { ByteWriter } from "../codec/bytes.ts";
import { encodeRecord, isKindOfRecord, type LedgerRecord } from "./record.ts";

const FRAME = 8; // u32 length of the payload, u32 checksum of it
const READ_AHEAD = 4 * 1024 * 1024;
const TYPICAL_RECORD = 4096;
const BLOCK = 64 * 1024;
// This many valid records in a row are not a coincidence.
const CHAIN = 8;

/** The journal has a broken record that a torn write cannot explain: starting would lose everything after it. */
export class DamagedLedgerError extends Error {
  constructor(offset: number) {
    super(`the journal is damaged at byte ${offset}; restore it from a copy, or start anew with --reset`);
    this.name = "DamagedLedgerError";
  }
}

/** A past record that was not read until now is damaged. */
export class DamagedRecordError extends Error {
  constructor(offset: number) {
    super(`the record at byte ${offset} of the journal is damaged`);
    this.name = "DamagedRecordError";
  }
}

/** The journal cannot be written, as on a full disk: earlier records are kept, and no more are appended. */
export class LedgerWriteError extends Error {
  constructor(cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`the journal can't be written: ${why}; what was answered is kept: make room, then start again`);
    this.name = "LedgerWriteError";
  }
}

/** Receives a record's payload (valid only during the call) and its byte range in the journal. */
export type RecordVisitor = (payload: Buffer, offset: number, end: number) => void;

/** An append-only file of records, each with its length and checksum. */
export class Journal {
  readonly #fd: number;
  readonly #writer = new ByteWriter(64 * 1024);
  #end: number;
  /** The last read record: a lookup that finds a transaction reads it again next. */
  #newest: { readonly offset: number; readonly payload: Buffer } | undefined;
  /** Bytes of the journal that were read together: written data never changes. */
  #block: { readonly from: number; readonly bytes: Buffer } | undefined;
  #failure: LedgerWriteError | undefined;

  private constructor(fd: number) {
    this.#fd = fd;
    this.#end = fstatSync(fd).size;
  }

  /** Opens or makes the file. Nothing may be appended before `recover`. */
  static open(path: string): Journal {
    return new Journal(openSync(path, "a+", 0o600));
  }

  /**
   * Passes the records between two offsets to `visit`.
   * @throws DamagedLedgerError
   */
  scan(from: number, to: number, visit: RecordVisitor): void {
    const stop = this.#walk(from, to, visit);
    if (stop < to) throw new DamagedLedgerError(stop);
  }

  /**
   * Passes every record from an offset on to `visit`. A last record that was not written completely (the process was killed)
   * was never acknowledged; it is truncated.
   * @throws DamagedLedgerError
   */
  recover(from: number, visit: RecordVisitor): void {
    const stop = this.#walk(from, this.#end, visit);
    if (stop === this.#end) return;
    if (this.#holdsRecordAfter(stop)) throw new DamagedLedgerError(stop);
    ftruncateSync(this.#fd, stop);
    this.#end = stop;
  }

  /** Visits records until the end or the first incomplete one; returns where it stopped. */
  #walk(from: number, to: number, visit: RecordVisitor): number {
    let at = from;
    let chunk = Buffer.alloc(0);
    let chunkAt = 0;
    const need = (length: number): Buffer => {
      if (at < chunkAt || at + length > chunkAt + chunk.length) {
        chunk = Buffer.allocUnsafe(Math.min(Math.max(length, READ_AHEAD), to - at));
        chunkAt = at;
        readFully(this.#fd, chunk, at);
      }
      return chunk.subarray(at - chunkAt, at - chunkAt + length);
    };
    while (at + FRAME <= to) {
      const length = need(FRAME).readUInt32LE(0);
      const end = at + FRAME + length;
      if (length === 0 || end > to) break;
      const frame = need(FRAME + length);
      if (!isWhole(frame)) break;
      visit(frame.subarray(FRAME), at, end);
      at = end;
    }
    return at;
  }

  /** Whether another valid record follows a broken one: then it is damage, and not a torn write. */
  #holdsRecordAfter(broken: number): boolean {
    const rest = Buffer.allocUnsafe(this.#end - broken);
    readFully(this.#fd, rest, broken);
    for (let at = 1; at + FRAME < rest.length; at++) {
      if (isChain(rest, at) && isWhole(rest.subarray(at, at + FRAME + rest.readUInt32LE(at)))) return true;
    }
    return false;
  }

  /** Offset of the next record. */
  get end(): number {
    return this.#end;
  }

  /**
   * Throws after an append has failed: the chain has changed without a record in the journal, so nothing may be built on it.
   * @throws LedgerWriteError
   */
  assertWritable(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /**
   * Passes a record to the operating system: from now on it survives the end of this process. Returns its offset.
   * @throws LedgerWriteError
   */
  append(record: LedgerRecord): number {
    this.assertWritable();
    const writer = this.#writer;
    writer.reset();
    writer.u32(0);
    writer.u32(0);
    encodeRecord(writer, record);
    const frame = writer.view();
    writer.patchU32(0, frame.length - FRAME);
    writer.patchU32(4, crc32(frame.subarray(FRAME)));
    const offset = this.#end;
    try {
      for (let done = 0; done < frame.length; ) done += writeSync(this.#fd, frame, done);
    } catch (error) {
      this.#failure = new LedgerWriteError(error);
      throw this.#failure;
    }
    this.#end += frame.length;
    return offset;
  }

  /**
   * Reads the payload of the record at an offset from `append` or a visit; it must not be changed.
   * @throws DamagedRecordError
   */
  read(offset: number): Buffer {
    const newest = this.#newest;
    if (newest?.offset === offset) return newest.payload;
    // History reads are mostly sequential.
    const isBeside = newest !== undefined && Math.abs(newest.offset - offset) < BLOCK;
    const guess = (isBeside ? this.#fromBlock(offset) : undefined) ?? this.#guess(offset);
    if (guess.length < FRAME) throw new DamagedRecordError(offset);
    const size = FRAME + guess.readUInt32LE(0);
    if (size === FRAME || offset + size > this.#end) throw new DamagedRecordError(offset);
    let frame = guess.subarray(0, size);
    if (size > guess.length) {
      frame = Buffer.allocUnsafe(size);
      readFully(this.#fd, frame, offset);
    }
    if (!isWhole(frame)) throw new DamagedRecordError(offset);
    const payload = frame.subarray(FRAME);
    this.#newest = { offset, payload };
    return payload;
  }

  /** The first bytes of a record, which are all of most records. */
  #guess(offset: number): Buffer {
    const guess = Buffer.allocUnsafe(Math.max(0, Math.min(TYPICAL_RECORD, this.#end - offset)));
    readFully(this.#fd, guess, offset);
    return guess;
  }

  /** The bytes from an offset to the end of its block, unless too few for most records; each block is read once. */
  #fromBlock(offset: number): Buffer | undefined {
    const from = offset - (offset % BLOCK);
    const isWanted = this.#block?.from !== from || from + this.#block.bytes.length < offset + TYPICAL_RECORD;
    if (isWanted && this.#end - offset >= TYPICAL_RECORD) {
      const bytes = Buffer.allocUnsafe(Math.min(BLOCK + TYPICAL_RECORD, this.#end - from));
      readFully(this.#fd, bytes, from);
      this.#block = { from, bytes };
    }
    const block = this.#block;
    if (block?.from !== from || from + block.bytes.length < offset + TYPICAL_RECORD) return undefined;
    return block.bytes.subarray(offset - from);
  }

  /** Settles when all appended records are on disk. */
  flush(): Promise<void> {
    return promisify(fsync)(this.#fd);
  }

  close(): void {
    closeSync(this.#fd);
  }
}

function isWhole(frame: Buffer): boolean {
  return crc32(frame.subarray(FRAME)) === frame.readUInt32LE(4);
}

/** Whether bytes are a sequence of records up to the end. */
function isChain(bytes: Buffer, from: number): boolean {
  let at = from;
  for (let count = 0; count < CHAIN && at < bytes.length; count++) {
    if (at + FRAME >= bytes.length || !isKindOfRecord(bytes[at + FRAME] ?? 0)) return false;
    const length = bytes.readUInt32LE(at);
    at += FRAME + length;
    if (length === 0 || at > bytes.length) return false;
  }
  return true;
}

function readFully(fd: number, into: Buffer, position: number): void {
  for (let done = 0; done < into.length; ) {
    const count = readSync(fd, into, done, into.length - done, position + done);
    if (count === 0) throw new RangeError("the journal ended early");
    done += count;
  }
}
