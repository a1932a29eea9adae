import type { InnerGroup } from "../chain/engine.ts";
import { uiAmount } from "../chain/token.ts";
import { encodeBase58 } from "../codec/base58.ts";
import { jsonInteger } from "../codec/json.ts";
import { base58Of, type Key } from "../codec/keys.ts";
import type { TokenBalance, TransactionRecord } from "../ledger/record.ts";
import { parseInstruction } from "../parsed/parse-instruction.ts";
import { isWritable } from "../transaction/lookup.ts";
import { type CompiledInstruction, parseTransaction, type WireTransaction } from "../transaction/wire.ts";
import { RPC_CODE, RpcError } from "./errors.ts";
import type { Config } from "./params.ts";

const ENCODINGS = ["json", "jsonParsed", "base58", "base64", "binary"] as const;

/** How a transaction is wanted. */
export interface TransactionEncoding {
  readonly encoding: (typeof ENCODINGS)[number];
  /** Highest version that the caller understands; none: only legacy, and the answer names no version. */
  readonly maxVersion: number | undefined;
}

/** Reads `encoding` and `maxSupportedTransactionVersion`. */
export function readTransactionEncoding(config: Config): TransactionEncoding {
  return {
    encoding: config.choice("encoding", ENCODINGS) ?? "json",
    maxVersion: config.u64("maxSupportedTransactionVersion"),
  };
}

/** Transaction, meta and version, as `getTransaction` and `getBlock` give them. */
export function encodeTransaction(record: TransactionRecord, wanted: TransactionEncoding): Record<string, unknown> {
  const tx = parseTransaction(record.wire);
  if (tx.version !== "legacy" && wanted.maxVersion === undefined) {
    const words = `Transaction version (${tx.version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${tx.version}`;
    throw new RpcError(RPC_CODE.unsupportedVersion, words);
  }
  const keys = [...tx.staticKeys, ...record.loadedWritable, ...record.loadedReadonly];
  const parsed = wanted.encoding === "jsonParsed";
  return {
    transaction: encodeBody(tx, record, keys, wanted.encoding),
    meta: encodeMeta(record, keys, parsed),
    ...(wanted.maxVersion === undefined ? {} : { version: tx.version }),
  };
}

function encodeBody(
  tx: WireTransaction,
  record: TransactionRecord,
  keys: readonly Key[],
  encoding: TransactionEncoding["encoding"],
): unknown {
  if (encoding === "base64") return [tx.bytes.toString("base64"), "base64"];
  if (encoding === "base58") return [encodeBase58(tx.bytes), "base58"];
  if (encoding === "binary") return encodeBase58(tx.bytes);
  const signatures = tx.signatures.map(base58Of);
  const recentBlockhash = base58Of(tx.blockhash);
  const lookups =
    tx.version === "legacy"
      ? {}
      : {
          addressTableLookups: tx.lookups.map((lookup) => ({
            accountKey: base58Of(lookup.table),
            writableIndexes: [...lookup.writable],
            readonlyIndexes: [...lookup.readonly],
          })),
        };
  if (encoding === "jsonParsed") {
    const accountKeys = keys.map((key, index) => ({
      pubkey: base58Of(key),
      signer: index < tx.requiredSignatures,
      writable: isWritable(tx, { keys, ...record }, index),
      source: index < tx.staticKeys.length ? "transaction" : "lookupTable",
    }));
    const instructions = tx.instructions.map((instruction) => parseInstruction(instruction, keys, 1));
    return { signatures, message: { accountKeys, recentBlockhash, instructions, ...lookups } };
  }
  const header = {
    numRequiredSignatures: tx.requiredSignatures,
    numReadonlySignedAccounts: tx.readonlySigned,
    numReadonlyUnsignedAccounts: tx.readonlyUnsigned,
  };
  const accountKeys = tx.staticKeys.map(base58Of);
  const instructions = tx.instructions.map((instruction) => encodeInstruction(instruction, 1));
  return { signatures, message: { header, accountKeys, recentBlockhash, instructions, ...lookups } };
}

function encodeInstruction(instruction: CompiledInstruction, stackHeight: number) {
  const { programIdIndex, accounts, data } = instruction;
  return { programIdIndex, accounts: [...accounts], data: encodeBase58(data), stackHeight };
}

/** Inner instructions, compiled or in words. */
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

function encodeTokenBalance(balance: TokenBalance) {
  return {
    accountIndex: balance.accountIndex,
    mint: base58Of(balance.mint),
    owner: base58Of(balance.owner),
    programId: base58Of(balance.program),
    uiTokenAmount: uiAmount(balance.amount, balance.decimals),
  };
}

function encodeMeta(record: TransactionRecord, keys: readonly Key[], parsed: boolean) {
  const { error, returnData } = record;
  const loaded = { writable: record.loadedWritable.map(base58Of), readonly: record.loadedReadonly.map(base58Of) };
  return {
    err: error,
    status: error === null ? { Ok: null } : { Err: error },
    fee: jsonInteger(record.fee),
    preBalances: record.preBalances.map(jsonInteger),
    postBalances: record.postBalances.map(jsonInteger),
    innerInstructions: encodeInner(record.inner, keys, parsed),
    logMessages: record.logs,
    preTokenBalances: record.preTokens.map(encodeTokenBalance),
    postTokenBalances: record.postTokens.map(encodeTokenBalance),
    rewards: [],
    ...(parsed ? {} : { loadedAddresses: loaded }),
    ...(returnData === null ? {} : { returnData: encodeReturnData(returnData) }),
    computeUnitsConsumed: record.computeUnits,
  };
}

/** A program's return data as the RPC writes it. */
export function encodeReturnData(returnData: { readonly program: Key; readonly data: Buffer }) {
  return { programId: base58Of(returnData.program), data: [returnData.data.toString("base64"), "base64"] };
}
