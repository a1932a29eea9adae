import { type JsonInteger, jsonInteger } from "../codec/json.ts";
import { base58Of, keyAt } from "../codec/keys.ts";

/** The bytes do not match their program's format. A node then shows them encoded. */
export class UnparsableError extends Error {
  constructor(detail = "not in the program's format") {
    super(detail);
    this.name = "UnparsableError";
  }
}

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Reads little-endian fields one after another in the RPC's format: addresses in base58, 64-bit numbers prepared for JSON.
 * Every method throws UnparsableError when the bytes end early or are invalid.
 */
export class FieldReader {
  readonly #data: Buffer;
  #at = 0;

  constructor(data: Buffer) {
    this.#data = data;
  }

  get remaining(): number {
    return this.#data.length - this.#at;
  }

  #advance(size: number): number {
    const at = this.#at;
    if (size > this.remaining) throw new UnparsableError("data ends early");
    this.#at = at + size;
    return at;
  }

  u8(): number {
    return this.#data.readUInt8(this.#advance(1));
  }

  i8(): number {
    return this.#data.readInt8(this.#advance(1));
  }

  u16(): number {
    return this.#data.readUInt16LE(this.#advance(2));
  }

  i16(): number {
    return this.#data.readInt16LE(this.#advance(2));
  }

  u32(): number {
    return this.#data.readUInt32LE(this.#advance(4));
  }

  bigU64(): bigint {
    return this.#data.readBigUInt64LE(this.#advance(8));
  }

  bigI64(): bigint {
    return this.#data.readBigInt64LE(this.#advance(8));
  }

  u64(): JsonInteger {
    return jsonInteger(this.bigU64());
  }

  i64(): JsonInteger {
    return jsonInteger(this.bigI64());
  }

  f64(): number {
    return this.#data.readDoubleLE(this.#advance(8));
  }

  /** A byte that is 0 or 1. */
  bool(): boolean {
    const value = this.u8();
    if (value > 1) throw new UnparsableError("not a boolean");
    return value === 1;
  }

  /** A byte that is false only when zero. */
  flag(): boolean {
    return this.u8() !== 0;
  }

  /** A list's length in Solana's compact-u16, refused when it is not the shortest form. */
  compactLength(): number {
    let value = 0;
    for (let shift = 0; shift < 21; shift += 7) {
      const byte = this.u8();
      value |= (byte & 0x7f) << shift;
      if (byte === 0 && shift > 0) break;
      if ((byte & 0x80) === 0 && value <= 0xffff) return value;
    }
    throw new UnparsableError("not a length");
  }

  key(): string {
    return base58Of(keyAt(this.#data, this.#advance(32)));
  }

  /** An address; zero means none. */
  nonZeroKey(): string | null {
    const at = this.#advance(32);
    return isZero(this.#data.subarray(at, at + 32)) ? null : base58Of(keyAt(this.#data, at));
  }

  /** An optional value after a tag byte. */
  option<T>(read: () => T): T | null {
    return this.bool() ? read() : null;
  }

  /** An optional value after a 32-bit tag, whose space is reserved even without a value (C's layout, in token accounts). */
  paddedOption<T>(read: () => T): T | null {
    const tag = this.u32();
    if (tag > 1) throw new UnparsableError("not an option");
    const value = read();
    return tag === 1 ? value : null;
  }

  /** A fixed number of bytes in base64: keys and ciphertexts of confidential transfers. */
  base64(size: number): string {
    return this.raw(size).toString("base64");
  }

  /** The same; zero means none. */
  nonZeroBase64(size: number): string | null {
    const bytes = this.raw(size);
    return isZero(bytes) ? null : bytes.toString("base64");
  }

  /** UTF-8 of a number of bytes. */
  text(size: number): string {
    const bytes = this.raw(size);
    try {
      return UTF8.decode(bytes);
    } catch {
      throw new UnparsableError("not UTF-8");
    }
  }

  /** UTF-8 behind a 32-bit length (Borsh). */
  borshText(): string {
    return this.text(this.u32());
  }

  /** UTF-8 behind a 64-bit length (bincode). */
  bincodeText(): string {
    return this.text(this.length());
  }

  /** The 64-bit length of a bincode list, which cannot exceed the remaining bytes. */
  length(): number {
    const count = this.bigU64();
    if (count > BigInt(this.remaining)) throw new UnparsableError("data ends early");
    return Number(count);
  }

  /** As many items as bincode's 64-bit length says. */
  list<T>(read: () => T): T[] {
    const count = this.length();
    const items: T[] = [];
    for (let i = 0; i < count; i++) items.push(read());
    return items;
  }

  /** A view of the next bytes. */
  raw(size: number): Buffer {
    const at = this.#advance(size);
    return this.#data.subarray(at, at + size);
  }

  /** A view of all that is left. */
  rest(): Buffer {
    return this.raw(this.remaining);
  }
}

/** Whether all bytes are zero. */
export function isZero(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0);
}
