/** Sends trades and compares the results with the model's, to the lamport: balances, supply, state and event. */
import type { Address, KeyPairSigner } from "@solana/kit";
import { expect } from "vitest";
import type { Token } from "../../../../packages/chain/src/generated/index.ts";
import { covers, type Expected, expectBuy, expectSell, type Position, rentOf, settled, termsOf } from "./model.ts";
import {
  buyInstruction,
  holding,
  must,
  type OrderInput,
  sellInstruction,
  supply,
  type Tribe,
  tokenState,
  type World,
} from "./world.ts";

export const nobody = "11111111111111111111111111111111" as Address; // the system program's address, all zeros

/** Everything that a trade can change. */
function snapshot(world: World, tribe: Tribe, held: bigint, trader: Address, referrer: Address | undefined) {
  return {
    trader: world.balance(trader),
    referrer: referrer ? world.balance(referrer) : 0n,
    lamports: world.balance(tribe.token),
    token: tokenState(world, tribe),
    held,
    supply: supply(world, tribe),
  };
}

export const positionOf = (token: Token): Position => ({
  x: token.x,
  floor: token.floor,
  xMax: token.xMax,
  c: token.bondingCurveCoeff,
});

/** Expects the invariants, which hold after every action. */
export function expectSound(world: World, tribe: Tribe): void {
  const token = tokenState(world, tribe);
  expect(token.x).toBeGreaterThanOrEqual(token.floor);
  expect(token.x).toBeLessThanOrEqual(token.xMax);
  expect(covers(token.reserve, positionOf(token))).toBe(true);
  expect(world.balance(tribe.token)).toBeGreaterThanOrEqual(
    rentOf(168) + token.reserve + token.creatorFees + token.platformFees,
  );
}

type Trade = { payer: KeyPairSigner; trader: KeyPairSigner; flags?: number; referrer?: Address };

/** Buys and expects the model's result; a refused buy must change nothing. */
export async function checkedBuy(world: World, tribe: Tribe, order: OrderInput, trade: Trade): Promise<Expected> {
  const { payer, trader, flags = 0, referrer } = trade;
  const terms = termsOf(world.factoryState(), "buy", flags);
  const takeSnapshot = async () =>
    snapshot(world, tribe, await holding(world, tribe, trader.address), trader.address, referrer);
  const before = await takeSnapshot();
  const plan = expectBuy(positionOf(before.token), order, terms);
  const expected = plan.code === undefined && plan.total > before.trader ? { code: 6032 } : plan;
  const sent = await world.send(payer, await buyInstruction(world, trader, tribe, order, flags, referrer));
  if (expected.code !== undefined) {
    expect(sent.error).toBe(expected.code);
    expect(await takeSnapshot()).toEqual(before);
    return expected;
  }
  must(sent);
  const referrerAccount = referrer && { lamports: before.referrer, bytes: world.data(referrer).length };
  const fees = settled(expected.fees, referrerAccount);
  expect(await takeSnapshot()).toEqual({
    trader: before.trader - expected.total,
    referrer: before.referrer + fees.referral,
    lamports: before.lamports + expected.total - fees.referral,
    token: {
      ...before.token,
      x: before.token.x + expected.tokens,
      reserve: before.token.reserve + expected.value,
      creatorFees: before.token.creatorFees + fees.creator,
      platformFees: before.token.platformFees + fees.platform,
      seq: before.token.seq + 1n,
    },
    held: before.held + expected.tokens,
    supply: before.supply + expected.tokens,
  });
  expect(sent.events).toEqual([traded("tokenBought", tribe, before.token, expected, fees, terms, trade)]);
  expectSound(world, tribe);
  return expected;
}

type SellTrade = Trade & { coSigned?: boolean };

/** Sells and expects the model's result; a refused sell must change nothing. */
export async function checkedSell(
  world: World,
  tribe: Tribe,
  order: { tokens: bigint; minLamports?: bigint },
  trade: SellTrade,
): Promise<Expected> {
  const { payer, trader, flags = 0, referrer, coSigned = true } = trade;
  const terms = termsOf(world.factoryState(), "sell", flags);
  const takeSnapshot = async () =>
    snapshot(world, tribe, await holding(world, tribe, trader.address), trader.address, referrer);
  const before = await takeSnapshot();
  const plan = expectSell(positionOf(before.token), { minLamports: 0n, ...order }, terms);
  // the token program's code for an insufficient balance
  const expected = plan.code === undefined && order.tokens > before.held ? { code: 1 } : plan;
  const options = { flags, coSigned, ...(referrer ? { referrer } : {}) };
  const sent = await world.send(payer, await sellInstruction(world, trader, tribe, order, options));
  if (expected.code !== undefined) {
    expect(sent.error).toBe(expected.code);
    expect(await takeSnapshot()).toEqual(before);
    return expected;
  }
  must(sent);
  const referrerAccount = referrer && { lamports: before.referrer, bytes: world.data(referrer).length };
  const fees = settled(expected.fees, referrerAccount);
  expect(await takeSnapshot()).toEqual({
    trader: before.trader + expected.total,
    referrer: before.referrer + fees.referral,
    lamports: before.lamports - expected.total - fees.referral,
    token: {
      ...before.token,
      x: before.token.x - expected.tokens,
      reserve: before.token.reserve - expected.value,
      creatorFees: before.token.creatorFees + fees.creator,
      platformFees: before.token.platformFees + fees.platform,
      seq: before.token.seq + 1n,
    },
    held: before.held - expected.tokens,
    supply: before.supply - expected.tokens,
  });
  expect(sent.events).toEqual([traded("tokenSold", tribe, before.token, expected, fees, terms, trade)]);
  expectSound(world, tribe);
  return expected;
}

/** The event of a trade. */
export function traded(
  kind: "tokenBought" | "tokenSold",
  tribe: Tribe,
  before: Token,
  fill: Extract<Expected, { code: undefined }>,
  fees: { creator: bigint; platform: bigint; referral: bigint },
  terms: { referral: bigint; discount: bigint },
  { trader, flags = 0, referrer = nobody }: Trade,
) {
  return {
    kind,
    signer: tribe.token,
    data: {
      seq: before.seq,
      tokenId: tribe.id,
      amount: fill.tokens,
      price: fill.value,
      supplyBeforeTrade: before.x,
      platformFee: fees.platform,
      creatorFee: fees.creator,
      referralFee: fees.referral,
      mint: tribe.mint,
      trader: trader.address,
      creator: tribe.creator,
      referrer,
      referralRate: Number(terms.referral),
      discountRate: Number(terms.discount),
      isAffiliate: (flags & 2) !== 0,
    },
  };
}
