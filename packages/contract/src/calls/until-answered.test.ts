import { expect, it } from "vitest";
import { ApiError } from "../errors.ts";
import { repeatingReads, untilAnswered } from "./until-answered.ts";

const timeout = () => new ApiError("unavailable", { cause: new DOMException("", "TimeoutError") });
const noLine = () => new ApiError("unavailable", { cause: new TypeError("network error") });

/** Asks what meets one failure after the other, and then answers. @returns what came of it, how often it was asked, and the pauses */
const asking = async (failures: readonly ApiError[], maxTimeouts?: number) => {
  const pauses: number[] = [];
  let calls = 0;
  const ask = async () => {
    const failure = failures[calls++];
    if (failure) throw failure;
    return "answered";
  };
  const pause = async (milliseconds: number) => void pauses.push(milliseconds);
  const end = await untilAnswered(ask, pause, maxTimeouts).catch((error: ApiError) => error.code);
  return { end, asked: calls, pauses };
};

it("asks three times in all, with a longer pause each time", async () => {
  const lost = [noLine(), new ApiError("request_replayed")];
  expect(await asking(lost)).toEqual({ end: "answered", asked: 3, pauses: [500, 2_000] });
  expect(await asking([...lost, noLine()])).toEqual({ end: "unavailable", asked: 3, pauses: [500, 2_000] });
});

it("takes what somebody answered for an answer", async () => {
  expect(await asking([new ApiError("not_found")])).toEqual({ end: "not_found", asked: 1, pauses: [] });
});

it("makes no pause after a call that nobody answered in its time, and no more such calls than may be", async () => {
  const silent = [timeout(), timeout(), timeout()];
  expect(await asking(silent)).toEqual({ end: "unavailable", asked: 3, pauses: [] });
  expect(await asking(silent, 2)).toEqual({ end: "unavailable", asked: 2, pauses: [] });
  expect(await asking([timeout(), noLine()], 2)).toEqual({ end: "answered", asked: 3, pauses: [2_000] });
});

it.each([
  ["a call that reads", "GET", 3],
  ["no other", "POST", 1],
] as const)("makes %s again", async (_which, method, times) => {
  let calls = 0;
  const call = repeatingReads(
    async () => {
      calls += 1;
      throw noLine();
    },
    async () => undefined,
  );
  await expect(call({ method } as never, {} as never)).rejects.toThrow(ApiError); // nothing else of a route is looked at
  expect(calls).toBe(times);
});
