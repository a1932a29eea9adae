import type { FetchedAccount } from "@tribe/chain/clear-signing";
import { type Address, base64Schema } from "@tribe/contract";
import * as z from "zod/mini";
import { fromBase64 } from "../keys/bytes.ts";

/** Reads accounts at one moment, in the order asked, at confirmed. Rejects with whatever stood in the way. */
export type ReadAccounts = (addresses: readonly Address[]) => Promise<readonly FetchedAccount[]>;

export interface NodeOptions {
  readonly rpcUrl: string;
  readonly fetch?: typeof fetch;
  readonly timeoutMilliseconds?: number;
}

/** A person waits for it with the box before them. */
const timeoutMilliseconds = 4_000;
/** All that is ever asked for fits in a twentieth of this; what is longer is not read to its end. */
const maxAnswerBytes = 64 * 1_024;

const answerSchema = z.object({
  result: z.object({
    value: z.array(z.nullable(z.object({ owner: z.string(), data: z.tuple([base64Schema, z.literal("base64")]) }))),
  }),
});

/**
 * Asks a node by Solana's JSON-RPC (`getMultipleAccounts`). It is told nothing but the addresses, and believed in nothing:
 * its answer is bounded in time and length, and what the accounts hold is for others to judge.
 */
export const nodeAt = (options: NodeOptions): ReadAccounts => {
  const call = callNode(options);
  return async (addresses) => {
    const answer = await call("getMultipleAccounts", [addresses, { commitment: "confirmed", encoding: "base64" }]);
    const { value } = answerSchema.parse(answer).result;
    if (value.length !== addresses.length) throw new Error("the node answered for other accounts");
    return value.map((account) => account && { owner: account.owner, data: fromBase64(account.data[0]) });
  };
};

/** One call of a node: its whole answer as it came, bounded in time and length. Rejects with whatever stood in the way. */
export type CallNode = (method: string, params: readonly unknown[]) => Promise<unknown>;

/** @param maxBytes of an answer; what is longer is not read to its end */
export const callNode =
  (
    { rpcUrl, fetch: ask = fetch, timeoutMilliseconds: limit = timeoutMilliseconds }: NodeOptions,
    maxBytes = maxAnswerBytes,
  ): CallNode =>
  async (method, params) => {
    const response = await ask(rpcUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      credentials: "omit",
      redirect: "error",
      signal: AbortSignal.timeout(limit),
    });
    if (!response.ok) throw new Error(`the node answered ${response.status}`);
    return JSON.parse(await boundedText(response, maxBytes));
  };

const boundedText = async (response: Response, maxBytes: number): Promise<string> => {
  const reader = response.body?.getReader();
  if (!reader) return "";
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      void reader.cancel();
      throw new Error("the node's answer is too long");
    }
    text += decoder.decode(value, { stream: true });
  }
};
