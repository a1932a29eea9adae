import {
  type ChatMessage,
  curveFloorUnits,
  defaultFeesBps,
  type TradePoint,
  type TradeVenue,
  tokenUnits,
  tradePointSchema,
} from "@tribe/contract";
import fc from "fast-check";
import * as z from "zod/mini";
import { type Curve, maxPosition } from "./curve/curve.ts";
import type { FeeRates, FeeSchedule, TradeFlags } from "./money/fees.ts";

/** Generators for this package's property tests: any state that the program allows. */
const anyCoefficient = fc.bigInt(6_000_000n, 1_300_000_000n);

export const anyCurve: fc.Arbitrary<Curve> = fc.tuple(anyCoefficient, fc.bigInt(0n, 10n ** 6n)).map(([c, part]) => {
  const xMax = maxPosition(curveFloorUnits, c);
  const x = tokenUnits(curveFloorUnits + ((xMax - curveFloorUnits) * part) / 10n ** 6n);
  return { x, floor: tokenUnits(curveFloorUnits), xMax, coefficient: c };
});

export const openCurve = anyCurve.filter((curve) => curve.x < curve.xMax);

export const anyFlags: fc.Arbitrary<TradeFlags> = fc.constantFrom(
  ...[0, 1, 3].flatMap((bits) =>
    [false, true].map((discount) => ({ referral: bits > 0, affiliate: bits > 1, discount })),
  ),
);

/** The factory's initial fees. */
export const defaultSchedule: FeeSchedule = {
  creatorBuyBps: defaultFeesBps.creatorBuy,
  creatorSellBps: defaultFeesBps.creatorSell,
  platformBuyBps: defaultFeesBps.platformBuy,
  platformSellBps: defaultFeesBps.platformSell,
  referralBps: defaultFeesBps.referral,
  affiliateBps: defaultFeesBps.affiliate,
  discountBps: defaultFeesBps.discount,
};

export const anyRates: fc.Arbitrary<FeeRates> = fc.record({
  creatorBps: fc.integer({ min: 0, max: 1_000 }),
  platformBps: fc.integer({ min: 0, max: 500 }),
  referralBps: fc.integer({ min: 0, max: 500 }),
  discountBps: fc.constant(0),
});

/** A trade of a history, of which only the position matters. */
export const tradePoint = (seq: number, venue: TradeVenue = "curve"): TradePoint =>
  z.decode(tradePointSchema, {
    seq,
    kind: "buy",
    venue,
    trader: "11111111111111111111111111111111",
    amount: "1",
    newTokens: null,
    value: "1",
    unitPrice: "1",
    priceAfter: "1",
    supplyAfterTrade: "1",
    blockTime: 1_700_000_000,
    signature: "1".repeat(64),
  });

/** The fields of a message without replies, reactions or changes: tests override the others. */
export const plainMessage = {
  number: 1,
  attachments: [],
  replyTo: null,
  reactions: [],
  mentions: [],
  linkPreview: null,
  editedAt: null,
  deletedAt: null,
  deletedBy: null,
  isPinned: false,
} as const satisfies Partial<ChatMessage>;
