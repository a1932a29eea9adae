import { tokenUnits } from "@tribe/contract";
import { describe, expect, test } from "vitest";
import { noFlags } from "../money/fees.ts";
import { tradeProblem } from "./trade-problems.ts";

const curve = { x: tokenUnits(200n), floor: tokenUnits(150n), xMax: tokenUnits(300n), coefficient: 100_000_000n };
const closed = { ...curve, x: curve.xMax };
const atFloor = { ...curve, x: curve.floor };
const wallet = { solBalance: 100n, required: 100n };

describe("why a trade is impossible, the first reason first", () => {
  const buy = { side: "buy", curve, terms: { flags: noFlags, referrer: null }, ...wallet } as const;
  const sell = { side: "sell", curve, tokens: 50n, holding: 50n, ...wallet } as const;

  test("a buy: curve closed, an affiliate without a referral, too expensive", () => {
    expect(tradeProblem(buy)).toBeNull();
    expect(tradeProblem({ ...buy, required: 101n })).toBe("insufficient_sol");
    expect(tradeProblem({ ...buy, terms: null, required: 101n })).toBe("affiliate_without_referral");
    expect(tradeProblem({ ...buy, curve: closed, terms: null, required: 101n })).toBe("curve_closed");
  });

  test("a sell: closed, at the floor, more than the holding, more than can be sold, no SOL for the fee", () => {
    expect(tradeProblem(sell)).toBeNull();
    expect(tradeProblem({ ...sell, required: 101n })).toBe("insufficient_sol");
    expect(tradeProblem({ ...sell, tokens: 51n, holding: 60n, required: 101n })).toBe("final_tokens");
    expect(tradeProblem({ ...sell, tokens: 61n, holding: 60n, required: 101n })).toBe("insufficient_tokens");
    expect(tradeProblem({ ...sell, curve: atFloor, holding: 49n })).toBe("final_tokens");
    expect(tradeProblem({ ...sell, curve: closed, holding: 49n })).toBe("curve_closed");
  });

  test("an unknown value is not a reason", () => {
    expect(tradeProblem({ ...buy, solBalance: null })).toBeNull();
    expect(tradeProblem({ ...buy, required: null, solBalance: 0n })).toBeNull();
    expect(tradeProblem({ ...sell, holding: null, tokens: 50n })).toBeNull();
    expect(tradeProblem({ ...sell, holding: null, tokens: 51n })).toBe("final_tokens");
    expect(tradeProblem({ ...sell, tokens: null, holding: 0n })).toBeNull();
    expect(tradeProblem({ ...sell, tokens: null, curve: atFloor })).toBe("final_tokens");
  });
});
