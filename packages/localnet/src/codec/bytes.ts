import { type Key, keyAt, type Sig, sigAt } from "./keys.ts";

/** Growing buffer to which little-endian values are appended: the encoding of journal and snapshot. */
export class ByteWriter {
  #buffer: Buffer;
  #length = 0;

  constructor(capacity = 1024) {
    this.#buffer = Buffer.allocUnsafe(capacity);
  }

  get length(): number {
    return this.#length;
  }

  #reserve(size: number): number {
    const at = this.#length;
    this.#length += size;
    if (this.#length > this.#buffer.length) {
      const grown = Buffer.allocUnsafe(Math.max(this.#length, this.#buffer.length * 2));
      this.#buffer.copy(grown, 0, 0, at);
      this.#buffer = grown;
    }
    return at;
  }

  u8(value: number): void {
    const at = this.#reserve(1);
    this.#buffer[at] = value;
  }

  u16(value: number): void {
    const at = this.#reserve(2);
    this.#buffer.writeUInt16LE(value, at);
  }

  u32(value: number): void {
    const at = this.#reserve(4);
    this.#buffer.writeUInt32LE(value, at);
  }

  u64(value: bigint): void {
    const at = this.#reserve(8);
    this.#buffer.writeBigUInt64LE(value, at);
  }

  /** A whole number up to 2^53, as a 64-bit float. */
  whole(value: number): void {
    const at = this.#reserve(8);
    this.#buffer.writeDoubleLE(value, at);
  }

  key(value: Key | Sig): void {
    const at = this.#reserve(value.length);
    this.#buffer.write(value, at, "latin1");
  }

  raw(value: Uint8Array): void {
    const at = this.#reserve(value.length);
    this.#buffer.set(value, at);
  }

  bytes(value: Uint8Array): void {
    this.u32(value.length);
    this.raw(value);
  }

  text(value: string): void {
    const size = Buffer.byteLength(value);
    this.u32(size);
    const at = this.#reserve(size);
    this.#buffer.write(value, at, "utf8");
  }

  /** The bytes written so far: a view, valid until the next write. */
  view(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  /** Overwrites a u32 written before, to fill in a length or checksum. */
  patchU32(at: number, value: number): void {
    this.#buffer.writeUInt32LE(value, at);
  }

  /** Clears the buffer and keeps its memory. */
  reset(): void {
    this.#length = 0;
  }
}

/** Reads what `ByteWriter` wrote. Throws RangeError past the end. */
export class ByteReader {
  readonly #buffer: Buffer;
  #at = 0;

  constructor(buffer: Buffer) {
    this.#buffer = buffer;
  }

  get remaining(): number {
    return this.#buffer.length - this.#at;
  }

  #advance(size: number): number {
    const at = this.#at;
    if (at + size > this.#buffer.length) throw new RangeError("record is too short");
    this.#at = at + size;
    return at;
  }

  u8(): number {
    return this.#buffer.readUInt8(this.#advance(1));
  }

  u16(): number {
    return this.#buffer.readUInt16LE(this.#advance(2));
  }

  u32(): number {
    return this.#buffer.readUInt32LE(this.#advance(4));
  }

  u64(): bigint {
    return this.#buffer.readBigUInt64LE(this.#advance(8));
  }

  whole(): number {
    return this.#buffer.readDoubleLE(this.#advance(8));
  }

  key(): Key {
    return keyAt(this.#buffer, this.#advance(32));
  }

  sig(): Sig {
    return sigAt(this.#buffer, this.#advance(64));
  }

  /** A view of the next bytes. */
  raw(size: number): Buffer {
    const at = this.#advance(size);
    return this.#buffer.subarray(at, at + size);
  }

  bytes(): Buffer {
    return this.raw(this.u32());
  }

  text(): string {
    const size = this.u32();
    const at = this.#advance(size);
    return size === 0 ? "" : this.#buffer.toString("utf8", at, at + size);
  }
}
