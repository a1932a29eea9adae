import { expect, it } from "vitest";
import { createLimiter } from "./limiter.ts";

it("lets a record through once in a window", () => {
  const mayPass = createLimiter({ max: 5, windowMs: 1_000 });
  expect([mayPass("a", 0), mayPass("a", 999), mayPass("b", 999), mayPass("a", 1_000)]).toEqual([
    true,
    false,
    true,
    true,
  ]);
});

it("stops at the most of a window, whatever the records are", () => {
  const mayPass = createLimiter({ max: 2, windowMs: 1_000 });
  expect([mayPass("a", 0), mayPass("b", 1), mayPass("c", 2), mayPass("c", 1_001)]).toEqual([true, true, false, true]);
});
