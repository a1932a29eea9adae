import { createDefaultRpcTransport, isJsonRpcPayload, type RpcTransport } from "@solana/kit";

/** Calls of one batch: some hundred kilobytes of answer, and far below the 50 KB that a node takes of a question. */
const callsTogether = 32;

/** Integers that a double may not hold, wherever they stand in the text. */
const mayBeInexact = /\d{16}(?=[,\]}\s])/;

interface Call {
  readonly id: string;
  readonly payload: unknown;
  readonly answer: (found: Promise<unknown>) => void;
}

/**
 * Kit's transport, but for `getTransaction`: those that are asked for at the same moment go as one JSON-RPC batch, and are
 * read by the engine's own JSON parser instead of kit's, which looks at each character to keep integers exact. What a batch
 * leaves open, be it that a node takes none or that an integer is too large for a double, is asked for again one by one.
 */
export const createChainTransport = (url: string): RpcTransport => {
  const alone = createDefaultRpcTransport({ url });
  let waiting: Call[] = [];
  const flush = (): void => {
    const calls = waiting;
    waiting = [];
    for (let start = 0; start < calls.length; start += callsTogether)
      void send(calls.slice(start, start + callsTogether));
  };
  const send = async (calls: readonly Call[]): Promise<void> => {
    const answers = calls.length > 1 ? await askTogether(url, calls).catch(() => new Map<string, object>()) : new Map();
    for (const { id, payload, answer } of calls)
      answer(answers.has(id) ? Promise.resolve(answers.get(id)) : alone({ payload }));
  };
  const transport = (config: Parameters<RpcTransport>[0]): Promise<unknown> => {
    const { payload, signal } = config;
    if (signal || !isJsonRpcPayload(payload) || payload.method !== "getTransaction") return alone(config);
    return new Promise((answer) => {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ id: String((payload as { readonly id?: unknown }).id), payload, answer });
    });
  };
  // What is answered is the caller's to name, as with every transport of kit's.
  return transport as RpcTransport;
};

/** @returns the answers by the calls' ids; none when the text holds integers that a double may not. */
const askTogether = async (url: string, calls: readonly Call[]): Promise<Map<string, object>> => {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(calls.map(({ payload }) => payload)),
  });
  const text = await response.text();
  const answers: unknown = response.ok && !mayBeInexact.test(text) ? JSON.parse(text) : [];
  return new Map(
    (Array.isArray(answers) ? answers : []).flatMap((one: unknown) =>
      typeof one === "object" && one !== null && "id" in one ? [[String(one.id), one] as const] : [],
    ),
  );
};
