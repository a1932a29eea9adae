// Which calls are repeated: docs/decisions/0165.
import type { ApiCall } from "../client.ts";
import { ApiError } from "../errors.ts";

/** Waits so many milliseconds. */
export type Pause = (milliseconds: number) => Promise<void>;

/** Delays before the second and third attempt: by then a restarted node or server answers. */
const pauses = [500, 2_000] as const;

const byTimer: Pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Nothing came back, or a browser sent the same call again by itself, as it does where the connection broke under it: the first
 * one did its work, and its answer went nowhere.
 */
const isLost = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === "unavailable" || error.code === "request_replayed");

/** Nobody answered until the time was over: that was a pause already. */
const isTimeout = ({ cause }: ApiError): boolean => cause instanceof DOMException && cause.name === "TimeoutError";

/**
 * Asks again while the answer is lost, three times in all: only for what is the same when it is asked twice (it has its
 * key, or changes nothing). @throws what the last try threw, and at once what somebody answered.
 * @param maxTimeouts so many tries that nobody answers until their time is over are enough, as each takes 20 s
 */
export const untilAnswered = async <T>(
  ask: () => Promise<T>,
  pause: Pause = byTimer,
  maxTimeouts = pauses.length + 1,
): Promise<T> => {
  let timeouts = 0;
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      const next = pauses[tries];
      if (next === undefined || !isLost(error)) throw error;
      if (!isTimeout(error)) await pause(next);
      else if (++timeouts >= maxTimeouts) throw error;
    }
  }
};

/** In the wallet: the page takes a frame that says nothing for a minute after a press for dead. */
export const maxWalletTimeouts = 2;

/** The wallet's caller, which makes the calls that only read again where the answer is lost, as {@link untilAnswered} does. */
export const repeatingReads =
  (call: ApiCall, pause?: Pause): ApiCall =>
  (route, input) =>
    route.method === "GET" ? untilAnswered(() => call(route, input), pause, maxWalletTimeouts) : call(route, input);
