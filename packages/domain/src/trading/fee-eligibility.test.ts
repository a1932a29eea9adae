import { addressSchema } from "@tribe/contract";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { tradeTerms } from "./fee-eligibility.ts";

const address = z.parse(addressSchema, "So11111111111111111111111111111111111111112");
const inviter = z.parse(addressSchema, "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb");
const plain = { address, inviterAddress: null, isAffiliate: false, isDiscount: false };

describe("the terms of a trade", () => {
  it("have no referrer for a person whom nobody invited", () => {
    const none = { referral: false, affiliate: false, discount: false };
    expect(tradeTerms("buy", plain)).toEqual({ flags: none, referrer: null });
    expect(tradeTerms("sell", plain)).toEqual({ flags: none, referrer: null });
  });

  it("name an inviter, but never the trader", () => {
    expect(tradeTerms("buy", { ...plain, inviterAddress: inviter })).toMatchObject({
      flags: { referral: true },
      referrer: inviter,
    });
    for (const side of ["buy", "sell"] as const)
      expect(tradeTerms(side, { ...plain, inviterAddress: address })).toMatchObject({
        flags: { referral: false },
        referrer: null,
      });
  });

  it("refuse an affiliate's buy without a referral, and never a sell", () => {
    const affiliate = { ...plain, isAffiliate: true, isDiscount: true };
    expect(tradeTerms("buy", affiliate)).toBeNull();
    expect(tradeTerms("sell", affiliate)).toEqual({
      flags: { referral: false, affiliate: false, discount: true },
      referrer: null,
    });
    expect(tradeTerms("buy", { ...affiliate, inviterAddress: inviter })).toEqual({
      flags: { referral: true, affiliate: true, discount: true },
      referrer: inviter,
    });
    expect(tradeTerms("buy", { ...affiliate, inviterAddress: address })).toBeNull();
  });
});
