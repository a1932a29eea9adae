import { addressSchema, defaultBondingCurveCoefficient, lamports, tokenUnits, unitsPerToken } from "@tribe/contract";
import { defaultSchedule } from "@tribe/domain/testing";
import { insufficientSolText, onlyLeftText } from "@tribe/domain/words";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { assessCreation, type CreationAssessmentInput } from "./assess-creation.ts";

const address = z.parse(addressSchema, "So11111111111111111111111111111111111111112");
const inviterAddress = z.parse(addressSchema, "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb");
const sol = (whole: bigint) => lamports(whole * 10n ** 9n);
const tokens = (whole: bigint) => tokenUnits(whole * unitsPerToken);
/** A person with one SOL and without a first buy. */
const input: CreationAssessmentInput = {
  user: { address, inviterAddress: null, isAffiliate: false, isDiscount: false },
  name: "Mara Ember",
  symbol: "MAR",
  tokens: tokens(0n),
  appUrl: "http://localhost:3000",
  terms: {
    coefficient: defaultBondingCurveCoefficient,
    fees: defaultSchedule,
    microLamportsPerUnit: 0n,
  },
  balance: sol(1n),
};

describe("the assessment of a creation", () => {
  it("quotes rent and network fee without a first buy", () => {
    const { quote, problem, required } = assessCreation(input);
    expect(problem).toBeNull();
    expect(quote).toMatchObject({ firstBuy: null, spend: { trade: 0n, signatures: 10_000n, priority: 0n } });
    expect(required).toBe(25_000_000n);
  });

  it("reports the SOL that a first buy requires, and accepts a balance from there on", () => {
    const wish = { ...input, tokens: tokens(1_000n) };
    const { problem, required, quote } = assessCreation(wish);
    expect(problem).toEqual({ kind: "insufficientSol" });
    expect(required).toBe((quote?.spend.total ?? 0n) + 890_880n);
    expect(insufficientSolText(required ?? 0n)).toBe("You need 5.2693 SOL, fees and one-time deposit included.");
    expect(assessCreation({ ...wish, balance: required }).problem).toBeNull();
    expect(assessCreation({ ...wish, balance: lamports((required ?? 0n) - 1n) }).problem).toEqual(problem);
  });

  it("requires the specification's minimum balance, whatever is bought and before the chain's terms are known", () => {
    const poor = { ...input, balance: lamports(24_999_999n) };
    expect(assessCreation(poor).problem).toEqual({ kind: "belowMinimum" });
    expect(assessCreation({ ...poor, terms: null }).problem).toEqual({ kind: "belowMinimum" });
    const wish = assessCreation({ ...poor, tokens: tokens(1_000n) });
    expect(wish.problem).toEqual({ kind: "belowMinimum" });
    expect((wish.required ?? 0n) > sol(5n)).toBe(true);
    expect(assessCreation({ ...poor, balance: lamports(25_000_000n) }).problem).toBeNull();
  });

  it("reports how many tokens the curve has if more are requested, and quotes those", () => {
    const { onlyLeft, quote } = assessCreation({ ...input, tokens: tokens(100_000n), balance: sol(100n) });
    expect(onlyLeft).toBe(quote?.firstBuy?.tokens);
    expect(onlyLeftText(onlyLeft ?? 0n, "MAR")).toBe("Only 2,793.512 MAR are left to buy");
    expect((quote?.spend.trade ?? 0n) < sol(89n)).toBe(true);
  });

  it("quotes an invited creator's referral, discount, and the inviter's account", () => {
    const user = { ...input.user, inviterAddress, isDiscount: true };
    const wish = { ...input, tokens: tokens(10n) };
    const invited = assessCreation({ ...wish, user });
    const plain = assessCreation(wish);
    expect(invited.rates).toEqual({ creatorBps: 200, platformBps: 120, referralBps: 60, discountBps: 20 });
    expect(invited.discount).toBe(((plain.quote?.firstBuy?.value ?? 0n) * 20n) / 10_000n);
    expect((invited.quote?.spend.rent ?? 0n) - (plain.quote?.spend.rent ?? 0n)).toBe(2_074_080n);
  });

  it("refuses an affiliate without a referral, and has no quote while something is unknown", () => {
    const user = { ...input.user, isAffiliate: true };
    expect(assessCreation({ ...input, user })).toMatchObject({
      quote: null,
      problem: { kind: "affiliateNeedsReferral" },
    });
    for (const unknown of [{ terms: null }, { symbol: null }, { appUrl: null }])
      expect(assessCreation({ ...input, ...unknown })).toMatchObject({ quote: null, problem: null });
  });
});
