import { createDefaultRpcTransport, isJsonRpcPayload, type RpcTransport } from "@solana/kit";
import { countFailureOf } from "../../context/dependency-failures.ts";
import { postJson } from "./post-json.ts";

/** Their answers contain no integer that exceeds a double. */
const plain: ReadonlySet<string> = new Set(["getSignaturesForAddress", "getSignatureStatuses", "sendTransaction"]);

/**
 * Kit's transport, except for lists of signatures and the calls of each trade: kit's parser checks each character for
 * integers that exceed a double, which would take most of the time of reading them, and its `fetch` most of the rest.
 */
export const createNodeTransport = (url: string): RpcTransport => {
  const exact = createDefaultRpcTransport({ url });
  const transport = (config: Parameters<RpcTransport>[0]): Promise<unknown> => {
    const { payload, signal } = config;
    const isPlain = isJsonRpcPayload(payload) && plain.has(payload.method);
    const answer = isPlain ? postJson(url, payload, signal) : exact(config);
    answer.catch(() => countFailureOf("chain"));
    return answer;
  };
  // The caller names the answer's type, as with every transport of kit.
  return transport as RpcTransport;
};
