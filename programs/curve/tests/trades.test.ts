import type { KeyPairSigner } from "@solana/kit";
import { beforeAll, describe, expect, test } from "vitest";
import { sol } from "./support/chain.ts";
import { checkedBuy, checkedSell, positionOf } from "./support/checked.ts";
import { expectBuy, expectSell, feesOf, priceOf, termsOf } from "./support/model.ts";
import {
  anyPrice,
  ataInstruction,
  buyInstruction,
  createTribe,
  must,
  sellInstruction,
  startWorld,
  type Tribe,
  tokenState,
  type World,
} from "./support/world.ts";

const flagSets = [0, 1, 3, 4, 5, 7];
const token = 1_000_000_000n;
let world: World;
let payer: KeyPairSigner;
let creator: KeyPairSigner;
let trader: KeyPairSigner;
let referrer: KeyPairSigner;

beforeAll(async () => {
  world = await startWorld();
  [payer, creator, trader, referrer] = [
    await world.wallet(),
    await world.wallet(),
    await world.wallet(),
    await world.wallet(),
  ];
});

const openTribe = async (coefficient = 100_000_000n): Promise<Tribe> => {
  world.setFactory({ bondingCurveCoeff: coefficient });
  const tribe = await createTribe(world, creator);
  world.setFactory({ bondingCurveCoeff: 100_000_000n });
  must(await world.send(payer, await ataInstruction(payer, tribe.mint, trader.address)));
  return tribe;
};
const trade = (flags = 0) => ({ payer, trader, flags, ...((flags & 1) === 1 ? { referrer: referrer.address } : {}) });

describe.each([6_000_000n, 100_000_000n, 1_300_000_000n])("with coefficient %s", (coefficient) => {
  test.each(flagSets)("a buy with flags %i agrees with the model for every form of order", async (flags) => {
    const tribe = await openTribe(coefficient);
    const at = () => positionOf(tokenState(world, tribe));
    const price = (tokens: bigint) => priceOf(at(), tokens, termsOf(world.factoryState(), "buy", flags));
    const buy = (tokens: bigint, maxLamports: bigint, minTokens: bigint) =>
      checkedBuy(world, tribe, { tokens, maxLamports, minTokens }, trade(flags));
    const ten = 10n * token;
    expect(await buy(ten, price(ten), ten)).toMatchObject({ tokens: ten });
    expect(await buy(ten, price(ten) - 1n, ten)).toEqual({ code: 6002 });
    expect(await buy(ten, price(ten) - 1n, ten - token)).toMatchObject({ code: undefined });
    expect(await buy(ten, anyPrice, ten)).toMatchObject({ tokens: ten });
    expect(await buy(anyPrice, sol, 0n)).toMatchObject({ code: undefined });
    expect(await buy(anyPrice, 12_345_678n, 1n)).toMatchObject({ code: undefined });
    expect(await buy(1n, anyPrice, 1n)).toMatchObject({ tokens: 1n });
    expect(await buy(anyPrice, 0n, 0n)).toEqual({ code: 6002 });
    expect(await buy(0n, sol, 0n)).toEqual({ code: 6008 });
    expect(await buy(ten, anyPrice, ten + 1n)).toEqual({ code: 6002 });
    expect(await buy(anyPrice, sol, anyPrice)).toEqual({ code: 6002 });
  });

  test.each(flagSets)("a sell with flags %i agrees with the model", async (flags) => {
    const tribe = await openTribe(coefficient);
    await checkedBuy(world, tribe, { tokens: 300n * token, maxLamports: anyPrice, minTokens: 0n }, trade());
    const at = () => positionOf(tokenState(world, tribe));
    const sell = (tokens: bigint, minLamports = 0n) => checkedSell(world, tribe, { tokens, minLamports }, trade(flags));
    const plan = expectSell(
      at(),
      { tokens: 7n * token, minLamports: 0n },
      termsOf(world.factoryState(), "sell", flags),
    );
    if (plan.code !== undefined) throw new Error("the model refuses a plain sell");
    expect(await sell(7n * token, plan.total + 1n)).toEqual({ code: 6003 });
    expect(await sell(7n * token, plan.total)).toMatchObject({ total: plan.total });
    expect(await sell(1n)).toMatchObject({ tokens: 1n });
    expect(await sell(0n)).toEqual({ code: 6008 });
    expect(await sell(at().x - at().floor + 1n)).toEqual({ code: 6007 });
    expect(await sell(anyPrice)).toEqual({ code: 6007 });
    expect(await sell(at().x - at().floor)).toMatchObject({ code: undefined });
    expect(at().x).toBe(at().floor);
    expect(await sell(1n)).toEqual({ code: 6007 });
  });
});

test("fees of other settings, also zero and the maximum, agree with the model", async () => {
  const defaults = world.factoryState();
  const settings = [
    {
      creatorBuyFee: 0,
      creatorSellFee: 0,
      platformBuyFee: 0,
      platformSellFee: 0,
      referralFee: 0,
      affiliateFee: 0,
      discountFee: 0,
    },
    {
      creatorBuyFee: 1000,
      creatorSellFee: 999,
      platformBuyFee: 1000,
      platformSellFee: 998,
      referralFee: 300,
      affiliateFee: 900,
      discountFee: 90,
    },
    {
      creatorBuyFee: 1,
      creatorSellFee: 3,
      platformBuyFee: 7,
      platformSellFee: 9,
      referralFee: 2,
      affiliateFee: 3,
      discountFee: 4,
    },
  ];
  const tribe = await openTribe();
  for (const setting of settings) {
    world.setFactory(setting);
    for (const flags of flagSets) {
      await checkedBuy(world, tribe, { tokens: 33_333_333_333n, maxLamports: anyPrice, minTokens: 1n }, trade(flags));
      await checkedSell(world, tribe, { tokens: 11_111_111_111n }, trade(flags));
    }
  }
  world.setFactory(defaults);
});

test("without the admin a plain sell works at full fees, and claims are refused", async () => {
  const tribe = await openTribe();
  await checkedBuy(world, tribe, { tokens: 10n * token, maxLamports: anyPrice, minTokens: 0n }, trade());
  const plain = await checkedSell(world, tribe, { tokens: token }, { payer, trader, coSigned: false });
  expect(plain).toMatchObject({ code: undefined });
  for (const flags of [1, 3, 4, 5, 7]) {
    const claim = (flags & 1) === 1 ? { referrer: referrer.address } : {};
    const instruction = await sellInstruction(
      world,
      trader,
      tribe,
      { tokens: token },
      { flags, coSigned: false, ...claim },
    );
    expect((await world.send(payer, instruction)).error).toBe(6010);
  }
});

test("flags that contradict each other or the accounts are refused", async () => {
  const tribe = await openTribe();
  const order = { tokens: token, maxLamports: anyPrice, minTokens: 0n };
  await checkedBuy(world, tribe, order, trade());
  for (const [flags, who] of [
    [2, undefined],
    [6, undefined],
    [8, undefined],
    [255, undefined],
    [1, undefined],
    [0, referrer.address],
    [4, referrer.address],
  ] as const) {
    const buy = await buyInstruction(world, trader, tribe, order, flags, who);
    expect((await world.send(payer, buy)).error).toBe(6009);
    const sell = await sellInstruction(
      world,
      trader,
      tribe,
      { tokens: 1n },
      { flags, ...(who ? { referrer: who } : {}) },
    );
    expect((await world.send(payer, sell)).error).toBe(6009);
  }
});

test("a buyer without enough lamports gets a specific error", async () => {
  const tribe = await openTribe();
  const poor = await world.wallet(sol);
  must(await world.send(payer, await ataInstruction(payer, tribe.mint, poor.address)));
  const order = { tokens: 2_000n * token, maxLamports: anyPrice, minTokens: 0n };
  expect(await checkedBuy(world, tribe, order, { payer, trader: poor })).toEqual({ code: 6032 });
});

test("a referrer whose account would not be rent-exempt leaves its share to the platform, to the lamport", async () => {
  const tribe = await openTribe();
  const newcomer = await world.wallet(0n);
  const terms = termsOf(world.factoryState(), "buy", 1);
  const shareOf = (tokens: bigint) => {
    const plan = expectBuy(
      positionOf(tokenState(world, tribe)),
      { tokens, maxLamports: anyPrice, minTokens: 0n },
      terms,
    );
    return plan.code === undefined ? feesOf(plan.value, terms).referral : 0n;
  };
  const threshold = 890_880n;
  // the smallest number of tokens whose share makes a new account rent-exempt
  let [low, high] = [0n, 1_000n * token];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (shareOf(middle) < threshold) low = middle;
    else high = middle;
  }
  const claim = { payer, trader, flags: 1, referrer: newcomer.address };
  await checkedBuy(world, tribe, { tokens: low, maxLamports: anyPrice, minTokens: 0n }, claim);
  expect(world.balance(newcomer.address)).toBe(0n);
  await checkedSell(world, tribe, { tokens: low }, { payer, trader });
  await checkedBuy(world, tribe, { tokens: high, maxLamports: anyPrice, minTokens: 0n }, claim);
  expect(world.balance(newcomer.address)).toBeGreaterThanOrEqual(threshold);
  await checkedSell(world, tribe, { tokens: 1n * token }, claim);
});

test("buying and selling at once never makes a profit, even without fees", async () => {
  const defaults = world.factoryState();
  world.setFactory({ creatorBuyFee: 0, creatorSellFee: 0, platformBuyFee: 0, platformSellFee: 0 });
  const tribe = await openTribe();
  const before = world.balance(trader.address);
  for (const tokens of [1n, 2n, 3n, 999_999_999n, token, 123_456_789_012n]) {
    await checkedBuy(world, tribe, { tokens, maxLamports: anyPrice, minTokens: tokens }, trade());
    await checkedSell(world, tribe, { tokens }, trade());
    expect(world.balance(trader.address)).toBeLessThanOrEqual(before);
  }
  world.setFactory(defaults);
});
