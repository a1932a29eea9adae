/** Buys, sells and a creator's first buy, written from the specification: nothing here is copied from the programs. */
import { curveIdl } from "../support/idl.ts";
import { instruction } from "../support/instructions.ts";
import { associatedToken, type Key } from "../support/keys.ts";
import {
  endOf,
  type Fees,
  type Fill,
  feesOf,
  fillOf,
  floor,
  type Order,
  proceedsOf,
  sumOf,
  type Terms,
} from "./arithmetic.ts";
import {
  affiliateBit,
  discountBit,
  flagsAreKnown,
  type Plan,
  Reasons,
  referralBit,
  strands,
  tokenEvent,
  tooFewTokens,
} from "./plan.ts";
import { type Event, type Model, nobody, type TribeState } from "./state.ts";

type Side = "buy" | "sell";

export function termsOf({ factory }: Model, side: Side, flags: number): Terms {
  const share = (flags & affiliateBit) !== 0 ? factory.affiliateFee : factory.referralFee;
  return {
    creator: side === "buy" ? factory.creatorBuyFee : factory.creatorSellFee,
    platform: side === "buy" ? factory.platformBuyFee : factory.platformSellFee,
    referral: (flags & referralBit) !== 0 ? share : 0n,
    discount: (flags & discountBit) !== 0 ? factory.discountFee : 0n,
  };
}

/** Whether creations, buys and co-signed sells are paused, by the super admin or for a while by a guardian. */
export const isPaused = ({ time, factory }: Model): boolean => factory.paused || time < factory.guardianPauseEnds;

/** Whether all trades on curves are stopped. */
export const isStopped = ({ time, factory }: Model): boolean => time < factory.sellsStoppedUntil;

/** A referrer whose account could not hold the share leaves it to the platform. */
const settled = (model: Model, fees: Fees, referrer: Key | undefined): Fees =>
  referrer !== undefined && model.keeps(referrer, fees.referral)
    ? fees
    : { ...fees, platform: fees.platform + fees.referral, referral: 0n };

type Trade = { tribe: TribeState; trader: Key; flags: number; referrer: Key | undefined };

/** The checks that all trades share. */
export function claimReasons(reasons: Reasons, { tribe, trader, flags, referrer }: Trade): void {
  reasons.add(!flagsAreKnown(flags), "invalidFlags");
  reasons.add(((flags & referralBit) !== 0) !== (referrer !== undefined), "invalidFlags");
  reasons.add(referrer === trader || referrer === tribe.token, "invalidReferrer");
}

function traded(
  type: "tokenBought" | "tokenSold",
  trade: Trade,
  before: bigint,
  fill: Fill,
  fees: Fees,
  terms: Terms,
): Event {
  const { tribe, trader, flags, referrer = nobody } = trade;
  return tokenEvent(tribe, type, {
    amount: fill.tokens,
    price: fill.value,
    supplyBeforeTrade: before,
    platformFee: fees.platform,
    creatorFee: fees.creator,
    referralFee: fees.referral,
    mint: tribe.mint,
    trader,
    creator: tribe.creator,
    referrer,
    referralRate: terms.referral,
    discountRate: terms.discount,
    isAffiliate: (flags & affiliateBit) !== 0,
  });
}

const accrue = ({ state }: TribeState, fees: Fees): void => {
  state.creatorFees += fees.creator;
  state.platformFees += fees.platform;
};

/** Fills a buy without reasons for refusal. */
export function bought(model: Model, trade: Trade, fill: Fill, terms: Terms): Event {
  const { tribe, trader, referrer } = trade;
  const fees = settled(model, fill.fees, referrer);
  const before = tribe.state.x;
  tribe.state.x += fill.tokens;
  tribe.state.reserve += fill.value;
  accrue(tribe, fees);
  model.move(trader, tribe.token, fill.value + sumOf(fill.fees));
  if (referrer !== undefined) model.move(tribe.token, referrer, fees.referral);
  model.mint(tribe.mint, model.account(trader, trader, tribe.mint), fill.tokens);
  return traded("tokenBought", trade, before, fill, fees, terms);
}

export type BuyStep = Trade & { readonly signer: Key; readonly order: Order };

export function planBuy(model: Model, step: BuyStep): Plan {
  const { tribe, trader, flags, referrer, signer, order } = step;
  const reasons = new Reasons();
  reasons.add(signer !== model.factory.admin, "invalidAdmin");
  reasons.add(isPaused(model), "paused");
  reasons.add(isStopped(model), "sellsStopped");
  reasons.add(model.held(trader, tribe.mint) === undefined, "invalidTokenAccount");
  claimReasons(reasons, step);
  reasons.add(order.tokens === 0n, "invalidAmount");
  const closed = tribe.state.x === endOf(tribe.state.bondingCurveCoeff);
  reasons.add(closed, "curveClosed");
  const terms = termsOf(model, "buy", flags);
  const fill =
    closed || order.tokens === 0n ? undefined : fillOf(tribe.state.x, tribe.state.bondingCurveCoeff, order, terms);
  if (fill === undefined) reasons.add(!closed && order.tokens > 0n, "buySlippageExceeded");
  else {
    const left = model.balance(trader) - fill.value - sumOf(fill.fees);
    reasons.add(left < 0n, "insufficientFunds");
    reasons.add(strands(left), "InsufficientFundsForRent");
  }
  const { token, mint } = tribe;
  const accounts = {
    buyer: trader,
    admin: signer,
    token,
    mint,
    buyerTokenAccount: associatedToken(trader, mint),
    referrer,
  };
  return {
    instructions: [instruction(curveIdl, "buy", accounts, { ...order, flags: BigInt(flags) })],
    reasons: reasons.list,
    apply: () => (fill === undefined ? [] : [bought(model, step, fill, terms)]),
  };
}

/** `signer` undefined is a plain sell. */
export type SellStep = Trade & {
  readonly signer: Key | undefined;
  readonly tokens: bigint;
  readonly minLamports: bigint;
};

export function planSell(model: Model, step: SellStep): Plan {
  const { tribe, trader, flags, referrer, signer, tokens, minLamports } = step;
  const { state, mint, token } = tribe;
  const reasons = new Reasons();
  const plain = signer === undefined;
  reasons.add(!plain && signer !== model.factory.admin, "invalidAdmin");
  reasons.add(!plain && isPaused(model), "paused");
  reasons.add(plain && flags !== 0, "missingCoSignature");
  reasons.add(isStopped(model), "sellsStopped");
  claimReasons(reasons, step);
  reasons.add(tokens === 0n, "invalidAmount");
  reasons.add(state.x === state.xMax, "curveClosed");
  const held = model.held(trader, mint);
  reasons.add(held === undefined, "invalidTokenAccount");
  reasons.add(state.x - tokens < floor, "floorReached");
  const terms = termsOf(model, "sell", flags);
  const value = state.x - tokens < floor ? 0n : proceedsOf(state.x, tokens, state.bondingCurveCoeff);
  const fees = feesOf(value, terms);
  const payout = value - sumOf(fees);
  reasons.add(state.x - tokens >= floor && payout < minLamports, "sellSlippageExceeded");
  reasons.add(!model.keeps(trader, payout), "payoutTooSmall");
  const list = held !== undefined && held < tokens ? [...reasons.list, tooFewTokens] : reasons.list;
  const accounts = {
    seller: trader,
    admin: signer,
    token,
    mint,
    sellerTokenAccount: associatedToken(trader, mint),
    referrer,
  };
  return {
    instructions: [instruction(curveIdl, "sell", accounts, { tokens, minLamports, flags: BigInt(flags) })],
    reasons: list,
    apply: () => {
      const paid = settled(model, fees, referrer);
      const before = state.x;
      state.x -= tokens;
      state.reserve -= value;
      accrue(tribe, paid);
      model.mint(mint, model.account(trader, trader, mint), -tokens);
      model.move(token, trader, payout);
      if (referrer !== undefined) model.move(token, referrer, paid.referral);
      return [traded("tokenSold", step, before, { tokens, value, fees }, paid, terms)];
    },
  };
}
