import { ApiError, messageRate } from "@tribe/contract";
import { expect, test } from "vitest";
import { type Allowance, consumeMessage, fullAllowance } from "./allowance.ts";

const start = 1_000_000;
const hour = 3_600_000;

/** Takes messages at one time until one is refused. */
const consumeAll = (
  from: Allowance,
  now: number,
): { readonly taken: number; readonly left: Allowance; readonly refusal: ApiError } => {
  let left = from;
  for (let taken = 0; ; taken += 1) {
    const next = consumeMessage(left, now);
    if (next instanceof ApiError) return { taken, left, refusal: next };
    left = next;
  }
};

test("at most a burst can be sent at once, after any pause", () => {
  expect(consumeAll(fullAllowance(start), start).taken).toBe(messageRate.burst);
  expect(consumeAll(fullAllowance(start), start + hour).taken).toBe(messageRate.burst);
  const { left } = consumeAll(fullAllowance(start), start);
  expect(consumeAll(left, start + hour).taken).toBe(messageRate.burst);
});

test("the allowance refills over time, and a refusal says when", () => {
  const perMessage = 60_000 / messageRate.perMinute;
  const { left, refusal } = consumeAll(fullAllowance(start), start);
  expect(refusal).toMatchObject({ code: "too_many_requests", retryAfterSeconds: Math.ceil(perMessage / 1_000) });
  expect(consumeAll(left, start + perMessage - 1).taken).toBe(0);
  expect(consumeAll(left, start + 2 * perMessage).taken).toBe(2);
});

test("a clock that moves back changes nothing", () => {
  const { left } = consumeAll(fullAllowance(start), start);
  expect(consumeAll(left, start - hour).taken).toBe(0);
});
