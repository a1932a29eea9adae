import { expect, test } from "vitest";
import { atMost } from "./at-most.ts";

test("so many run at once, the others in their order after them, and one that fails gives its place on", async () => {
  const limit = atMost(2);
  const begun: number[] = [];
  const ends = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();
  const start = (index: number) =>
    limit(
      () =>
        new Promise<void>((resolve, reject) => {
          begun.push(index);
          ends.set(index, { resolve, reject });
        }),
    );
  const [first, second, third, fourth] = [start(0), start(1), start(2), start(3)];
  expect(begun).toEqual([0, 1]);
  ends.get(1)?.reject(new Error("no"));
  await expect(second).rejects.toThrow("no");
  expect(begun).toEqual([0, 1, 2]);
  ends.get(0)?.resolve();
  await first;
  expect(begun).toEqual([0, 1, 2, 3]);
  ends.get(2)?.resolve();
  ends.get(3)?.resolve();
  await Promise.all([third, fourth]);
  const last = start(4);
  expect(begun.at(-1)).toBe(4);
  ends.get(4)?.resolve();
  await last;
});
