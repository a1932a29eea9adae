import { lamports, newTokenUnits, tokenUnits, unitsPerToken } from "@tribe/contract";
import { expect, test } from "vitest";
import { seatPriceOf } from "./seat-price.ts";

const fees = {
  creatorBuyBps: 100,
  creatorSellBps: 100,
  platformBuyBps: 100,
  platformSellBps: 100,
  referralBps: 0,
  affiliateBps: 0,
  discountBps: 0,
};
const tribe = {
  price: lamports(225_000n),
  supply: tokenUnits(150n * unitsPerToken),
  floor: tokenUnits(145n * unitsPerToken),
  maxSupply: tokenUnits(2_000n * unitsPerToken),
  coefficient: 100_000_000n,
  referralBonus: tokenUnits(0n),
  newMint: null,
  conversionRate: null,
  pool: null,
  lastSeat: null,
};

test("a free seat costs ten tokens with fees, a taken one more than the last seated holds", () => {
  const free = seatPriceOf(tribe, fees) ?? 0n;
  const taken = seatPriceOf({ ...tribe, lastSeat: tokenUnits(100n * unitsPerToken) }, fees) ?? 0n;
  // Ten tokens at the current price are the lower bound.
  expect(free).toBeGreaterThan(tribe.price * 10n);
  expect(taken).toBeGreaterThan(free * 10n);
});

test("a seat has no price when the curve or a missing pool cannot sell its tokens", () => {
  expect(seatPriceOf({ ...tribe, lastSeat: tokenUnits(1_900n * unitsPerToken) }, fees)).toBeNull();
  expect(seatPriceOf({ ...tribe, newMint: "new" }, fees)).toBeNull();
});

test("in a pool a seat costs at least its tokens' value there", () => {
  const rate = 1_000n;
  const pool = {
    lamports: lamports(85_000_000_000n),
    tokens: newTokenUnits(2_000n * unitsPerToken * rate),
    liquidityBps: 20,
    creatorBps: 50,
    platformBps: 30,
  };
  const price = seatPriceOf({ ...tribe, newMint: "new", conversionRate: rate, pool }, fees) ?? 0n;
  expect(price).toBeGreaterThan((85_000_000_000n * 10n) / 2_000n);
});
