import { createDefaultRpcTransport, isJsonRpcPayload, type RpcTransport } from "@solana/kit";
import { postJson } from "./post-json.ts";

/** Their answers hold no integer that a double does not. */
const plain: ReadonlySet<string> = new Set(["getSignaturesForAddress", "getSignatureStatuses", "sendTransaction"]);

/**
 * Kit's transport, but for lists of signatures and what each trade asks: kit's parser looks at each character for integers
 * that a double does not hold, which would take most of the time of reading them, and its `fetch` most of the rest.
 */
export const createNodeTransport = (url: string): RpcTransport => {
  const exact = createDefaultRpcTransport({ url });
  const transport = (config: Parameters<RpcTransport>[0]): Promise<unknown> => {
    const { payload, signal } = config;
    const isPlain = isJsonRpcPayload(payload) && plain.has(payload.method);
    return isPlain ? postJson(url, payload, signal) : exact(config);
  };
  // What is answered is the caller's to name, as with every transport of kit's.
  return transport as RpcTransport;
};
