import { uiAmount } from "../chain/accounts/token.ts";
import type { InnerGroup } from "../chain/engine.ts";
import { encodeBase58 } from "../codec/base58.ts";
import { jsonInteger } from "../codec/json.ts";
import { base58Of, type Key } from "../codec/keys.ts";
import type { TokenBalance, TransactionRecord } from "../ledger/record.ts";
import { parseInstruction } from "../parsed/parse-instruction.ts";
import { isWritable } from "../transaction/lookup.ts";
import { type CompiledInstruction, parseTransaction, type WireTransaction } from "../transaction/wire.ts";
import { RPC_CODE, RpcError } from "./errors.ts";
import type { Config } from "./params.ts";

const ENCODINGS = ["binary", "base64", "base58", "json", "jsonParsed"] as const;
const TOP_LEVEL = 1;

/** The requested form of a transaction. */
export interface TransactionEncoding {
  readonly encoding: (typeof ENCODINGS)[number];
  /** Highest version that the caller supports; without it only legacy, and the answer has no version. */
  readonly maxVersion: number | undefined;
}

/** Reads `encoding` and `maxSupportedTransactionVersion`. */
export function readTransactionEncoding(config: Config): TransactionEncoding {
  return {
    encoding: config.choice("encoding", ENCODINGS) ?? "json",
    maxVersion: config.u64("maxSupportedTransactionVersion", "u8"),
  };
}

/** A recorded transaction, parsed and with all its keys. */
interface Opened {
  readonly tx: WireTransaction;
  readonly record: TransactionRecord;
  readonly keys: readonly Key[];
}

function open(record: TransactionRecord): Opened {
  const tx = parseTransaction(record.wire);
  return { tx, record, keys: [...tx.staticKeys, ...record.loadedWritable, ...record.loadedReadonly] };
}

/**
 * Transaction, meta and version, as `getTransaction` gives them, and `getBlock` with full details (whose rewards may be
 * switched off). Throws RpcError -32015 when the caller doesn't understand the transaction's version.
 */
export function encodeTransaction(
  record: TransactionRecord,
  { encoding, maxVersion }: TransactionEncoding,
  showRewards = true,
): Record<string, unknown> {
  const opened = open(record);
  const version = versionField(opened.tx, maxVersion);
  return {
    transaction: encodeBody(opened, encoding),
    meta: encodeMeta(opened, encoding === "jsonParsed", showRewards),
    ...version,
  };
}

/**
 * Accounts, balances and outcome without instructions, as `getBlock` gives them with `transactionDetails: "accounts"`.
 * Throws RpcError -32015 as `encodeTransaction`.
 */
export function encodeTransactionAccounts(
  record: TransactionRecord,
  maxVersion: number | undefined,
  showRewards = true,
): Record<string, unknown> {
  const opened = open(record);
  return {
    transaction: { signatures: opened.tx.signatures.map(base58Of), accountKeys: encodeAccountKeys(opened) },
    meta: { ...encodeOutcome(record), ...encodeTokenBalances(record), ...(showRewards ? { rewards: [] } : {}) },
    ...versionField(opened.tx, maxVersion),
  };
}

/** Throws RpcError -32015 when a caller doesn't understand the transaction's version. */
export function assertVersion(record: TransactionRecord, maxVersion: number | undefined): void {
  if (maxVersion === undefined) versionField(parseTransaction(record.wire), maxVersion);
}

function versionField(tx: WireTransaction, maxVersion: number | undefined) {
  if (maxVersion !== undefined) return { version: tx.version };
  if (tx.version === "legacy") return {};
  const words = `Transaction version (${tx.version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${tx.version}`;
  throw new RpcError(RPC_CODE.unsupportedVersion, words);
}

function encodeBody(opened: Opened, encoding: TransactionEncoding["encoding"]): unknown {
  const { tx, keys } = opened;
  if (encoding === "base64") return [tx.bytes.toString("base64"), "base64"];
  if (encoding === "base58") return [encodeBase58(tx.bytes), "base58"];
  if (encoding === "binary") return encodeBase58(tx.bytes);
  const message = {
    ...(encoding === "jsonParsed"
      ? {
          accountKeys: encodeAccountKeys(opened),
          instructions: tx.instructions.map((instruction) => parseInstruction(instruction, keys, TOP_LEVEL)),
        }
      : {
          header: {
            numRequiredSignatures: tx.requiredSignatures,
            numReadonlySignedAccounts: tx.readonlySigned,
            numReadonlyUnsignedAccounts: tx.readonlyUnsigned,
          },
          accountKeys: tx.staticKeys.map(base58Of),
          instructions: tx.instructions.map((instruction) => encodeInstruction(instruction, TOP_LEVEL)),
        }),
    recentBlockhash: base58Of(tx.blockhash),
    ...(tx.version === "legacy" ? {} : { addressTableLookups: encodeLookups(tx) }),
  };
  return { signatures: tx.signatures.map(base58Of), message };
}

function encodeAccountKeys({ tx, record, keys }: Opened) {
  return keys.map((key, index) => ({
    pubkey: base58Of(key),
    signer: index < tx.requiredSignatures,
    writable: isWritable(tx, { ...record, keys }, index),
    source: index < tx.staticKeys.length ? "transaction" : "lookupTable",
  }));
}

function encodeLookups(tx: WireTransaction) {
  return tx.lookups.map(({ table, writable, readonly }) => ({
    accountKey: base58Of(table),
    writableIndexes: [...writable],
    readonlyIndexes: [...readonly],
  }));
}

function encodeInstruction(instruction: CompiledInstruction, stackHeight: number) {
  const { programIdIndex, accounts, data } = instruction;
  return { programIdIndex, accounts: accounts.toJSON().data, data: encodeBase58(data), stackHeight };
}

/** Inner instructions, compiled or parsed. */
export function encodeInner(inner: readonly InnerGroup[], keys: readonly Key[], parsed: boolean): unknown[] {
  return inner.map((group) => ({
    index: group.index,
    instructions: group.instructions.map((instruction) =>
      parsed
        ? parseInstruction(instruction, keys, instruction.stackHeight)
        : encodeInstruction(instruction, instruction.stackHeight),
    ),
  }));
}

/** A holding before or after a transaction as the RPC writes it: the raw amount, whatever interest the mint bears. */
export function encodeTokenBalance(balance: TokenBalance) {
  return {
    accountIndex: balance.accountIndex,
    mint: base58Of(balance.mint),
    owner: base58Of(balance.owner),
    programId: base58Of(balance.program),
    uiTokenAmount: uiAmount(balance.amount, balance.decimals),
  };
}

function encodeTokenBalances(record: TransactionRecord) {
  return {
    preTokenBalances: record.preTokens.map(encodeTokenBalance),
    postTokenBalances: record.postTokens.map(encodeTokenBalance),
  };
}

function encodeOutcome({ error, fee, preBalances, postBalances }: TransactionRecord) {
  return {
    err: error,
    status: error === null ? { Ok: null } : { Err: error },
    fee: jsonInteger(fee),
    preBalances: preBalances.map(jsonInteger),
    postBalances: postBalances.map(jsonInteger),
  };
}

function encodeMeta({ record, keys }: Opened, parsed: boolean, showRewards: boolean) {
  const { returnData } = record;
  const loaded = { writable: record.loadedWritable.map(base58Of), readonly: record.loadedReadonly.map(base58Of) };
  return {
    ...encodeOutcome(record),
    innerInstructions: encodeInner(record.inner, keys, parsed),
    logMessages: record.logs,
    ...encodeTokenBalances(record),
    rewards: showRewards ? [] : null,
    ...(parsed ? {} : { loadedAddresses: loaded }),
    ...(returnData === null ? {} : { returnData: encodeReturnData(returnData) }),
    computeUnitsConsumed: record.computeUnits,
    ...(record.costUnits === undefined ? {} : { costUnits: record.costUnits }),
  };
}

/** A program's return data as the RPC writes it. */
export function encodeReturnData(returnData: { readonly program: Key; readonly data: Buffer }) {
  return { programId: base58Of(returnData.program), data: [returnData.data.toString("base64"), "base64"] };
}
