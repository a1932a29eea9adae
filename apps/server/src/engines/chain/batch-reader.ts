import { HttpStatusError, postForText } from "./post-json.ts";

/** Calls of one batch: some hundred kilobytes of answer, and far below the 50 KB that a node takes of a question. */
const callsTogether = 32;
/** Batches that a node is asked for at the same moment: enough to answer while what came is taken in. */
const batchesAtOnce = 4;
/** A node that took no batch is not offered another one for so long. */
const refusalMs = 60_000;

/** Integers that a double may not hold. */
const mayBeInexact = /[:[,]\s*-?\d{16}/;
/** What each account has there is 2⁶⁴ − 1, which says that it pays no rent: no double holds it, and nobody reads it. */
const rentEpochs = /"rentEpoch":\s*\d+/g;

/** A call of JSON-RPC 2.0. No other call of the same reader has its id. */
export interface RpcCall {
  readonly id: string | number;
}

/** One answer of JSON-RPC 2.0. */
export interface RpcAnswer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Asks for a call, together with the others of this moment. */
export type BatchReader = (call: RpcCall) => Promise<unknown>;

interface Waiting {
  readonly call: RpcCall;
  readonly answer: (found: Promise<unknown>) => void;
}

/** What a reader needs to know. */
export interface BatchReaderOptions {
  readonly url: string;
  /** Asks for a call that a batch left open. */
  readonly alone: (call: RpcCall) => Promise<unknown>;
  /** Whether somebody reads integers that a double may not hold: a batch that has such is asked for one by one. */
  readonly hasLargeIntegers: boolean;
}

/**
 * Asks a node by JSON-RPC batches, because a request costs more than its answer, and reads them by the engine's own JSON
 * parser instead of kit's, which looks at each character to keep integers exact. What a batch leaves open, be it that a
 * node takes none, is asked for alone.
 */
export const createBatchReader = ({ url, alone, hasLargeIntegers }: BatchReaderOptions): BatchReader => {
  const queue: (readonly Waiting[])[] = [];
  let working = 0;
  let refusedUntil = 0;
  const askTogether = async (calls: readonly RpcCall[]): Promise<Answers> => {
    if (Date.now() < refusedUntil) return noAnswers;
    const answers = await postBatch(url, calls, hasLargeIntegers);
    if (answers === null) refusedUntil = Date.now() + refusalMs;
    return answers ?? noAnswers;
  };
  const work = async (): Promise<void> => {
    working += 1;
    for (let batch = queue.shift(); batch; batch = queue.shift()) {
      const answers = await askTogether(batch.map(({ call }) => call));
      const found = batch.map(({ call, answer }) => {
        const known = answers.get(String(call.id));
        const one = known ? Promise.resolve(known) : alone(call);
        answer(one);
        return one;
      });
      // A node that takes no batches is not asked for more at once than one that does.
      await Promise.allSettled(found);
    }
    working -= 1;
  };
  let waiting: Waiting[] = [];
  const flush = (): void => {
    for (let start = 0; start < waiting.length; start += callsTogether) {
      queue.push(waiting.slice(start, start + callsTogether));
      if (working < batchesAtOnce) void work();
    }
    waiting = [];
  };
  return (call) =>
    new Promise((answer) => {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ call, answer });
    });
};

type Answers = ReadonlyMap<string, RpcAnswer>;
const noAnswers: Answers = new Map();

/** Whether a value is an answer to a call. */
export const isAnswer = (value: unknown): value is RpcAnswer =>
  typeof value === "object" && value !== null && ("result" in value || "error" in value);

/** @returns the answers by the calls' ids; null when the node takes no batches. */
const postBatch = async (
  url: string,
  calls: readonly RpcCall[],
  hasLargeIntegers: boolean,
): Promise<Answers | null> => {
  try {
    const text = await postForText(url, calls);
    const exact = hasLargeIntegers ? text.replace(rentEpochs, '"rentEpoch":0') : text;
    if (hasLargeIntegers && mayBeInexact.test(exact)) return noAnswers;
    const answers: unknown = JSON.parse(exact);
    if (!Array.isArray(answers)) return null;
    return new Map(answers.filter(isAnswer).map((answer) => [String(answer.id), answer]));
  } catch (error) {
    // What is wrong with the node is told by those that are asked for alone.
    return error instanceof SyntaxError || (error instanceof HttpStatusError && error.status < 500) ? null : noAnswers;
  }
};
