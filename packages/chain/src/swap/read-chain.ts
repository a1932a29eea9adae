import { type Address, type Base64, base64Schema, milliseconds } from "@tribe/contract";
import * as z from "zod/mini";
import { fromBase64 } from "../transactions/transactions.ts";
import { askJson } from "./ask-json.ts";
import { SwapError } from "./provider.ts";

/** The chain data that a swap needs, at confirmed. Every call throws {@link SwapError}. */
export interface ChainReader {
  /** Data of each account, null for a missing one. */
  accounts(addresses: readonly Address[], signal?: AbortSignal): Promise<(Uint8Array | null)[]>;
  latestBlockhash(signal?: AbortSignal): Promise<{ blockhash: string; lastValidBlockHeight: number }>;
  /** Micro-lamports per compute unit that recent blocks charged for these accounts. */
  recentPriorityFees(touched: readonly Address[], signal?: AbortSignal): Promise<bigint[]>;
}

export interface ReaderOptions {
  readonly fetch?: typeof fetch;
  readonly timeoutMilliseconds?: number;
}

const accountsSchema = z.object({
  value: z.array(z.nullable(z.object({ data: z.tuple([base64Schema, z.literal("base64")]) }))),
});
const blockhashSchema = z.object({ value: z.object({ blockhash: z.string(), lastValidBlockHeight: z.int() }) });
const feesSchema = z.array(z.object({ prioritizationFee: z.number().check(z.minimum(0)) }));
const answerSchema = z.object({ result: z.unknown() });

/** Reads the chain by Solana's JSON-RPC. */
export const rpcChainReader = (rpcUrl: string, options: ReaderOptions = {}): ChainReader => {
  const call = async <Schema extends z.ZodMiniType>(
    method: string,
    params: readonly unknown[],
    schema: Schema,
    signal: AbortSignal | undefined,
  ): Promise<z.output<Schema>> => {
    const answer = await askJson({
      url: rpcUrl,
      body: { jsonrpc: "2.0", id: 1, method, params },
      fetch: options.fetch ?? fetch,
      timeoutMilliseconds: options.timeoutMilliseconds ?? milliseconds.apiTimeout,
      signal,
    });
    const envelope = z.safeParse(answerSchema, answer.body);
    const result = envelope.success ? z.safeParse(schema, envelope.data.result) : envelope;
    // a JSON-RPC error, or an answer that no RPC node gives
    if (!result.success) throw new SwapError("unreachable", { cause: answer.body });
    return result.data as z.output<Schema>; // the schema has just parsed it
  };
  const bytesOf = (account: { data: readonly [Base64, "base64"] } | null) => account && fromBase64(account.data[0]);
  return {
    accounts: async (addresses, signal) => {
      const params = [addresses, { commitment: "confirmed", encoding: "base64" }];
      const { value } = await call("getMultipleAccounts", params, accountsSchema, signal);
      if (value.length !== addresses.length) throw new SwapError("unreachable");
      return value.map(bytesOf);
    },
    latestBlockhash: async (signal) =>
      (await call("getLatestBlockhash", [{ commitment: "confirmed" }], blockhashSchema, signal)).value,
    recentPriorityFees: async (touched, signal) => {
      const fees = await call("getRecentPrioritizationFees", [touched], feesSchema, signal);
      return fees.map((fee) => BigInt(Math.ceil(fee.prioritizationFee)));
    },
  };
};
