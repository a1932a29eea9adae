import { describe, expect, it } from "vitest";
import { type AccountStatus, canSkip, type Flow, type Intent, nextGate, requiredGates, whatComesNext } from "./flow.ts";

const visitor: AccountStatus = { isSignedIn: false, hasWallet: null, hasSocial: null, lamports: null };
const complete: AccountStatus = { isSignedIn: true, hasWallet: true, hasSocial: true, lamports: 10n ** 9n };
const flowOf = (intent: Intent, rest: Partial<Flow> = {}): Flow => ({
  intent,
  skipped: [],
  isNewcomer: false,
  hasMetWallet: false,
  wantsFunds: false,
  startedAt: 0,
  ...rest,
});
const trade = (part: Partial<Extract<Intent, { kind: "trade" }>> = {}): Intent => ({
  kind: "trade",
  mint: "m",
  direction: "buy",
  amountText: "10",
  wantsEntry: false,
  wantsSpare: null,
  inSol: false,
  stage: "open",
  lamportsRequired: null,
  ...part,
});

describe("gates before an action", () => {
  it("asks for sign-in, wallet, social and funds in this order before a creation", () => {
    const flow = flowOf({ kind: "create", firstBuy: "5", lamportsRequired: null });
    const steps: AccountStatus[] = [
      visitor,
      { ...visitor, isSignedIn: true, hasWallet: false, hasSocial: false },
      { ...visitor, isSignedIn: true, hasWallet: true, hasSocial: false },
      { isSignedIn: true, hasWallet: true, hasSocial: true, lamports: 24_999_999n },
      { isSignedIn: true, hasWallet: true, hasSocial: true, lamports: 25_000_000n },
    ];
    expect(steps.map((status) => nextGate(flow, status))).toEqual(["signIn", "wallet", "social", "fund", "ready"]);
  });

  it("waits instead of guessing while the status is not known", () => {
    const flow = flowOf({ kind: "create", firstBuy: "", lamportsRequired: null });
    expect(nextGate(flow, { ...visitor, isSignedIn: true })).toBe("unknown");
    expect(nextGate(flow, { ...complete, lamports: null })).toBe("unknown");
  });

  it("opens the trade dialog without a social account, and asks for one when Next is pressed on a buy", () => {
    const status = { ...complete, hasSocial: false };
    expect(nextGate(flowOf(trade()), status)).toBe("ready");
    expect(nextGate(flowOf(trade({ stage: "submit" })), status)).toBe("social");
  });

  it("asks for the social account of a buyer before any money moves, and on the way to a seat", () => {
    const status = { ...complete, hasSocial: false, lamports: 0n };
    const short = trade({ lamportsRequired: 2n * 10n ** 9n });
    expect(nextGate(flowOf(short), status)).toBe("social");
    expect(nextGate(flowOf(short), { ...status, hasSocial: true })).toBe("fund");
    expect(nextGate(flowOf(trade({ wantsEntry: true, amountText: "" })), status)).toBe("social");
    const sale = trade({ direction: "sell", lamportsRequired: 2n * 10n ** 9n });
    expect(nextGate(flowOf(sale), status)).toBe("fund");
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

  it("shows a newcomer their wallet, asks for a social account, and for SOL only where they want some", () => {
    const status = { isSignedIn: true, hasWallet: true, hasSocial: false, lamports: 0n };
    const flow = flowOf({ kind: "onboarding" }, { isNewcomer: true });
    expect(nextGate(flow, status)).toBe("wallet");
    const later = { ...flow, hasMetWallet: true };
    expect(nextGate(later, status)).toBe("social");
    expect(nextGate({ ...later, skipped: ["social"] }, status)).toBe("ready");
    const now: Flow = { ...later, wantsFunds: true, skipped: ["social"] };
    expect(nextGate(now, status)).toBe("fund");
    expect(nextGate({ ...now, skipped: ["social", "fund"] }, status)).toBe("ready");
    expect(canSkip(flow)).toBe(true);
    expect(canSkip(flowOf(trade()))).toBe(false);
  });

  it("holds nobody up at the wallet on the way to a trade", () => {
    expect(nextGate(flowOf(trade(), { isNewcomer: true }), complete)).toBe("ready");
  });

  it("does not nag somebody who comes back", () => {
    const flow = flowOf({ kind: "onboarding" });
    expect(nextGate(flow, { ...complete, hasSocial: false, lamports: 0n })).toBe("ready");
  });
});

describe("what comes next", () => {
  it("names the gate after the open one, and the action after the last", () => {
    const flow = flowOf({ kind: "join", mint: "m" });
    expect(requiredGates(flow)).toHaveLength(3);
    expect(whatComesNext(flow, visitor)).toBe("wallet");
    const half = { ...visitor, isSignedIn: true, hasWallet: true, hasSocial: false };
    expect(whatComesNext(flow, half)).toBe("goal");
  });

  it("leads a newcomer who adds SOL over it to how it works, and everybody else there at once", () => {
    const flow = flowOf({ kind: "onboarding" }, { isNewcomer: true, hasMetWallet: true, wantsFunds: true });
    const poor = { ...complete, lamports: 0n };
    expect(whatComesNext(flow, { ...poor, hasSocial: false })).toBe("fund");
    expect(whatComesNext(flow, poor)).toBe("goal");
    const later: Flow = { ...flow, wantsFunds: false };
    expect(whatComesNext(later, { ...poor, hasSocial: false })).toBe("goal");
  });

  it("says nothing when nothing is in the way", () => {
    expect(whatComesNext(flowOf({ kind: "join", mint: "m" }), complete)).toBeNull();
  });
});
