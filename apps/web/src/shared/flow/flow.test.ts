import { describe, expect, it } from "vitest";
import { canSkip, type Flow, flowProgress, type Intent, nextGate, requiredGates, type Standing } from "./flow.ts";

const visitor: Standing = { isSignedIn: false, hasWallet: null, hasSocial: null, lamports: null };
const complete: Standing = { isSignedIn: true, hasWallet: true, hasSocial: true, lamports: 10n ** 9n };
const flowOf = (intent: Intent, rest: Partial<Flow> = {}): Flow => ({
  intent,
  skipped: [],
  isNewcomer: false,
  startedAt: 0,
  ...rest,
});
const trade = (part: Partial<Extract<Intent, { kind: "trade" }>> = {}): Intent => ({
  kind: "trade",
  mint: "m",
  direction: "buy",
  amountText: "10",
  wantsEntry: false,
  inSol: false,
  stage: "open",
  lamportsRequired: null,
  ...part,
});

describe("gates before an action", () => {
  it("asks for sign-in, wallet, social and funds in this order before a creation", () => {
    const flow = flowOf({ kind: "create", firstBuy: "5", lamportsRequired: null });
    const steps: Standing[] = [
      visitor,
      { ...visitor, isSignedIn: true, hasWallet: false, hasSocial: false },
      { ...visitor, isSignedIn: true, hasWallet: true, hasSocial: false },
      { isSignedIn: true, hasWallet: true, hasSocial: true, lamports: 24_999_999n },
      { isSignedIn: true, hasWallet: true, hasSocial: true, lamports: 25_000_000n },
    ];
    expect(steps.map((standing) => nextGate(flow, standing))).toEqual(["signIn", "wallet", "social", "fund", "ready"]);
  });

  it("waits instead of guessing while the standing is not known", () => {
    const flow = flowOf({ kind: "create", firstBuy: "", lamportsRequired: null });
    expect(nextGate(flow, { ...visitor, isSignedIn: true })).toBe("unknown");
    expect(nextGate(flow, { ...complete, lamports: null })).toBe("unknown");
  });

  it("opens the trade dialog without a social account, and asks for one when Next is pressed on a buy", () => {
    const standing = { ...complete, hasSocial: false };
    expect(nextGate(flowOf(trade()), standing)).toBe("ready");
    expect(nextGate(flowOf(trade({ stage: "submit" })), standing)).toBe("social");
  });

  it("never asks for a social account to sell", () => {
    const flow = flowOf(trade({ direction: "sell", stage: "submit" }));
    expect(nextGate(flow, { ...complete, hasSocial: false })).toBe("ready");
  });

  it("asks for funds when a trade was short, until the balance is enough", () => {
    const flow = flowOf(trade({ lamportsRequired: 2n * 10n ** 9n }));
    expect(nextGate(flow, complete)).toBe("fund");
    expect(nextGate(flow, { ...complete, lamports: 2n * 10n ** 9n })).toBe("ready");
  });

  it("asks for what a first buy takes where it takes more than the minimum", () => {
    const flow = flowOf({ kind: "create", firstBuy: "1000", lamportsRequired: 5n * 10n ** 9n });
    expect(nextGate(flow, complete)).toBe("fund");
    expect(nextGate(flow, { ...complete, lamports: 5n * 10n ** 9n })).toBe("ready");
  });

  it("leads a newcomer through everything, and lets them leave social and funds for later", () => {
    const standing = { isSignedIn: true, hasWallet: true, hasSocial: false, lamports: 0n };
    const flow = flowOf({ kind: "onboarding" }, { isNewcomer: true });
    expect(nextGate(flow, standing)).toBe("social");
    expect(nextGate({ ...flow, skipped: ["social"] }, standing)).toBe("fund");
    expect(nextGate({ ...flow, skipped: ["social", "fund"] }, standing)).toBe("ready");
    expect(canSkip(flow)).toBe(true);
    expect(canSkip(flowOf(trade()))).toBe(false);
  });

  it("does not nag somebody who comes back", () => {
    const flow = flowOf({ kind: "onboarding" });
    expect(nextGate(flow, { ...complete, hasSocial: false, lamports: 0n })).toBe("ready");
  });
});

describe("the line of progress", () => {
  it("counts the gates and the action itself", () => {
    const flow = flowOf({ kind: "join", mint: "m" });
    expect(requiredGates(flow)).toHaveLength(3);
    expect(flowProgress(flow, visitor)).toEqual({ step: 1, total: 4, left: ["signIn", "wallet", "social"] });
    const half = { ...visitor, isSignedIn: true, hasWallet: true, hasSocial: false };
    expect(flowProgress(flow, half)).toEqual({ step: 3, total: 4, left: ["social"] });
  });

  it("says nothing when nothing is in the way", () => {
    expect(flowProgress(flowOf({ kind: "join", mint: "m" }), complete)).toBeNull();
  });
});
