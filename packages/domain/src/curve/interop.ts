import { curveFloorUnits, lamports, tokenUnits } from "@tribe/contract";
import { type FeeRates, type FeeSchedule, feeRates, feesOf, flagsFromByte, valueForBudget } from "../money/fees.ts";
import { convertedUnits, migrationOf, newSupplyUnits, newTokenUnits } from "../pool/migration.ts";
import { buyFromPool, type PoolBuy, type PoolSell, type SwapRefusal, sellToPool } from "../pool/pool.ts";
import { type Curve, costOfBuy, maxPosition, proceedsOfSell, tokensForValue } from "./curve.ts";
import { type Fill, fillBuy, fillSell, type OrderRefusal } from "./orders.ts";

/**
 * This package's answer to one case of `interop/*.json`, in the format of the Rust crate's `examples/cases`: decimals in a
 * fixed order, or the name of a refusal. For tests and scripts.
 * @throws RangeError for an unknown kind, or a wrong number of inputs
 */
export const answerOf = (kind: string, inputs: readonly bigint[]): string => {
  const answer = answers.get(kind);
  if (!answer || answer.length !== inputs.length) throw new RangeError(`no kind ${kind} with ${inputs.length} numbers`);
  const found = answer(...inputs);
  return typeof found === "string" ? found : found.join(" ");
};

type Answer = (...inputs: bigint[]) => string | readonly bigint[];

const curveAt = (coefficient: bigint, x: bigint): Curve => ({
  x: tokenUnits(x),
  floor: tokenUnits(curveFloorUnits),
  xMax: maxPosition(curveFloorUnits, coefficient),
  coefficient,
});

const ratesFrom = (creator: bigint, platform: bigint, referral: bigint, discount: bigint): FeeRates => ({
  creatorBps: Number(creator),
  platformBps: Number(platform - referral - discount),
  referralBps: Number(referral),
  discountBps: Number(discount),
});

const flagged = (c: bigint, p: bigint, r: bigint, a: bigint, d: bigint, byte: bigint): FeeRates => {
  const schedule: FeeSchedule = {
    creatorBuyBps: Number(c),
    creatorSellBps: 0,
    platformBuyBps: Number(p),
    platformSellBps: 0,
    referralBps: Number(r),
    affiliateBps: Number(a),
    discountBps: Number(d),
  };
  const flags = flagsFromByte(Number(byte));
  if (!flags) throw new RangeError("no such flags");
  return feeRates(schedule, "buy", flags);
};

const refusalNames: Record<OrderRefusal["reason"], string> = {
  buySlippage: "slippage",
  sellSlippage: "slippage",
  closed: "closed",
  finalTokens: "floor",
  zero: "zero",
};

const filled = (fill: Fill | OrderRefusal, numbers: (fill: Fill) => readonly bigint[]) =>
  fill.kind === "refused"
    ? refusalNames[fill.reason]
    : [...numbers(fill), fill.fees.creator, fill.fees.platform, fill.fees.referral];

const swapped = (swap: PoolBuy | PoolSell | SwapRefusal) =>
  swap.kind === "refused"
    ? refusalNames[swap.reason]
    : [swap.output, swap.liquidity, swap.creator, swap.platform, swap.pool.lamports, swap.pool.tokens];

const poolOf = (sol: bigint, tokens: bigint) => ({ lamports: lamports(sol), tokens: newTokenUnits(tokens) });
const poolRatesOf = (liquidity: bigint, creator: bigint, platform: bigint) => ({
  liquidityBps: Number(liquidity),
  creatorBps: Number(creator),
  platformBps: Number(platform),
});
const inRange = <Result>(answer: () => Result): Result | "range" => {
  try {
    return answer();
  } catch (error) {
    if (error instanceof RangeError) return "range";
    throw error;
  }
};

/** By kind; each function's length is its number of inputs. */
const answers: ReadonlyMap<string, Answer> = new Map<string, Answer>([
  ["end", (floor, coefficient) => [maxPosition(floor, coefficient)]],
  [
    "cost",
    (coefficient, x, tokens) =>
      tokens > curveAt(coefficient, x).xMax - x ? "range" : [costOfBuy(x, tokens, coefficient)],
  ],
  ["proceeds", (coefficient, x, tokens) => (tokens > x ? "floor" : [proceedsOfSell(x, tokens, coefficient)])],
  ["affordable", (coefficient, x, value) => [tokensForValue(x, value, coefficient)]],
  [
    "buy",
    (coefficient, x, creator, platform, referral, discount, tokens, max, min) => {
      const order = { tokens: tokenUnits(tokens), maxLamports: lamports(max), minTokens: tokenUnits(min) };
      const rates = ratesFrom(creator, platform, referral, discount);
      return filled(fillBuy(curveAt(coefficient, x), order, rates), (fill) => [fill.tokens, fill.value]);
    },
  ],
  [
    "sell",
    (coefficient, x, creator, platform, referral, discount, tokens, min) => {
      const order = { tokens: tokenUnits(tokens), minLamports: lamports(min) };
      const rates = ratesFrom(creator, platform, referral, discount);
      return filled(fillSell(curveAt(coefficient, x), order, rates), (fill) => [fill.value]);
    },
  ],
  [
    "fees",
    (creator, platform, referral, affiliate, discount, flags, value) => {
      const fees = feesOf(value, flagged(creator, platform, referral, affiliate, discount, flags));
      return [fees.creator, fees.platform, fees.referral];
    },
  ],
  [
    "budget",
    (creator, platform, referral, affiliate, discount, flags, budget) => [
      valueForBudget(budget, flagged(creator, platform, referral, affiliate, discount, flags)),
    ],
  ],
  [
    "migration",
    (coefficient, bonus, reserve) => {
      const { xMax, floor } = curveAt(coefficient, curveFloorUnits);
      const closed = { xMax, floor, referralBonus: tokenUnits(bonus), reserve: lamports(reserve), coefficient };
      const { rate, pool, vault } = migrationOf(closed);
      return [rate, pool, vault];
    },
  ],
  [
    "convert",
    (tokens, rate) => {
      if (tokens === 0n) return "zero";
      const converted = convertedUnits(tokenUnits(tokens), rate);
      return converted > newSupplyUnits ? "range" : [converted];
    },
  ],
  [
    "pool_buy",
    (sol, tokens, liquidity, creator, platform, input, min) => {
      const rates = poolRatesOf(liquidity, creator, platform);
      return inRange(() => swapped(buyFromPool(poolOf(sol, tokens), rates, lamports(input), newTokenUnits(min))));
    },
  ],
  [
    "pool_sell",
    (sol, tokens, liquidity, creator, platform, input, min) => {
      const rates = poolRatesOf(liquidity, creator, platform);
      return inRange(() => swapped(sellToPool(poolOf(sol, tokens), rates, newTokenUnits(input), lamports(min))));
    },
  ],
]);
