import { expect, test } from "vitest";
import { readTogether } from "./read-together.ts";

/** A database that answers when the test tells it to. */
const slowDatabase = () => {
  const asked: { readonly keys: readonly number[]; answer(): void; fail(): void }[] = [];
  const read = (keys: readonly number[]) =>
    new Promise<readonly number[]>((resolve, reject) => {
      asked.push({
        keys,
        answer: () => resolve(keys.map((key) => key * 10)),
        fail: () => reject(new Error("the connection broke")),
      });
    });
  return { asked, read };
};
const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

test("keys that are requested at the same time are read by one query, and each caller gets its own", async () => {
  const { asked, read } = slowDatabase();
  const one = readTogether(read);
  const answers = Promise.all([3, 1, 3].map(one));
  await turn();
  expect(asked.map(({ keys }) => keys)).toEqual([[3, 1, 3]]);
  asked[0]?.answer();
  expect(await answers).toEqual([30, 10, 30]);
});

test("at the limit of concurrent queries, further keys wait and are read together", async () => {
  const { asked, read } = slowDatabase();
  const one = readTogether(read, { atOnce: 2 });
  const answers: Promise<number>[] = [];
  for (const key of numbers(0, 12)) {
    answers.push(one(key));
    await turn();
  }
  expect(asked.map(({ keys }) => keys)).toEqual([[0], [1]]);
  asked[1]?.answer();
  await turn();
  expect(asked.map(({ keys }) => keys)).toEqual([[0], [1], numbers(2, 10)]);
  asked[0]?.answer();
  asked[2]?.answer();
  expect(await Promise.all(answers)).toEqual(numbers(0, 12).map((key) => key * 10));
});

test("a failed query only fails for its own callers, and the next keys are read", async () => {
  const { asked, read } = slowDatabase();
  const one = readTogether(read, { atOnce: 1 });
  const first = Promise.allSettled([one(1), one(2)]);
  await turn();
  const second = one(3);
  await turn();
  asked[0]?.fail();
  expect((await first).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await turn();
  asked[1]?.answer();
  expect(await second).toBe(30);
});

test("many keys are read in batches", async () => {
  const { asked, read } = slowDatabase();
  const one = readTogether(read, { atOnce: 1 });
  const answers = Promise.all(numbers(0, 1_200).map(one));
  for (const index of [0, 1, 2]) {
    await turn();
    asked[index]?.answer();
    await turn();
  }
  expect(asked.map(({ keys }) => keys.length)).toEqual([500, 500, 200]);
  expect(await answers).toHaveLength(1_200);
});
