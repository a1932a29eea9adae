import { HttpStatusError, postForText } from "./post-json.ts";

/** Calls per batch: some hundred kilobytes of answer, and far below the 50 KB that a node accepts as a request. */
const callsTogether = 32;
/** Concurrent batches: the node answers some while we parse the others. */
const batchesAtOnce = 4;
/** After a node refused a batch, it gets no other one for this long. */
const refusalMs = 60_000;

/** Integers that may exceed a double's precision. */
const mayBeInexact = /[:[,]\s*-?\d{16}/;
/** Every rent-exempt account has 2⁶⁴ − 1 here, which no double can hold and nobody reads. */
const rentEpochs = /"rentEpoch":\s*\d+/g;

/** A call of JSON-RPC 2.0. Its id is unique within one reader. */
export interface RpcCall {
  readonly id: string | number;
}

/** One answer of JSON-RPC 2.0. */
export interface RpcAnswer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Requests a call, batched with the others of the same moment. */
export type BatchReader = (call: RpcCall) => Promise<unknown>;

interface Waiting {
  readonly call: RpcCall;
  readonly answer: (found: Promise<unknown>) => void;
}

/** A reader's options. */
export interface BatchReaderOptions {
  readonly url: string;
  /** Requests a call that a batch left unanswered. */
  readonly alone: (call: RpcCall) => Promise<unknown>;
  /** Whether callers read integers that may exceed a double: a batch with such integers is requested again one by one. */
  readonly hasLargeIntegers: boolean;
}

/**
 * Requests JSON-RPC batches, because a request costs more than its answer, and parses them with the engine's own JSON parser
 * instead of kit's, which checks each character to keep integers exact. Calls that a batch leaves unanswered, also because
 * the node refuses batches, are requested one by one.
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
      // A node that refuses batches gets no more requests at once than one that accepts them.
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
    // The single requests that follow report what is wrong with the node.
    return error instanceof SyntaxError || (error instanceof HttpStatusError && error.status < 500) ? null : noAnswers;
  }
};
