import { isJsonRpcPayload, type RpcTransport } from "@solana/kit";
import { createBatchReader, type RpcCall } from "./batch-reader.ts";

/** Quick reads, which do not delay the others of their batch. A transaction is never sent as part of a batch. */
const batched: ReadonlySet<string> = new Set([
  "getAccountInfo",
  "getBalance",
  "getBlockHeight",
  "getLatestBlockhash",
  "getMultipleAccounts",
  "getRecentPrioritizationFees",
  "simulateTransaction",
]);

/**
 * A transport like the given one, except for quick reads: those requested at the same time are sent as one JSON-RPC batch
 * ({@link createBatchReader}). The given transport repeats one by one what a batch leaves unanswered, because the node
 * refuses batches or an integer exceeds a double.
 */
export const createBatchTransport = (url: string, one: RpcTransport): RpcTransport => {
  // The caller names the answer's type, as with every transport of kit.
  const alone = (config: Parameters<RpcTransport>[0]): Promise<unknown> => one(config);
  const ask = createBatchReader({ url, alone: (payload) => alone({ payload }), hasLargeIntegers: true });
  const transport = (config: Parameters<RpcTransport>[0]): Promise<unknown> => {
    const { payload, signal } = config;
    if (signal || !isJsonRpcPayload(payload) || !batched.has(payload.method)) return alone(config);
    // Kit numbers its calls, though its type of a payload does not say so.
    return ask(payload as typeof payload & RpcCall);
  };
  // RpcTransport is generic in the answer, which the caller names.
  return transport as RpcTransport;
};
