import { expect, test } from "vitest";
import { arrivedOf, passageOf } from "./passage.ts";

test("a seat that is lost is a way out, and the same seat again a way back", () => {
  expect(passageOf("active", "expired")).toBe("out");
  expect(passageOf("expired", "active")).toBe("back");
});

test("neither a block, nor its end, nor a first seat is one of them", () => {
  for (const [before, now] of [
    ["active", "banned"],
    ["banned", "active"],
    ["banned", "expired"],
    ["none", "active"],
    ["active", "active"],
  ] as const)
    expect(passageOf(before, now)).toBe(null);
});

test("points at one person who came, not at a ring that was loaded just now or that several have joined", () => {
  expect(arrivedOf(["a", "b"], ["a", "c"])).toBe("c");
  expect(arrivedOf(["a"], ["a"])).toBe(null);
  expect(arrivedOf(["a", "b"], ["a"])).toBe(null);
  expect(arrivedOf([], ["a"])).toBe(null);
  expect(arrivedOf(["a"], ["a", "b", "c"])).toBe(null);
});
