import { expect, test } from "vitest";
import { keyedQueue } from "./keyed-queue.ts";

/** Calls that end when the test says so. */
const newWorks = () => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (key: string) => () => {
    begun.push(key);
    return new Promise<void>((resolve) => ends.set(key, resolve));
  };
  return { begun, work, end: (key: string) => ends.get(key)?.() };
};

test("limits concurrent calls, runs each key once at a time, and keeps the order of the others", async () => {
  const { begun, work, end } = newWorks();
  const calls = keyedQueue({ max: 2, signal: new AbortController().signal, onError: () => undefined });
  for (const key of ["a", "b", "c", "a", "c"]) calls.start(key, work(key));
  expect(begun).toEqual(["a", "b"]);
  end("b");
  await expect.poll(() => begun).toEqual(["a", "b", "c"]);
  end("a");
  end("c");
  await calls.idle();
  calls.start("a", work("a"));
  expect(begun).toEqual(["a", "b", "c", "a"]);
});

test("reports an error and continues with the next calls", async () => {
  const told: string[] = [];
  const calls = keyedQueue({ max: 1, signal: new AbortController().signal, onError: (_error, key) => told.push(key) });
  calls.start("a", () => Promise.reject(new Error("no")));
  calls.start("b", async () => void told.push("b ran"));
  await calls.idle();
  expect(told).toEqual(["a", "b ran"]);
});

test("starts no call after it was stopped", async () => {
  const { begun, work, end } = newWorks();
  const ending = new AbortController();
  const calls = keyedQueue({ max: 1, signal: ending.signal, onError: () => undefined });
  for (const key of ["a", "b"]) calls.start(key, work(key));
  ending.abort();
  end("a");
  await calls.idle();
  expect(begun).toEqual(["a"]);
});
