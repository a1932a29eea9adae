import type { KeyPairSigner } from "@solana/kit";
import { beforeAll, expect, test } from "vitest";
import { sol } from "./support/chain.ts";
import { checkedBuy, checkedSell, expectSound, positionOf } from "./support/checked.ts";
import { floor, priceOf, termsOf, xMaxOf } from "./support/model.ts";
import {
  anyPrice,
  ataInstruction,
  collectInstruction,
  createInstruction,
  createTribe,
  must,
  startWorld,
  type Tribe,
  tokenState,
  tribeOf,
  type World,
} from "./support/world.ts";

const token = 1_000_000_000n;
const order = { tokens: token, maxLamports: anyPrice, minTokens: 0n };
let world: World;
let payer: KeyPairSigner;
let creator: KeyPairSigner;
let trader: KeyPairSigner;

beforeAll(async () => {
  world = await startWorld();
  [payer, creator, trader] = [await world.wallet(), await world.wallet(), await world.wallet()];
});

const at = (tribe: Tribe) => positionOf(tokenState(world, tribe));
/** A curve with this many base units left. */
const almostClosed = async (left: bigint): Promise<Tribe> => {
  const tokens = xMaxOf(100_000_000n) - floor - left;
  const tribe = await createTribe(world, creator, { firstBuy: { tokens, maxLamports: anyPrice, minTokens: tokens } });
  must(await world.send(payer, await ataInstruction(payer, tribe.mint, trader.address)));
  return tribe;
};

test.each([6_000_000n, 100_000_000n, 1_300_000_000n])(
  "a creator's first buy may close a curve with coefficient %s at once, for 85 SOL and no more",
  async (coefficient) => {
    world.setFactory({ bondingCurveCoeff: coefficient });
    const tribe = await tribeOf(9_000_000n + coefficient, creator.address);
    const firstBuy = { tokens: anyPrice, maxLamports: 100n * sol, minTokens: 0n };
    must(await world.send(payer, await createInstruction(world, creator, tribe, { firstBuy })));
    world.setFactory({ bondingCurveCoeff: 100_000_000n });
    const state = tokenState(world, tribe);
    expect(state.x).toBe(xMaxOf(coefficient));
    expect(state.reserve).toBeLessThanOrEqual(85n * sol);
    expect(state.reserve).toBeGreaterThan(85n * sol - 10_000n);
    expectSound(world, tribe);
  },
);

test("a buy beyond the end is charged only for what is left, and closes the curve", async () => {
  const tribe = await almostClosed(3n * token);
  const bought = await checkedBuy(world, tribe, { ...order, tokens: 10n * token }, { payer, trader });
  expect(bought).toMatchObject({ tokens: 3n * token });
  expect(at(tribe).x).toBe(at(tribe).xMax);
});

test("slippage is checked against the fill that an unlimited curve would give", async () => {
  const tribe = await almostClosed(3n * token);
  const ten = 10n * token;
  const price = priceOf(at(tribe), ten, termsOf(world.factoryState(), "buy", 0));
  const buy = (maxLamports: bigint, tokens = ten) =>
    checkedBuy(world, tribe, { tokens, maxLamports, minTokens: ten }, { payer, trader });
  expect(await buy(price - 1n)).toEqual({ code: 6002 });
  expect(await buy(anyPrice, ten - 1n)).toEqual({ code: 6002 });
  expect(await buy(price)).toMatchObject({ tokens: 3n * token });
});

test("the last base unit can be bought alone", async () => {
  const tribe = await almostClosed(1n);
  expect(await checkedBuy(world, tribe, { ...order, tokens: 1n }, { payer, trader })).toMatchObject({ tokens: 1n });
  expect(at(tribe).x).toBe(at(tribe).xMax);
});

test("a closed curve refuses all buys and sells, and fees can still be collected", async () => {
  const tribe = await almostClosed(token);
  await checkedBuy(world, tribe, order, { payer, trader });
  expect(await checkedBuy(world, tribe, order, { payer, trader })).toEqual({ code: 6006 });
  expect(await checkedBuy(world, tribe, { ...order, tokens: 0n }, { payer, trader })).toEqual({ code: 6006 });
  expect(await checkedSell(world, tribe, { tokens: 1n }, { payer, trader })).toEqual({ code: 6006 });
  expect(await checkedSell(world, tribe, { tokens: 1n }, { payer, trader, coSigned: false })).toEqual({ code: 6006 });
  const owed = tokenState(world, tribe).creatorFees;
  const before = world.balance(creator.address);
  must(await world.send(payer, await collectInstruction(world, tribe)));
  expect(world.balance(creator.address) - before).toBe(owed);
  expectSound(world, tribe);
});

test("a curve that a sell moves back from just before its end accepts buys again", async () => {
  const tribe = await almostClosed(token);
  await checkedBuy(world, tribe, { ...order, tokens: token - 1n }, { payer, trader });
  expect(await checkedSell(world, tribe, { tokens: token / 2n }, { payer, trader })).toMatchObject({ code: undefined });
  expect(await checkedBuy(world, tribe, { ...order, tokens: token / 4n }, { payer, trader })).toMatchObject({
    code: undefined,
  });
});
