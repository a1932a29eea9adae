import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

/** The call, frame or job that runs at the moment. */
export interface CurrentCall {
  /** Names it in each of its log lines, in its answer, and in the proxy's log. */
  readonly requestId: string;
  /** Its span as W3C's `traceparent`; undefined while traces are off. */
  readonly trace?: string;
}

const calls = new AsyncLocalStorage<CurrentCall>();

/** Runs work, and all that it starts, as a call of its own. */
export const runAsCall = <Result>(call: CurrentCall, work: () => Result): Result => calls.run(call, work);

/** Runs work that is for no call, or for many, although one of them happened to begin it: a loop, a batch. */
export const runOutsideCalls = <Result>(work: () => Result): Result => calls.exit(work);

/** The call for which the caller of this function works; undefined outside of any. */
export const currentCall = (): CurrentCall | undefined => calls.getStore();

export const newRequestId = (): string => randomUUID();

/** What a proxy may have named it: nothing that would break a line of a log or of a terminal. */
const acceptable = /^[A-Za-z0-9_-]{8,64}$/;

/** The id that a proxy gave the call, if it may be believed and is one; else a new id. */
export const requestIdOf = (given: string | readonly string[] | undefined, isTrusted: boolean): string =>
  isTrusted && typeof given === "string" && acceptable.test(given) ? given : newRequestId();
