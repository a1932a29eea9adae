import type { FetchedAccount } from "@tribe/chain/clear-signing";
import { type Address, base64Schema } from "@tribe/contract";
import * as z from "zod/mini";
import { fromBase64 } from "../keys/bytes.ts";

/** Reads accounts at one moment, in the order asked, at confirmed. Rejects with whatever stood in the way. */
export type AskNode = (addresses: readonly Address[]) => Promise<readonly FetchedAccount[]>;

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
export const nodeAt = ({
  rpcUrl,
  fetch: ask = fetch,
  timeoutMilliseconds: limit = timeoutMilliseconds,
}: NodeOptions): AskNode => {
  return async (addresses) => {
    const params = [addresses, { commitment: "confirmed", encoding: "base64" }];
    const response = await ask(rpcUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getMultipleAccounts", params }),
      credentials: "omit",
      redirect: "error",
      signal: AbortSignal.timeout(limit),
    });
    if (!response.ok) throw new Error(`the node answered ${response.status}`);
    const { value } = answerSchema.parse(JSON.parse(await boundedText(response))).result;
    if (value.length !== addresses.length) throw new Error("the node answered for other accounts");
    return value.map((account) => account && { owner: account.owner, data: fromBase64(account.data[0]) });
  };
};

const boundedText = async (response: Response): Promise<string> => {
  const reader = response.body?.getReader();
  if (!reader) return "";
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxAnswerBytes) {
      void reader.cancel();
      throw new Error("the node's answer is too long");
    }
    text += decoder.decode(value, { stream: true });
  }
};
