import { isJsonRpcPayload, type RpcTransport } from "@solana/kit";
import { createBatchReader, type RpcCall } from "./batch-reader.ts";

/** Quick reads: none of them delays the others of its batch. A transaction is never sent as part of a batch. */
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
 * A transport like the one given, but for quick reads: those that are asked for at the same moment go as one JSON-RPC batch
 * ({@link createBatchReader}). What a batch leaves open, be it that a node takes none or that an integer is too large for a
 * double, is asked for again one by one by the transport given.
 */
export const createBatchTransport = (url: string, one: RpcTransport): RpcTransport => {
  // What is answered is the caller's to name, as with every transport of kit's.
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
