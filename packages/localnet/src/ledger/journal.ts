import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { crc32 } from "node:zlib";
import { ByteWriter } from "../codec/bytes.ts";
import { decodeRecord, encodeRecord, type LedgerRecord } from "./record.ts";

const FRAME = 8; // u32 length of the payload, u32 checksum of it
const READ_AHEAD = 4 * 1024 * 1024;
const TYPICAL_RECORD = 4096;

/** The journal holds a broken record that a torn write can't explain: starting would lose what comes after it. */
export class DamagedLedgerError extends Error {
  constructor(offset: number) {
    super(`the journal is damaged at byte ${offset}; restore it from a copy, or start anew with --reset`);
    this.name = "DamagedLedgerError";
  }
}

/** An append-only file of records, each with its length and checksum. */
export class Journal {
  readonly #fd: number;
  readonly #writer = new ByteWriter(64 * 1024);
  #end: number;

  private constructor(fd: number, end: number) {
    this.#fd = fd;
    this.#end = end;
  }

  /**
   * Opens or makes the file and hands every record from `from` on to `visit`. A last record that was not written to its
   * end (the process was killed) was never acknowledged; it is cut off.
   * @throws DamagedLedgerError
   */
  static open(path: string, visit: (record: LedgerRecord, offset: number) => void): Journal {
    const fd = openSync(path, "a+", 0o600);
    const size = fstatSync(fd).size;
    let at = 0;
    let chunk = Buffer.alloc(0);
    let chunkAt = 0;
    const need = (length: number): Buffer => {
      if (at < chunkAt || at + length > chunkAt + chunk.length) {
        chunk = Buffer.allocUnsafe(Math.min(Math.max(length, READ_AHEAD), size - at));
        chunkAt = at;
        readFully(fd, chunk, at);
      }
      return chunk.subarray(at - chunkAt, at - chunkAt + length);
    };
    while (at < size) {
      if (at + FRAME > size) break;
      const frame = need(FRAME);
      const length = frame.readUInt32LE(0);
      const checksum = frame.readUInt32LE(4);
      const end = at + FRAME + length;
      if (end > size) break;
      const payload = need(FRAME + length).subarray(FRAME);
      if (crc32(payload) !== checksum) {
        if (end === size) break;
        throw new DamagedLedgerError(at);
      }
      visit(decodeRecord(payload), at);
      at = end;
    }
    if (at < size) ftruncateSync(fd, at);
    return new Journal(fd, at);
  }

  /** Where the next record will start. */
  get end(): number {
    return this.#end;
  }

  /** Hands a record to the operating system: from here on it survives the end of this process. Returns its offset. */
  append(record: LedgerRecord): number {
    const writer = this.#writer;
    writer.reset();
    writer.u32(0);
    writer.u32(0);
    encodeRecord(writer, record);
    const frame = writer.view();
    writer.patchU32(0, frame.length - FRAME);
    writer.patchU32(4, crc32(frame.subarray(FRAME)));
    for (let done = 0; done < frame.length; ) done += writeSync(this.#fd, frame, done);
    const offset = this.#end;
    this.#end += frame.length;
    return offset;
  }

  /** Reads the record at an offset that `append` or `open` gave. */
  read(offset: number): LedgerRecord {
    const guess = Buffer.allocUnsafe(Math.min(TYPICAL_RECORD, this.#end - offset));
    readFully(this.#fd, guess, offset);
    const end = FRAME + guess.readUInt32LE(0);
    if (end <= guess.length) return decodeRecord(guess.subarray(FRAME, end));
    const whole = Buffer.allocUnsafe(end);
    readFully(this.#fd, whole, offset);
    return decodeRecord(whole.subarray(FRAME));
  }

  /** Waits until the disk has what was appended. */
  flush(): void {
    fsyncSync(this.#fd);
  }

  close(): void {
    closeSync(this.#fd);
  }
}

function readFully(fd: number, into: Buffer, position: number): void {
  for (let done = 0; done < into.length; ) {
    const count = readSync(fd, into, done, into.length - done, position + done);
    if (count === 0) throw new RangeError("the journal ended early");
    done += count;
  }
}
