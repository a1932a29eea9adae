import { costOf, floor, priceOf, rentOf, xMaxOf } from "../../programs/curve/tests/support/model.ts";
import { curveIdl, type Value } from "../../programs/tests/support/idl.ts";
import { associatedToken, type Key } from "../../programs/tests/support/keys.ts";
import { buyOf, must, type Stage, type Tribe, unit } from "../../programs/tests/support/stage.ts";
import {
  below,
  magnitude,
  onStages,
  order,
  pick,
  plenty,
  redraw,
  rewrite,
  rewriteUnits,
  unitsOf,
  unitsUnless,
} from "./scene.ts";

/** A token, a trader, and referrers of every kind: paid, too poor to keep a share, creator, admin. */
interface Trading {
  readonly stage: Stage;
  readonly tribe: Tribe;
  readonly trader: Key;
  readonly poor: Key;
  readonly referrers: readonly Key[];
}

const flagSets = [0n, 1n, 3n, 4n, 5n, 7n];
const statesPerStage = 1_000;
const slippage = 6002;

const begin = (stage: Stage): Trading => {
  const tribe = stage.tribe("creator", { firstBuy: buyOf(unit) });
  const [trader, referrer, poor] = [stage.wallet("trader"), stage.wallet("referrer"), stage.wallet("poor", 0n)];
  stage.makeTokenAccount(trader, tribe.mint);
  must(stage.send(stage.buy(tribe, trader, buyOf(unit))));
  return { stage, tribe, trader, poor, referrers: [referrer, poor, tribe.creator, stage.admin] };
};

/** A random state: any position of the curve, with the matching lamports and tokens, and enough money for the trader. */
const moveTo = ({ stage, tribe, trader, poor }: Trading) => {
  const terms = redraw(stage);
  const c = terms.bondingCurveCoeff as bigint; // u64 in the IDL
  const xMax = xMaxOf(c);
  const x = pick([
    floor + below(xMax - floor),
    floor + magnitude(xMax - floor - 1n),
    xMax - magnitude(xMax - floor - 1n),
  ]);
  const reserve = costOf(floor, x - floor, c);
  const [creatorFees, platformFees] = [below(10n ** 9n), below(10n ** 9n)];
  const before = stage.read("token", tribe.token);
  const data = curveIdl.account("token", {
    ...before,
    ...{ x, xMax, reserve, bondingCurveCoeff: c, creatorFees, platformFees },
  });
  rewrite(stage, tribe.token, { data, lamports: rentOf(data.length) + reserve + creatorFees + platformFees });
  rewriteUnits(stage, associatedToken(trader, tribe.mint), 64, x - floor);
  rewriteUnits(stage, tribe.mint, 36, x - floor);
  stage.machine.fund(trader, plenty);
  stage.machine.close(poor);
  return { at: { x, floor, xMax, c }, terms };
};

interface Claim {
  readonly flags: bigint;
  readonly referrer?: Key;
}

const claim = ({ referrers }: Trading): Claim => {
  const flags = pick(flagSets);
  return (flags & 1n) === 1n ? { flags, referrer: pick(referrers) } : { flags };
};

const ratesOf = (terms: Record<string, Value>, flags: bigint) => {
  const of = (name: string, on: boolean): bigint => (on ? (terms[name] as bigint) : 0n); // u16 in the IDL
  return {
    creator: of("creatorBuyFee", true),
    platform: of("platformBuyFee", true),
    referral: of((flags & 2n) !== 0n ? "affiliateFee" : "referralFee", (flags & 1n) !== 0n),
    discount: of("discountFee", (flags & 4n) !== 0n),
  };
};

/** Buys that are filled completely, or, if `cut`, those that the budget or the end of the curve limits. */
export const measureBuys = (states: number, cut: boolean): Promise<number[]> =>
  onStages(states, statesPerStage, (stage) => {
    const trading = begin(stage);
    return () => {
      const { at, terms } = moveTo(trading);
      const { flags, referrer } = claim(trading);
      const room = at.xMax - at.x;
      const tokens = magnitude(room);
      const price = priceOf(at, tokens, ratesOf(terms, flags));
      const endless = 2n ** 64n - 1n;
      const asked = cut
        ? pick([
            order(endless, price),
            order(tokens + magnitude(10n ** 10n), price),
            order(room + tokens, endless, room + 1n),
          ])
        : pick([order(tokens, price, tokens), order(tokens, price + magnitude(10n ** 9n)), order(tokens)]);
      const sent = stage.send(stage.buy(trading.tribe, trading.trader, asked, flags, referrer));
      return unitsUnless(sent, slippage);
    };
  });

/** Sells with and without the co-signature, of any amount up to the whole balance. */
export const measureSells = (states: number): Promise<number[]> =>
  onStages(states, statesPerStage, (stage) => {
    const trading = begin(stage);
    return () => {
      const held = moveTo(trading).at.x - floor;
      if (held === 0n) return undefined;
      const options = pick<Claim | { plain: true }>([claim(trading), { plain: true }]);
      return unitsOf(stage, stage.sell(trading.tribe, trading.trader, pick([magnitude(held), held]), options));
    };
  });
