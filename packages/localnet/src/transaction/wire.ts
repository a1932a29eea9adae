import { createHash } from "node:crypto";
import { type Key, keyAt, rawBytes, type Sig, sigAt } from "../codec/keys.ts";

/** The most bytes a transaction may have: an IPv6 packet less its headers. */
export const MAX_TRANSACTION_BYTES = 1232;

/** A compiled instruction: indexes into the message's account keys. */
export interface CompiledInstruction {
  readonly programIdIndex: number;
  readonly accounts: Buffer;
  readonly data: Buffer;
}

/** Accounts that a version 0 message takes from a lookup table. */
export interface TableLookup {
  readonly table: Key;
  readonly writable: Buffer;
  readonly readonly: Buffer;
}

/** A transaction read from its bytes. The buffers are views of `bytes`. */
export interface WireTransaction {
  readonly bytes: Buffer;
  readonly signature: Sig;
  readonly signatures: readonly Sig[];
  readonly message: Buffer;
  /** Where the blockhash stands in `bytes`. */
  readonly blockhashAt: number;
  readonly version: "legacy" | 0;
  readonly requiredSignatures: number;
  readonly readonlySigned: number;
  readonly readonlyUnsigned: number;
  readonly staticKeys: readonly Key[];
  readonly blockhash: Key;
  readonly instructions: readonly CompiledInstruction[];
  readonly lookups: readonly TableLookup[];
}

/** The bytes are not a transaction (`deserialize`), or its parts contradict each other (`sanitize`). */
export class MalformedTransactionError extends Error {
  readonly stage: "deserialize" | "sanitize";

  constructor(stage: "deserialize" | "sanitize", detail: string) {
    super(detail);
    this.name = "MalformedTransactionError";
    this.stage = stage;
  }
}

class Cursor {
  readonly #bytes: Buffer;
  at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  advance(size: number): number {
    const at = this.at;
    if (at + size > this.#bytes.length)
      throw new MalformedTransactionError("deserialize", "io error: unexpected end of file");
    this.at = at + size;
    return at;
  }

  u8(): number {
    return this.#bytes.readUInt8(this.advance(1));
  }

  peek(): number {
    return this.#bytes[this.at] ?? 0;
  }

  slice(size: number): Buffer {
    const at = this.advance(size);
    return this.#bytes.subarray(at, at + size);
  }

  /** Solana's compact-u16, refused when it is not the shortest form. */
  length(): number {
    let value = 0;
    for (let i = 0; i < 3; i++) {
      const byte = this.u8();
      value |= (byte & 0x7f) << (7 * i);
      if ((byte & 0x80) === 0) {
        if ((byte === 0 && i > 0) || value > 0xffff) break;
        return value;
      }
    }
    throw new MalformedTransactionError("deserialize", "invalid length");
  }

  list<T>(read: () => T): T[] {
    const count = this.length();
    const items: T[] = [];
    for (let i = 0; i < count; i++) items.push(read());
    return items;
  }
}

/**
 * Parses a transaction and checks its consistency, as strictly as a node does. LiteSVM aborts the whole process on bytes that
 * it cannot decode, so it only gets bytes that were checked here.
 * @throws MalformedTransactionError
 */
export function parseTransaction(input: Uint8Array): WireTransaction {
  const bytes = Buffer.from(input);
  const cursor = new Cursor(bytes);
  const signatures = cursor.list(() => sigAt(bytes, cursor.advance(64)));
  const start = cursor.at;
  let version: "legacy" | 0 = "legacy";
  if ((cursor.peek() & 0x80) !== 0) {
    const prefix = cursor.u8() & 0x7f;
    if (prefix !== 0) throw new MalformedTransactionError("deserialize", `unsupported version: ${prefix}`);
    version = 0;
  }
  const requiredSignatures = cursor.u8();
  const readonlySigned = cursor.u8();
  const readonlyUnsigned = cursor.u8();
  const staticKeys = cursor.list(() => keyAt(bytes, cursor.advance(32)));
  const blockhashAt = cursor.advance(32);
  const instructions = cursor.list<CompiledInstruction>(() => ({
    programIdIndex: cursor.u8(),
    accounts: cursor.slice(cursor.length()),
    data: cursor.slice(cursor.length()),
  }));
  const lookups =
    version === "legacy"
      ? []
      : cursor.list<TableLookup>(() => ({
          table: keyAt(bytes, cursor.advance(32)),
          writable: cursor.slice(cursor.length()),
          readonly: cursor.slice(cursor.length()),
        }));
  if (cursor.at !== bytes.length) throw new MalformedTransactionError("deserialize", "trailing bytes");
  const signature = signatures[0];
  if (signature === undefined) throw new MalformedTransactionError("sanitize", "no signature");
  const transaction: WireTransaction = {
    bytes,
    signature,
    signatures,
    message: bytes.subarray(start),
    blockhashAt,
    version,
    requiredSignatures,
    readonlySigned,
    readonlyUnsigned,
    staticKeys,
    blockhash: keyAt(bytes, blockhashAt),
    instructions,
    lookups,
  };
  sanitize(transaction);
  return transaction;
}

/** Only the first signature, of bytes that {@link parseTransaction} has read before. */
export function readSignature(bytes: Buffer): Sig {
  const cursor = new Cursor(bytes);
  cursor.length();
  return sigAt(bytes, cursor.advance(64));
}

/** Only what a transaction is found by, of bytes that {@link parseTransaction} has read before. */
export function readNames(bytes: Buffer): Pick<WireTransaction, "signature" | "staticKeys"> {
  const cursor = new Cursor(bytes);
  const signatures = cursor.length();
  const signature = sigAt(bytes, cursor.advance(signatures * 64));
  const isVersioned = (cursor.peek() & 0x80) !== 0;
  cursor.advance(isVersioned ? 4 : 3);
  return { signature, staticKeys: cursor.list(() => keyAt(bytes, cursor.advance(32))) };
}

function sanitize(tx: WireTransaction): void {
  const statics = tx.staticKeys.length;
  let total = statics;
  let sound =
    tx.signatures.length === tx.requiredSignatures &&
    tx.requiredSignatures + tx.readonlyUnsigned <= statics &&
    tx.readonlySigned < tx.requiredSignatures;
  for (const lookup of tx.lookups) {
    const count = lookup.writable.length + lookup.readonly.length;
    if (count === 0) sound = false;
    total += count;
  }
  if (total > 256) sound = false;
  for (const instruction of tx.instructions) {
    if (instruction.programIdIndex === 0 || instruction.programIdIndex >= statics) sound = false;
    for (const index of instruction.accounts) if (index >= total) sound = false;
  }
  if (!sound) throw new MalformedTransactionError("sanitize", "index out of bounds or invalid header");
}

/** Whether a static key (by index) is writable according to the header. */
export function isWritableStatic(tx: WireTransaction, index: number): boolean {
  return index < tx.requiredSignatures
    ? index < tx.requiredSignatures - tx.readonlySigned
    : index < tx.staticKeys.length - tx.readonlyUnsigned;
}

/**
 * The message's hash, which identifies it, however often and by whomever it is signed. (A node uses blake3; the value never
 * leaves this process.)
 */
export function messageHash(message: Buffer): Key {
  return keyAt(createHash("sha256").update(message).digest());
}

/** The transaction's bytes with another blockhash in their message; the signatures are then invalid. */
export function withBlockhash(tx: WireTransaction, blockhash: Key): Buffer {
  const bytes = Buffer.from(tx.bytes);
  rawBytes(blockhash).copy(bytes, tx.blockhashAt);
  return bytes;
}
