import { expect, test } from "vitest";
import { seatEntry } from "../../shared/trading/seat/seat-entry.ts";
import { token, unit } from "../trade/testing.ts";
import { isNextStepButton, nextStep } from "./next-step.ts";

const step = (state: typeof token.subscribeState, holding = 0n, of = token) => {
  const asked = { ...of, subscribeState: state };
  return nextStep(asked, seatEntry(asked, holding, 500));
};

test("the button states the tokens and the price of a seat, each unbroken on a narrow screen", () => {
  expect(step("none")).toEqual({ kind: "buy", label: "Join · 10\u00a0MAR ≈\u00a00.004372\u00a0SOL" });
  expect(step("none", 4n * unit)).toEqual({ kind: "buy", label: "Join · 6\u00a0MAR ≈\u00a00.002572\u00a0SOL" });
  expect(step("expired", 8n * unit)).toMatchObject({
    label: expect.stringMatching(/^Come back · 2\u00a0MAR ≈\u00a00\.0008\d*\u00a0SOL$/),
  });
});

test("a person with enough tokens can join; a member or a blocked person has no next step", () => {
  expect(step("none", 10n * unit)).toEqual({ kind: "join", label: "Join" });
  expect(step("active")).toEqual({ kind: "inside" });
  expect(step("chief")).toEqual({ kind: "inside" });
  expect(step("banned", 10n * unit)).toEqual({ kind: "blocked" });
});

test("a full curve without a pool is moving", () => {
  expect(step("none", 0n, { ...token, supply: token.maxSupply })).toEqual({ kind: "moving" });
});

test("the steps to buy, to join and blocked have a button, which is then the primary one; the others have none", () => {
  const full = { ...token, supply: token.maxSupply };
  const steps = [step("none"), step("none", 10n * unit), step("banned"), step("active"), step("none", 0n, full)];
  expect(steps.map((next) => [next.kind, isNextStepButton(next)])).toEqual([
    ["buy", true],
    ["join", true],
    ["blocked", true],
    ["inside", false],
    ["moving", false],
  ]);
});
