import { createDefaultRpcTransport, isJsonRpcPayload, type RpcTransport } from "@solana/kit";
import { postJson } from "./post-json.ts";

/**
 * Kit's transport, but for lists of signatures: a thousand entries hold no integer that a double does not, and kit's
 * parser, which looks at each character for such, would take most of the time of reading them.
 */
export const createNodeTransport = (url: string): RpcTransport => {
  const exact = createDefaultRpcTransport({ url });
  const transport = (config: Parameters<RpcTransport>[0]): Promise<unknown> => {
    const { payload, signal } = config;
    const isList = isJsonRpcPayload(payload) && payload.method === "getSignaturesForAddress";
    return isList ? postJson(url, payload, signal) : exact(config);
  };
  // What is answered is the caller's to name, as with every transport of kit's.
  return transport as RpcTransport;
};
