import { setTimeout as wait } from "node:timers/promises";
import { type ApiCall, ApiError, apiErrors } from "@tribe/contract";

const shortestPauseMs = 100;
const longestPauseMs = 2_000;

/** How long calls are retried, and what aborts them. */
export interface RetryOptions {
  /** Milliseconds; long enough for a killed server to restart. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

const isWorthRetrying = (error: unknown): error is ApiError =>
  error instanceof ApiError && apiErrors[error.code].retry === "safe" && error.code !== "system_paused";

/**
 * Retries every call while the error catalogue says that this is safe: the server is down, restarts, or asks to wait.
 * @throws ApiError the last one, at the timeout
 */
export const withRetries = (api: ApiCall, { timeoutMs, signal }: RetryOptions): ApiCall => {
  return async (route, input) => {
    const end = Date.now() + timeoutMs;
    for (let pause = shortestPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
      try {
        return await api(route, input);
      } catch (error) {
        signal?.throwIfAborted();
        if (!isWorthRetrying(error)) throw error;
        const delay = error.retryAfterSeconds === undefined ? pause : error.retryAfterSeconds * 1_000;
        if (Date.now() + delay > end) throw error;
        await wait(delay, undefined, signal ? { signal } : {});
      }
    }
  };
};

/** Polls until there is an answer. @throws Error with the awaited condition, at the timeout */
export const poll = async <T>(
  what: string,
  ask: () => Promise<T | null>,
  { timeoutMs, signal, everyMs = 150 }: RetryOptions & { readonly everyMs?: number },
): Promise<T> => {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (Date.now() > end) throw new Error(`Waited ${timeoutMs} ms in vain for ${what}`);
    await wait(everyMs, undefined, signal ? { signal } : {});
  }
};
