import {
  defaultSlippageBps,
  type Lamports,
  lamports,
  minEntryThresholdUnits,
  type NewTokenUnits,
  type TokenUnits,
  tokenUnits,
} from "@tribe/contract";
import { type Curve, marketValueOnCurve, quoteBuy } from "@tribe/domain/curve";
import { entryOffer } from "@tribe/domain/membership";
import { type FeeSchedule, inputStepUp, noFlags } from "@tribe/domain/money";
import { marketValueInPool, type PoolRates, poolEntryOffer } from "@tribe/domain/pool";

/** What a Tribe's figures are computed from. */
interface PricedTribe {
  readonly price: Lamports;
  readonly supply: TokenUnits;
  readonly floor: TokenUnits;
  readonly maxSupply: TokenUnits;
  readonly coefficient: bigint;
  readonly referralBonus: TokenUnits;
  readonly newMint: string | null;
  readonly conversionRate: bigint | null;
  readonly pool: (PoolRates & { readonly lamports: Lamports; readonly tokens: NewTokenUnits }) | null;
  /** The smallest holding that has a seat; null while a seat is free. */
  readonly lastSeat: TokenUnits | null;
}

const curveOf = ({ supply, floor, maxSupply, coefficient }: PricedTribe): Curve => ({
  x: supply,
  floor,
  xMax: maxSupply,
  coefficient,
});

/** The value of all tokens that people hold, at the present price. */
export const marketCapOf = (tribe: PricedTribe): Lamports => {
  const { conversionRate: rate, pool, price, referralBonus } = tribe;
  return rate !== null && pool !== null
    ? marketValueInPool(price, rate, pool.tokens)
    : marketValueOnCurve(curveOf(tribe), referralBonus);
};

/**
 * The price of a seat for somebody without tokens, fees included, as the Tribe's page shows it; null when none can be bought.
 */
export const seatPriceOf = (tribe: PricedTribe, fees: FeeSchedule): Lamports | null => {
  const { conversionRate: rate, lastSeat, newMint, pool } = tribe;
  const slippageBps = defaultSlippageBps;
  const threshold = tokenUnits(inputStepUp(lastSeat === null ? minEntryThresholdUnits : lastSeat + 1n));
  const newcomer = { state: "none", threshold, holding: tokenUnits(0n) } as const;
  if (newMint !== null) {
    if (rate === null || pool === null) return null;
    const offer = poolEntryOffer({ ...newcomer, rate, pool, rates: pool, slippageBps });
    return offer.kind === "buy" ? offer.lamports : null;
  }
  const curve = curveOf(tribe);
  const offer = entryOffer({ ...newcomer, curve });
  if (offer.kind !== "buy") return null;
  const quote = quoteBuy({
    mode: "BUY_WITH_FIXED_TOKEN",
    tokens: offer.tokens,
    curve,
    fees,
    flags: noFlags,
    slippageBps,
  });
  return quote.kind === "refused" ? null : lamports(quote.total);
};
