import type { RpcInnerInstructions } from "@tribe/chain/events";
import { type Address, ApiError, type Base64, type Mint } from "@tribe/contract";
import { createBatchReader, isAnswer, type RpcCall } from "./batch-reader.ts";
import { postJson } from "./post-json.ts";

/** A node's data about a token account before or after a transaction. */
export interface NodeTokenBalance {
  readonly accountIndex: number;
  readonly mint: Mint;
  readonly owner: Address;
  /** Base units, in decimals. */
  readonly uiTokenAmount: { readonly amount: string };
}

/**
 * The parts that we read of a transaction from Solana's `getTransaction` (encoding `base64`, the cheapest to write and to
 * parse). Other integers in it may exceed a double, but nothing here reads them.
 */
export interface NodeTransaction {
  readonly slot: number;
  /** s */
  readonly blockTime: number | null;
  /** The wire format. */
  readonly transaction: readonly [Base64, "base64"];
  readonly meta: {
    readonly err: unknown;
    /** Lamports that the network took from the fee payer. */
    readonly fee: number;
    /** Lamports of all its accounts; those of a token account are only its deposit, which a double holds exactly. */
    readonly preBalances: readonly number[];
    readonly postBalances: readonly number[];
    readonly innerInstructions?: readonly RpcInnerInstructions[] | null;
    readonly preTokenBalances?: readonly NodeTokenBalance[];
    readonly postTokenBalances?: readonly NodeTokenBalance[];
    readonly loadedAddresses?: { readonly writable: readonly Address[]; readonly readonly: readonly Address[] };
  } | null;
}

/**
 * Reads transactions that are at least confirmed, in the requested order; null for each that the node does not have (yet).
 */
export type ReadTransactions = (signatures: readonly string[]) => Promise<(NodeTransaction | null)[]>;

/**
 * Requests many transactions in JSON-RPC batches ({@link createBatchReader}): kit's client would take three times as long.
 * The reader throws the node's message when it refuses, and ApiError `unavailable` when it returns a transaction in another
 * encoding: the whole read fails, so that no caller continues past that transaction.
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
  // As with kit's client, the node's answer is typed, not validated: Solana's RPC is the contract.
  return (result ?? null) as NodeTransaction | null;
};

/** Checked, because another encoding would fail far from here, with an error that names no transaction. */
const isBase64 = (transaction: unknown): boolean =>
  Array.isArray(transaction) && typeof transaction[0] === "string" && transaction[1] === "base64";

const otherEncoding = (signature: string): ApiError =>
  new ApiError("unavailable", {
    cause: new Error(`the node told transaction ${signature} in another encoding than base64, which it was asked for`),
  });
