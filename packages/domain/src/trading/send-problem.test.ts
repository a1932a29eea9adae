import { expect, test } from "vitest";
import { sendProblem } from "./send-problem.ts";

const fits = { balance: 1_000n, total: 1_000n, minimum: 100n, arriving: null };

test("a wallet keeps nothing, or at least the rent-exempt minimum", () => {
  const rests = [0n, 1n, 99n, 100n, 101n];
  expect(rests.map((rest) => sendProblem({ ...fits, total: 1_000n - rest }))).toEqual([
    null,
    "insufficient_sol",
    "insufficient_sol",
    null,
    null,
  ]);
  expect(sendProblem({ ...fits, total: 1_001n })).toBe("insufficient_sol");
});

test("a new account starts with at least the rent-exempt minimum", () => {
  expect([99n, 100n, 101n].map((arriving) => sendProblem({ ...fits, arriving }))).toEqual([
    "recipient_needs_more",
    null,
    null,
  ]);
  // The sender's shortage is reported first: another amount changes both.
  expect(sendProblem({ ...fits, total: 999n, arriving: 99n })).toBe("insufficient_sol");
});
