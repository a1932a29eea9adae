import { expect, test } from "vitest";
import { uuidV7 } from "./uuid-v7.ts";

test("an id has version 7 and its time, and is unique", () => {
  const at = Date.UTC(2026, 1, 3);
  const ids = Array.from({ length: 1_000 }, () => uuidV7(at));
  expect(new Set(ids).size).toBe(1_000);
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)).toBe(at);
  }
});

test("a later id sorts after an earlier one", () => {
  const ids = [0, 1, 255, 256, 2 ** 40, 2 ** 41].map(uuidV7);
  expect(ids.toSorted()).toEqual(ids);
});
