import type { RpcInnerInstructions } from "@tribe/chain/events";
import { type Address, ApiError, type Base64, type Mint } from "@tribe/contract";
import { createBatchReader, isAnswer, type RpcCall } from "./batch-reader.ts";
import { postJson } from "./post-json.ts";

/** What a node tells of a token account before or after a transaction. */
export interface NodeTokenBalance {
  readonly accountIndex: number;
  readonly mint: Mint;
  readonly owner: Address;
  /** Base units, in decimals. */
  readonly uiTokenAmount: { readonly amount: string };
}

/**
 * The parts that we read of a transaction as Solana's `getTransaction` tells it (encoding `base64`, which is the least to
 * write and to read). Its other integers, of which a double may not hold each, are nobody's business here.
 */
export interface NodeTransaction {
  readonly slot: number;
  /** s */
  readonly blockTime: number | null;
  /** As it went over the wire. */
  readonly transaction: readonly [Base64, "base64"];
  readonly meta: {
    readonly err: unknown;
    readonly innerInstructions?: readonly RpcInnerInstructions[] | null;
    readonly preTokenBalances?: readonly NodeTokenBalance[];
    readonly postTokenBalances?: readonly NodeTokenBalance[];
    readonly loadedAddresses?: { readonly writable: readonly Address[]; readonly readonly: readonly Address[] };
  } | null;
}

/** Reads transactions that are at least confirmed, in the order asked for; null for each that the node does not have (yet). */
export type ReadTransactions = (signatures: readonly string[]) => Promise<(NodeTransaction | null)[]>;

/**
 * Asks a node for many transactions by JSON-RPC batches ({@link createBatchReader}): kit's client would take thrice the
 * time. The reader throws the node's words when it refuses, and ApiError `unavailable` when it tells a transaction in
 * another encoding: the whole read fails, so that nobody goes on past that one.
 */
export const createTransactionReader = (url: string): ReadTransactions => {
  const alone = (call: RpcCall): Promise<unknown> => postJson(url, call);
  const ask = createBatchReader({ url, alone, hasLargeIntegers: false });
  let asked = 0;
  const callOf = (signature: string) => ({
    jsonrpc: "2.0",
    id: asked++,
    method: "getTransaction",
    params: [signature, { commitment: "confirmed", encoding: "base64", maxSupportedTransactionVersion: 0 }],
  });
  const read = async (signature: string): Promise<NodeTransaction | null> => {
    const found = resultOf(await ask(callOf(signature)));
    if (found && !isBase64(found.transaction)) throw otherEncoding(signature);
    return found;
  };
  return (signatures) => Promise.all(signatures.map(read));
};

const resultOf = (answer: unknown): NodeTransaction | null => {
  if (!isAnswer(answer)) throw new Error("the node's answer is no JSON-RPC");
  const { result, error } = answer;
  if (error) throw new Error(`the node refused a transaction: ${error.message} (${error.code})`);
  // As with kit's client, what a node tells is named, not looked at: Solana's RPC is the contract.
  return (result ?? null) as NodeTransaction | null;
};

/** Looked at, because what comes in another encoding would fail far from here, by an error that names no transaction. */
const isBase64 = (transaction: unknown): boolean =>
  Array.isArray(transaction) && typeof transaction[0] === "string" && transaction[1] === "base64";

const otherEncoding = (signature: string): ApiError =>
  new ApiError("unavailable", {
    cause: new Error(`the node told transaction ${signature} in another encoding than base64, which it was asked for`),
  });
