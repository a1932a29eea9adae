import { addressSchema, lamports, type TokenProfile, tokenIdSchema, tokenUnits, uidSchema } from "@tribe/contract";
import { maxPosition } from "@tribe/domain";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { assessTrade, problemWords, type TradeInput } from "./assess.ts";

const address = z.parse(addressSchema, "So11111111111111111111111111111111111111112");
const unit = 10n ** 9n;
const token: TokenProfile = {
  mint: address,
  tokenId: z.decode(tokenIdSchema, "1"),
  name: "Mara",
  symbol: "MAR",
  pfp: null,
  creatorAddress: address,
  creatorUid: z.parse(uidSchema, "person-01"),
  creatorName: "Mara",
  creatorHandle: null,
  supply: tokenUnits(200n * unit),
  virtualSupply: tokenUnits(150n * unit),
  maxSupply: maxPosition(150n * unit, 100_000_000n),
  bondingCurveCoefficient: 100_000_000n,
  reserve: lamports(0n),
  price: lamports(400_000n),
  priceDayAgo: null,
  volume: lamports(0n),
  groupSize: 12,
  newMint: null,
  liquidityAddress: null,
  conversionRate: null,
  pool: null,
  seatHoldings: [],
  memberCount: 0,
  holderCount: 0,
  createdAt: 0,
  tradeInfo: { entryThresholdTokens: tokenUnits(10n * unit), entryThresholdTokensForCompare: tokenUnits(10n * unit) },
  subscribeState: "none",
  fees: {
    creatorBuyBps: 200,
    creatorSellBps: 200,
    platformBuyBps: 200,
    platformSellBps: 200,
    referralBps: 60,
    affiliateBps: 100,
    discountBps: 20,
  },
};
const input: TradeInput = {
  token,
  direction: "buy",
  amountText: "10",
  inSol: false,
  slippageBps: 500,
  balance: lamports(10n ** 9n),
  holding: 0n,
  user: null,
};

describe("what the trade dialog says", () => {
  it("orders exactly the tokens typed, with headroom for the price only", () => {
    const { order, quote, problem } = assessTrade(input);
    expect(problem).toBeNull();
    expect(order).toMatchObject({ mode: "BUY_WITH_FIXED_TOKEN", tokens: 10n * unit, minTokens: 10n * unit });
    expect(order?.maxSol).toBe(((quote?.total ?? 0n) * 10_500n + 9_999n) / 10_000n);
  });

  it("never asks for more than the SOL typed", () => {
    expect(assessTrade({ ...input, inSol: true, amountText: "0.5" }).order).toMatchObject({
      mode: "BUY_WITH_FIXED_SOL",
      maxSol: 500_000_000n,
    });
  });

  it("counts rent and fees into what a buy needs", () => {
    const { order, solNeeded } = assessTrade(input);
    const short = assessTrade({ ...input, balance: lamports((solNeeded ?? 0n) - 1n) });
    expect((solNeeded ?? 0n) > (order?.maxSol ?? 0n) + 2_000_000n).toBe(true);
    expect(short.problem).toEqual({ kind: "insufficientSol", required: solNeeded });
  });

  it("says 'Insufficient tokens' for a sell of more than is held", () => {
    const { problem, order } = assessTrade({ ...input, direction: "sell", holding: 9n * unit });
    expect(order).toBeNull();
    expect(problem && problemWords(problem, "MAR")).toBe("Insufficient tokens");
  });

  it("refuses to sell the final tokens of the curve", () => {
    const atFloor = { ...token, supply: token.virtualSupply };
    const { problem } = assessTrade({ ...input, token: atFloor, direction: "sell", holding: 50n * unit });
    expect(problem && problemWords(problem, "MAR")).toBe("The final tokens of the curve cannot be sold");
  });

  it("says how many tokens are left when more are wanted", () => {
    const { problem } = assessTrade({ ...input, amountText: "100000" });
    expect(problem && problemWords(problem, "MAR")).toMatch(/^Only [0-9.,]+ tokens are left on the curve$/);
  });

  it("says that the price is not known yet", () => {
    const { problem } = assessTrade({ ...input, token: null });
    expect(problem && problemWords(problem, "MAR")).toBe("Price is calculating, please try again later");
  });

  it("stays quiet while nothing is typed", () => {
    for (const amountText of ["", "0", "0."]) expect(assessTrade({ ...input, amountText }).problem).toBeNull();
  });
});
