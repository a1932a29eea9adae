import type { InnerGroup, ReturnData } from "../chain/engine.ts";
import type { ClockState } from "../chain/slot-clock.ts";
import { ByteReader, type ByteWriter } from "../codec/bytes.ts";
import type { Key, Sig } from "../codec/keys.ts";
import type { TransactionError } from "../transaction/errors.ts";
import { readNames, readSignature } from "../transaction/wire.ts";
import { type RecordedWrite, readWrites, writeWrites } from "./account-codec.ts";
import type { HistoryOptions, NamedTransaction } from "./history.ts";

/** The token balance of one account of a transaction, before or after it. */
export interface TokenBalance {
  readonly accountIndex: number;
  readonly mint: Key;
  readonly owner: Key;
  readonly program: Key;
  readonly amount: bigint;
  readonly decimals: number;
}

/** The part of a transaction's outcome that statuses need. */
export interface KnownStatus {
  readonly slot: number;
  /** Hash of the message, for replay protection. */
  readonly message: Key;
  readonly error: TransactionError | null;
}

/** A processed transaction with everything that `getTransaction` returns. Lamports; block time in seconds. */
export interface TransactionRecord {
  readonly slot: number;
  readonly blockTime: number;
  readonly wire: Buffer;
  readonly loadedWritable: readonly Key[];
  readonly loadedReadonly: readonly Key[];
  readonly error: TransactionError | null;
  readonly fee: bigint;
  readonly computeUnits: number;
  /** Absent in ledgers of earlier versions. */
  readonly costUnits?: number;
  readonly preBalances: readonly bigint[];
  readonly postBalances: readonly bigint[];
  readonly preTokens: readonly TokenBalance[];
  readonly postTokens: readonly TokenBalance[];
  readonly logs: readonly string[];
  readonly inner: readonly InnerGroup[];
  readonly returnData: ReturnData | null;
}

/** A transaction's fields in a list. */
export type TransactionHead = Pick<TransactionRecord, "slot" | "blockTime" | "wire" | "error">;

/** One entry of the journal. */
export type LedgerRecord =
  | { readonly kind: "header"; readonly format: number; readonly seed: Buffer; readonly slotsPerEpoch: number }
  | { readonly kind: "accounts"; readonly writes: readonly RecordedWrite[] }
  | { readonly kind: "clock"; readonly clock: ClockState }
  | {
      readonly kind: "transaction";
      readonly transaction: TransactionRecord;
      readonly writes: readonly RecordedWrite[];
    };

const HAS_RETURN_DATA = 1;
const HAS_COST = 2;

const KINDS = ["header", "accounts", "clock", "transaction"] as const;

/** Whether a payload may begin with this byte. */
export function isKindOfRecord(byte: number): boolean {
  return byte < KINDS.length;
}

/** Appends a record's payload. */
export function encodeRecord(out: ByteWriter, record: LedgerRecord): void {
  out.u8(KINDS.indexOf(record.kind));
  switch (record.kind) {
    case "header":
      out.u16(record.format);
      out.bytes(record.seed);
      out.whole(record.slotsPerEpoch);
      return;
    case "accounts":
      writeWrites(out, record.writes);
      return;
    case "clock":
      writeClock(out, record.clock);
      return;
    case "transaction":
      encodeTransaction(out, record.transaction);
      writeWrites(out, record.writes);
  }
}

/** Reads a record's payload. Throws on invalid bytes. */
export function decodeRecord(payload: Buffer): LedgerRecord {
  const reader = new ByteReader(payload);
  const kind = KINDS[reader.u8()];
  switch (kind) {
    case "header":
      return { kind, format: reader.u16(), seed: Buffer.from(reader.bytes()), slotsPerEpoch: reader.whole() };
    case "accounts":
      return { kind, writes: readWrites(reader) };
    case "clock":
      return { kind, clock: readClock(reader) };
    case "transaction": {
      const transaction = decodeTransaction(reader);
      return { kind, transaction, writes: readWrites(reader) };
    }
    default:
      throw new RangeError("unknown kind of record");
  }
}

/** Reads only the index keys of a transaction's payload; `undefined` for other records. */
export function decodeNames(payload: Buffer): (NamedTransaction & { readonly slot: number }) | undefined {
  const reader = new ByteReader(payload);
  if (KINDS[reader.u8()] !== "transaction") return undefined;
  const slot = reader.whole();
  reader.whole();
  const { signature, staticKeys } = readNames(reader.bytes());
  return { slot, signature, keys: [...staticKeys, ...readKeys(reader), ...readKeys(reader)] };
}

/** The journal's methods for the index of the history, about records that are transactions. */
export function namesIn(read: (offset: number) => Buffer): Pick<HistoryOptions, "named" | "signed"> {
  const known = <Found>(found: Found | undefined): Found => {
    if (found === undefined) throw new RangeError("no transaction at this place of the journal");
    return found;
  };
  return {
    named: (offset) => known(decodeNames(read(offset))),
    signed: (offset) => known(decodeSignature(read(offset))),
  };
}

function decodeSignature(payload: Buffer): Sig | undefined {
  const reader = new ByteReader(payload);
  if (KINDS[reader.u8()] !== "transaction") return undefined;
  reader.whole();
  reader.whole();
  return readSignature(reader.bytes());
}

/** Reads a transaction's payload without the written accounts; `undefined` for other records. */
export function decodeTransactionRecord(payload: Buffer): TransactionRecord | undefined {
  const reader = new ByteReader(payload);
  return KINDS[reader.u8()] === "transaction" ? decodeTransaction(reader) : undefined;
}

/** Reads only a list entry's fields of a transaction's payload; `undefined` for other records. */
export function decodeHead(payload: Buffer): TransactionHead | undefined {
  const reader = new ByteReader(payload);
  if (KINDS[reader.u8()] !== "transaction") return undefined;
  const [slot, blockTime, wire] = [reader.whole(), reader.whole(), reader.bytes()];
  for (let list = 0; list < 2; list++) readKeys(reader);
  return { slot, blockTime, wire, error: decodeError(reader.text()) };
}

function list<T>(out: ByteWriter, items: readonly T[], write: (item: T) => void): void {
  out.u16(items.length);
  for (const item of items) write(item);
}

function items<T>(reader: ByteReader, read: (reader: ByteReader) => T): T[] {
  const count = reader.u16();
  const result: T[] = [];
  for (let i = 0; i < count; i++) result.push(read(reader));
  return result;
}

function encodeTransaction(out: ByteWriter, tx: TransactionRecord): void {
  out.whole(tx.slot);
  out.whole(tx.blockTime);
  out.bytes(tx.wire);
  list(out, tx.loadedWritable, (key) => out.key(key));
  list(out, tx.loadedReadonly, (key) => out.key(key));
  out.text(encodeError(tx.error));
  out.u64(tx.fee);
  out.whole(tx.computeUnits);
  list(out, tx.preBalances, (lamports) => out.u64(lamports));
  list(out, tx.postBalances, (lamports) => out.u64(lamports));
  for (const balances of [tx.preTokens, tx.postTokens]) {
    list(out, balances, (balance) => {
      out.u8(balance.accountIndex);
      out.key(balance.mint);
      out.key(balance.owner);
      out.key(balance.program);
      out.u64(balance.amount);
      out.u8(balance.decimals);
    });
  }
  list(out, tx.logs, (line) => out.text(line));
  list(out, tx.inner, (group) => {
    out.u8(group.index);
    list(out, group.instructions, (instruction) => {
      out.u8(instruction.programIdIndex);
      out.bytes(instruction.accounts);
      out.bytes(instruction.data);
      out.u8(instruction.stackHeight);
    });
  });
  out.u8((tx.returnData === null ? 0 : HAS_RETURN_DATA) | (tx.costUnits === undefined ? 0 : HAS_COST));
  if (tx.returnData !== null) {
    out.key(tx.returnData.program);
    out.bytes(tx.returnData.data);
  }
  if (tx.costUnits !== undefined) out.whole(tx.costUnits);
}

const readKeys = (reader: ByteReader) => items(reader, readKey);
const readKey = (reader: ByteReader) => reader.key();
const readU64 = (reader: ByteReader) => reader.u64();
const readText = (reader: ByteReader) => reader.text();

function readTokenBalance(reader: ByteReader): TokenBalance {
  const accountIndex = reader.u8();
  const [mint, owner, program] = [reader.key(), reader.key(), reader.key()];
  return { accountIndex, mint, owner, program, amount: reader.u64(), decimals: reader.u8() };
}

function readInstruction(reader: ByteReader): InnerGroup["instructions"][number] {
  // Fields are read in the order in which they were written, here and below.
  return {
    programIdIndex: reader.u8(),
    accounts: reader.bytes(),
    data: reader.bytes(),
    stackHeight: reader.u8(),
  };
}

const readGroup = (reader: ByteReader): InnerGroup => ({
  index: reader.u8(),
  instructions: items(reader, readInstruction),
});

// No closure per transaction: thousands are read per second.
function decodeTransaction(reader: ByteReader): TransactionRecord {
  const transaction = {
    slot: reader.whole(),
    blockTime: reader.whole(),
    wire: reader.bytes(),
    loadedWritable: readKeys(reader),
    loadedReadonly: readKeys(reader),
    error: decodeError(reader.text()),
    fee: reader.u64(),
    computeUnits: reader.whole(),
    preBalances: items(reader, readU64),
    postBalances: items(reader, readU64),
    preTokens: items(reader, readTokenBalance),
    postTokens: items(reader, readTokenBalance),
    logs: items(reader, readText),
    inner: items(reader, readGroup),
  };
  const flags = reader.u8();
  const returnData = (flags & HAS_RETURN_DATA) === 0 ? null : { program: reader.key(), data: reader.bytes() };
  return (flags & HAS_COST) === 0
    ? { ...transaction, returnData }
    : { ...transaction, returnData, costUnits: reader.whole() };
}

/** Writes an outcome as text, empty for success. */
export function encodeError(error: TransactionError | null): string {
  return error === null ? "" : JSON.stringify(error);
}

/** Reads what `encodeError` wrote. */
export function decodeError(text: string): TransactionError | null {
  return text === "" ? null : (JSON.parse(text) as TransactionError); // written by encodeError, checksummed
}

/** Appends a state of the clock. */
export function writeClock(out: ByteWriter, clock: ClockState): void {
  for (const value of [clock.slot, clock.offsetMs, clock.unixTime, clock.epochStart]) out.whole(value);
}

/** Reads a state of the clock. */
export function readClock(reader: ByteReader): ClockState {
  const slot = reader.whole();
  const offsetMs = reader.whole();
  return { slot, offsetMs, unixTime: reader.whole(), epochStart: reader.whole() };
}
