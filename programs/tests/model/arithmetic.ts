/**
 * Arithmetic of curve, fees and migration in plain integers, written from the specification: where the programs have closed
 * forms, this searches by bisection. Lamports and base units throughout.
 */
const perToken = 10n ** 9n;
const lamportsPerSol = 10n ** 9n;
/** Position at which every curve starts. */
export const floor = 150n * perToken;
const target = 85n * lamportsPerSol;
/** New base units that a migration mints. */
export const newSupply = 8n * 10n ** 15n;

const cubed = (n: bigint): bigint => n * n * n;
const divideUp = (a: bigint, b: bigint): bigint => (a + b - 1n) / b;
/** A value in lamports is a difference of cubes over this: 3C · (10⁹)³ / 10⁹. */
const scale = (c: bigint): bigint => (3n * c * perToken ** 3n) / lamportsPerSol;

/** The largest n in [0, end] for which `holds`, which is true up to some point and false after it. */
function largest(end: bigint, holds: (n: bigint) => boolean): bigint {
  let [low, high] = [0n, end + 1n];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

const ends = new Map<bigint, bigint>();
/** Position at which a curve with this coefficient closes: 85 SOL from the floor. */
export function endOf(c: bigint): bigint {
  const known = ends.get(c) ?? largest(10n ** 13n, (x) => cubed(x) <= cubed(floor) + target * scale(c));
  ends.set(c, known);
  return known;
}

/** Lamports for moving from `x` up by `tokens`: rounded up. */
const costOf = (x: bigint, tokens: bigint, c: bigint): bigint => divideUp(cubed(x + tokens) - cubed(x), scale(c));
/** Lamports for moving from `x` down by `tokens`: rounded down. */
export const proceedsOf = (x: bigint, tokens: bigint, c: bigint): bigint => (cubed(x) - cubed(x - tokens)) / scale(c);

/** `reserve` covers the curve from the floor to `x`. */
export const covers = (reserve: bigint, x: bigint, c: bigint): boolean => reserve * scale(c) >= cubed(x) - cubed(floor);

/** Rates of one trade in basis points of its value. */
export type Terms = {
  readonly creator: bigint;
  readonly platform: bigint;
  readonly referral: bigint;
  readonly discount: bigint;
};
export type Fees = { readonly creator: bigint; readonly platform: bigint; readonly referral: bigint };

export function feesOf(value: bigint, terms: Terms): Fees {
  const share = (rate: bigint) => (value * rate) / 10_000n;
  const platform = share(terms.platform - terms.referral - terms.discount);
  return { creator: share(terms.creator), platform, referral: share(terms.referral) };
}
export const sumOf = (fees: Fees): bigint => fees.creator + fees.platform + fees.referral;

export type Order = { readonly tokens: bigint; readonly maxLamports: bigint; readonly minTokens: bigint };
export type Fill = { readonly tokens: bigint; readonly value: bigint; readonly fees: Fees };

/** Result of an order at `x`; undefined when its slippage is exceeded. */
export function fillOf(x: bigint, c: bigint, order: Order, terms: Terms): Fill | undefined {
  const priced = (tokens: bigint): Fill & { total: bigint } => {
    const value = costOf(x, tokens, c);
    const fees = feesOf(value, terms);
    return { tokens, value, fees, total: value + sumOf(fees) };
  };
  const affordable = (tokens: bigint): boolean => priced(tokens).total <= order.maxLamports;
  const unclipped = affordable(order.tokens) ? order.tokens : largest(order.tokens, affordable);
  if (unclipped === 0n || unclipped < order.minTokens) return undefined;
  const end = endOf(c);
  return priced(x + unclipped <= end ? unclipped : end - x);
}

export type Migration = { readonly rate: bigint; readonly poolTokens: bigint; readonly vaultTokens: bigint };

/**
 * `rate = ⌊8·10¹⁵ / (S + reserve/p)⌋` with `p = xMax²/C`; the pool gets the tokens with which its price is `p` at this reserve
 * (docs/decisions/0010), the conversion vault the others.
 */
export function migrationOf(c: bigint, reserve: bigint, bonus: bigint): Migration {
  const x = endOf(c);
  const sold = x - floor + bonus;
  // reserve/p is over/x²: p is (x/10⁹)²/C SOL per whole token, the same number of lamports per base unit
  const over = reserve * c * perToken ** 2n;
  const rate = (newSupply * x * x) / (sold * x * x + over);
  const poolTokens = divideUp(rate * over, x * x);
  return { rate, poolTokens, vaultTokens: newSupply - poolTokens };
}

export type Swap = {
  readonly out: bigint;
  readonly creator: bigint;
  readonly platform: bigint;
  readonly liquidity: bigint;
  readonly lamports: bigint;
  readonly tokens: bigint;
};
const poolShare = (amount: bigint, bps: bigint): bigint => (amount * bps) / 10_000n;

/** Lamports in, tokens out; `lamports` and `tokens` are the reserves before and, in the result, after. */
export function swapIn(lamports: bigint, tokens: bigint, paid: bigint): Swap {
  const kept = poolShare(paid, 9_900n);
  const out = (tokens * kept) / (lamports + kept);
  const [creator, platform] = [poolShare(paid, 40n), poolShare(paid, 40n)];
  const liquidity = paid - kept - creator - platform;
  return { out, creator, platform, liquidity, lamports: lamports + paid - creator - platform, tokens: tokens - out };
}

/** Tokens in, lamports out. */
export function swapOut(lamports: bigint, tokens: bigint, given: bigint): Swap {
  const gross = (lamports * given) / (tokens + given);
  const out = poolShare(gross, 9_900n);
  const [creator, platform] = [poolShare(gross, 40n), poolShare(gross, 40n)];
  const liquidity = gross - out - creator - platform;
  return { out, creator, platform, liquidity, lamports: lamports - out - creator - platform, tokens: tokens + given };
}
