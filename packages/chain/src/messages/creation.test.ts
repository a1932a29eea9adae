import { defaultBondingCurveCoefficient, tokenUnits, unitsPerToken } from "@tribe/contract";
import { maxPosition, newCurve, remainingOnCurve } from "@tribe/domain/curve";
import { noFlags } from "@tribe/domain/money";
import { defaultSchedule } from "@tribe/domain/testing";
import { describe, expect, it } from "vitest";
import { describeMessage } from "../clear-signing/describe.ts";
import { isRefusal } from "../clear-signing/description.ts";
import { SwapError } from "../swap/provider.ts";
import type { ChainReader } from "../swap/read-chain.ts";
import { context, createInput, frame, program, referrer, wallet } from "../testing.ts";
import { type CreationInput, firstBuyOrder, quoteCreation, readCreationTerms } from "./creation.ts";
import { buildCreateMessage } from "./messages.ts";

const input: CreationInput = {
  name: "Mara Ember",
  symbol: "MAR",
  uri: createInput.uri,
  tokens: tokenUnits(0n),
  flags: noFlags,
  hasHighestBumps: true,
  coefficient: defaultBondingCurveCoefficient,
  fees: defaultSchedule,
  microLamportsPerUnit: 12_345n,
};
const tokens = (whole: bigint) => tokenUnits(whole * unitsPerToken);

describe("a creation's quote", () => {
  const referral = { referral: true, affiliate: false, discount: true };
  it.each([
    ["nothing is bought", input],
    ["a thousand tokens are bought", { ...input, tokens: tokens(1_000n) }],
    ["more is wished for than the curve has", { ...input, tokens: tokens(100_000n) }],
    ["somebody invited the creator", { ...input, flags: referral }],
    ["an invited creator buys", { ...input, tokens: tokens(7n), flags: referral }],
  ])("is what the wallet's frame says when %s", async (_case, each) => {
    const quote = quoteCreation(each);
    const { name, symbol, uri, flags, microLamportsPerUnit } = each;
    const message = await buildCreateMessage({
      ...createInput,
      name,
      symbol,
      uri,
      flags,
      microLamportsPerUnit,
      computeUnitLimit: quote.computeUnitLimit,
      firstBuy: firstBuyOrder(quote),
      coefficient: 100_000_000n,
      referralBonus: tokenUnits(flags.referral ? 1_000_000_000n : 0n),
      inviter: flags.referral ? referrer : null,
    });
    const description = await describeMessage(message, context);
    if (isRefusal(description)) throw new Error(description.reason);
    expect(description.spend).toEqual(quote.spend);
  });

  it("charges the exact price at the floor with each fee, and no slippage", () => {
    const { firstBuy, spend } = quoteCreation({ ...input, tokens: tokens(1_000n) });
    // (1150³ − 150³) / (3·10⁸) SOL
    const value = 5_058_333_334n;
    expect(firstBuy).toMatchObject({ tokens: tokens(1_000n), value, clipped: false });
    expect(firstBuy?.fees).toMatchObject({ creator: (value * 200n) / 10_000n, platform: (value * 200n) / 10_000n });
    expect(spend.trade).toBe(firstBuy?.total);
    expect(firstBuy?.order.maxLamports).toBe(firstBuy?.total);
  });

  it("buys all that the curve has when more is requested, and says so", () => {
    const all = remainingOnCurve(newCurve(input.coefficient));
    expect(all).toBe(maxPosition(tokens(150n), input.coefficient) - tokens(150n));
    expect(quoteCreation({ ...input, tokens: tokens(100_000n) }).firstBuy).toMatchObject({
      tokens: all,
      clipped: true,
    });
    expect(quoteCreation({ ...input, tokens: all }).firstBuy).toMatchObject({ tokens: all, clipped: false });
  });

  it("never requires less than the spec's minimum, and with a first buy the payment plus the wallet's minimum", () => {
    expect(quoteCreation(input).required).toBe(25_000_000n);
    const { required, spend } = quoteCreation({ ...input, tokens: tokens(1_000n) });
    expect(required).toBe(spend.total + 890_880n);
  });
});

it("has no terms without a factory, and reports a node that does not answer", async () => {
  const node: ChainReader = {
    accounts: async () => [null],
    latestBlockhash: async () => ({ blockhash: frame.blockhash, lastValidBlockHeight: 1 }),
    recentPriorityFees: async () => [],
  };
  expect(await readCreationTerms(node, { program, wallet })).toBeNull();
  const silent = { ...node, recentPriorityFees: () => Promise.reject(new SwapError("unreachable")) };
  await expect(readCreationTerms(silent, { program, wallet })).rejects.toBeInstanceOf(SwapError);
});
