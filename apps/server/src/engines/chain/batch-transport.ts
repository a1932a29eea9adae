import { isJsonRpcPayload, type RpcTransport } from "@solana/kit";
import { HttpStatusError, postForText } from "./post-json.ts";

/** Calls of one batch: some hundred kilobytes of answer, and far below the 50 KB that a node takes of a question. */
const callsTogether = 32;

/** Integers that a double may not hold. */
const mayBeInexact = /[:[,]\s*-?\d{16}/;

/** What each account has there is 2⁶⁴ − 1, which says that it pays no rent: no double holds it, and nobody reads it. */
const rentEpochs = /"rentEpoch":\s*\d+/g;

interface Call {
  readonly id: string;
  readonly payload: unknown;
  readonly answer: (found: Promise<unknown>) => void;
}

/** Quick reads: none of them holds up what is asked for with it. A transaction is never sent in company. */
const batched: ReadonlySet<string> = new Set([
  "getAccountInfo",
  "getBalance",
  "getBlockHeight",
  "getLatestBlockhash",
  "getMultipleAccounts",
  "getRecentPrioritizationFees",
  "simulateTransaction",
]);

/** A node that took no batch is not offered another one for so long. */
const refusalMs = 60_000;

/**
 * A transport like the one given, but for quick reads: those that are asked for at the same moment go as one JSON-RPC batch, because a
 * request costs more than its answer, and are read by the engine's own JSON parser instead of kit's, which looks at each
 * character to keep integers exact. What a batch leaves open, be it that a node takes none or that an integer is too large
 * for a double, is asked for again one by one.
 */
export const createBatchTransport = (url: string, one: RpcTransport): RpcTransport => {
  // What is answered is the caller's to name, as with every transport of kit's.
  const alone = (config: Parameters<RpcTransport>[0]): Promise<unknown> => one(config);
  let waiting: Call[] = [];
  let refusedUntil = 0;
  const flush = (): void => {
    const calls = waiting;
    waiting = [];
    for (let start = 0; start < calls.length; start += callsTogether)
      void send(calls.slice(start, start + callsTogether));
  };
  const send = async (calls: readonly Call[]): Promise<void> => {
    const isAlone = Date.now() < refusedUntil;
    const answers = isAlone ? noAnswers : await askTogether(url, calls).catch(() => noAnswers);
    if (answers === null) refusedUntil = Date.now() + refusalMs;
    for (const { id, payload, answer } of calls)
      answer(answers?.has(id) ? Promise.resolve(answers.get(id)) : alone({ payload }));
  };
  const transport = (config: Parameters<RpcTransport>[0]): Promise<unknown> => {
    const { payload, signal } = config;
    if (signal || !isJsonRpcPayload(payload) || !batched.has(payload.method)) return alone(config);
    return new Promise((answer) => {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ id: String((payload as { readonly id?: unknown }).id), payload, answer });
    });
  };
  // What is answered is the caller's to name, as with every transport of kit's.
  return transport as RpcTransport;
};

const noAnswers: ReadonlyMap<string, object> = new Map();

/**
 * @returns the answers by the calls' ids, none when the text holds integers that a double may not; null when the node
 * takes no batches. @throws Error when it is not there.
 */
const askTogether = async (url: string, calls: readonly Call[]): Promise<ReadonlyMap<string, object> | null> => {
  const payloads = calls.map(({ payload }) => payload);
  const answered = await postForText(url, payloads).catch((error: unknown) => {
    if (error instanceof HttpStatusError) return null;
    throw error;
  });
  if (answered === null) return null;
  const text = answered.replace(rentEpochs, '"rentEpoch":0');
  if (mayBeInexact.test(text)) return noAnswers;
  const answers: unknown = JSON.parse(text);
  if (!Array.isArray(answers)) return null;
  return new Map(
    answers.flatMap((one: unknown) =>
      typeof one === "object" && one !== null && "id" in one ? [[String(one.id), one] as const] : [],
    ),
  );
};
