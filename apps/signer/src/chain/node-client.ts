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

/** Short, because a person waits in front of the open dialog. */
const timeoutMilliseconds = 4_000;
/** Twenty times what any answer needs; a longer one is not read to its end. */
const maxAnswerBytes = 64 * 1_024;

const answerSchema = z.object({
  result: z.object({
    value: z.array(z.nullable(z.object({ owner: z.string(), data: z.tuple([base64Schema, z.literal("base64")]) }))),
  }),
});

/**
 * Reads accounts by Solana's JSON-RPC (`getMultipleAccounts`). The node learns only the addresses and is not trusted: the size
 * and time of its answer are limited, and callers check the contents.
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

/** One call of a node: returns its unparsed answer, limited in time and size. Rejects with the cause of a failure. */
export type CallNode = (method: string, params: readonly unknown[]) => Promise<unknown>;

/** @param maxBytes the largest answer; a longer one is not read to its end */
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
