import { addressSchema } from "@tribe/contract";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { tradeFlagsOf } from "./terms.ts";

const address = z.parse(addressSchema, "So11111111111111111111111111111111111111112");
const inviter = z.parse(addressSchema, "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb");
const plain = { address, inviterAddress: null, isAffiliate: false, isDiscount: false };

describe("the flags of a trade", () => {
  it("are none for somebody whom nobody brought", () => {
    const none = { referral: false, affiliate: false, discount: false };
    expect(tradeFlagsOf("buy", plain)).toEqual(none);
    expect(tradeFlagsOf("sell", plain)).toEqual(none);
  });

  it("name an inviter, but never the trader", () => {
    expect(tradeFlagsOf("buy", { ...plain, inviterAddress: inviter })?.referral).toBe(true);
    expect(tradeFlagsOf("buy", { ...plain, inviterAddress: address })?.referral).toBe(false);
  });

  it("refuse an affiliate's buy without a referral, and never a sell", () => {
    const affiliate = { ...plain, isAffiliate: true, isDiscount: true };
    expect(tradeFlagsOf("buy", affiliate)).toBeNull();
    expect(tradeFlagsOf("sell", affiliate)).toEqual({ referral: false, affiliate: false, discount: true });
    expect(tradeFlagsOf("buy", { ...affiliate, inviterAddress: inviter })).toEqual({
      referral: true,
      affiliate: true,
      discount: true,
    });
  });
});
