import { expect, test } from "vitest";
import { createSlots } from "./slots.ts";

/** Work that ends when the test says so. */
const held = () => {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { end, ended };
};

test("as much as allowed runs side by side, the rest in its order, also after a failure", async () => {
  const inTurn = createSlots(2);
  const begun: string[] = [];
  const works = ["a", "b", "c", "d"].map((name) => ({ name, ...held() }));
  const all = works.map(({ name, ended }) =>
    inTurn(async () => {
      begun.push(name);
      await ended;
      if (name === "b") throw new Error("lost");
    }).catch(() => "failed"),
  );
  expect(begun).toEqual(["a", "b"]);
  works[1]?.end();
  expect(await all[1]).toBe("failed");
  await expect.poll(() => begun).toEqual(["a", "b", "c"]);
  for (const { end } of works) end();
  await Promise.all(all);
  expect(begun).toEqual(["a", "b", "c", "d"]);
});
