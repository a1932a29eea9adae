import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createFrameQueue } from "./frame-queue.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** A connection whose frames are answered immediately. */
const openQueue = () => {
  const said: string[] = [];
  const answered: string[] = [];
  const source = { pause: () => void said.push("pause"), resume: () => void said.push("resume") };
  const frames = createFrameQueue(source, async (text) => void answered.push(text));
  const put = (count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => frames.put(String(from + index))).every(Boolean);
  return { frames, said, answered, put };
};

test("answers sixty frames at once and twenty a second after that, in their order", async () => {
  const { answered, put } = openQueue();
  expect(put(100)).toBe(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(answered).toHaveLength(60);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(answered).toHaveLength(80);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(answered).toEqual(Array.from({ length: 100 }, (_, index) => String(index)));
});

test("stops reading while many frames wait, and continues when half of them are answered", async () => {
  const { answered, said, put } = openQueue();
  put(60);
  await vi.advanceTimersByTimeAsync(0);
  put(63, 60);
  expect(said).toEqual([]);
  put(1, 123);
  expect(said).toEqual(["pause"]);
  await vi.advanceTimersByTimeAsync(1_600);
  expect(answered).toHaveLength(92);
  expect(said).toEqual(["pause"]);
  await vi.advanceTimersByTimeAsync(100);
  expect(said).toEqual(["pause", "resume"]);
});

test("queues no more frames than a page would send, and none of a closed connection", async () => {
  const { answered, frames, put } = openQueue();
  put(60);
  await vi.advanceTimersByTimeAsync(0);
  expect(put(1_000, 60)).toBe(true);
  expect(frames.put("one more")).toBe(false);
  frames.end();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(answered).toHaveLength(60);
});
