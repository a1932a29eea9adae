import { addressSchema, lamports, type TokenProfile, tokenIdSchema, tokenUnits, uidSchema } from "@tribe/contract";
import { maxPosition } from "@tribe/domain/curve";
import * as z from "zod/mini";
import type { TradeInput } from "./assessment.ts";

/** Any address. */
export const address = z.parse(addressSchema, "So11111111111111111111111111111111111111112");
/** Base units of one token. */
export const unit = 10n ** 9n;
/** A Tribe with 50 tokens sold above the floor, without members. */
export const token: TokenProfile = {
  mint: address,
  tokenId: z.decode(tokenIdSchema, "1"),
  name: "Mara",
  symbol: "MAR",
  pfp: null,
  creatorAddress: address,
  creatorUid: z.parse(uidSchema, "person-01"),
  creatorName: "Mara",
  creatorHandle: null,
  creatorPfp: null,
  supply: tokenUnits(200n * unit),
  virtualSupply: tokenUnits(150n * unit),
  maxSupply: maxPosition(150n * unit, 100_000_000n),
  bondingCurveCoefficient: 100_000_000n,
  referralBonus: tokenUnits(0n),
  reserve: lamports(0n),
  price: lamports(400_000n),
  priceDayAgo: null,
  volume: lamports(0n),
  next: { venue: "curve", seq: 1 },
  groupSize: 12,
  newMint: null,
  liquidityAddress: null,
  conversionRate: null,
  pool: null,
  memberCount: 0,
  holderCount: 0,
  createdAt: 0,
  tradeInfo: { entryThresholdTokens: tokenUnits(10n * unit), entryThresholdTokensForCompare: tokenUnits(10n * unit) },
  seatHoldings: [],
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
/** A buy of ten tokens by a person with one SOL. */
export const input: TradeInput = {
  token,
  direction: "buy",
  amountText: "10",
  inSol: false,
  slippageBps: 500,
  balance: lamports(10n ** 9n),
  holding: 0n,
  hasTokenAccount: false,
  user: null,
};
