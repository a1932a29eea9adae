import { SwapError } from "./provider.ts";

export interface JsonQuestion {
  readonly url: string;
  /** The JSON body of a POST; without it the request is a GET. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
  readonly timeoutMilliseconds: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Requests JSON from an HTTP service. The caller interprets the status, except 429, which means the same everywhere.
 * @throws SwapError `timeout`, `rate_limited`, or `unreachable` for a broken connection and for an answer that is not JSON; the
 * caller's own abort unchanged
 */
export const askJson = async (question: JsonQuestion): Promise<{ status: number; body: unknown }> => {
  // Called without a receiver: browsers refuse a fetch that is called as another object's method.
  const { signal, fetch } = question;
  signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(question.timeoutMilliseconds);
  try {
    const response = await fetch(question.url, {
      headers: {
        accept: "application/json",
        ...(question.body === undefined ? {} : { "content-type": "application/json" }),
        ...question.headers,
      },
      ...(question.body === undefined ? {} : { method: "POST", body: JSON.stringify(question.body) }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    if (response.status === 429) throw new SwapError("rate_limited");
    return { status: response.status, body: await response.json() };
  } catch (cause) {
    if (signal?.aborted || cause instanceof SwapError) throw cause;
    throw new SwapError(timeout.aborted ? "timeout" : "unreachable", { cause });
  }
};
