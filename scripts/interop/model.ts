/**
 * An independent model of curve, fees and migration, for `interop/*.json`: it uses bisection over exact integers where the Rust
 * crate and `packages/domain` use closed forms, so that the same mistake in both is unlikely.
 */
const floor = 150n * 10n ** 9n;
const newSupply = 8n * 10n ** 15n;
const maxU64 = 2n ** 64n - 1n;

const cube = (n: bigint) => n ** 3n;
const unit = (coefficient: bigint) => 3n * coefficient * 10n ** 18n;
const min = (a: bigint, b: bigint) => (a < b ? a : b);

/** The largest n at or above 0 for which `holds`; it is true up to a point and then false. */
const largest = (holds: (n: bigint) => boolean): bigint => {
  let high = 1n;
  while (holds(high)) high *= 2n;
  let low = 0n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
};

const cost = (x: bigint, amount: bigint, c: bigint) => {
  const volume = cube(x + amount) - cube(x);
  return volume % unit(c) === 0n ? volume / unit(c) : volume / unit(c) + 1n;
};
const proceeds = (x: bigint, amount: bigint, c: bigint) => (cube(x) - cube(x - amount)) / unit(c);
const endOf = (c: bigint, from: bigint) => largest((x) => cube(x) <= cube(from) + 85n * 10n ** 9n * unit(c));
const ends = new Map<bigint, bigint>();
const end = (c: bigint) => {
  const known = ends.get(c) ?? endOf(c, floor);
  ends.set(c, known);
  return known;
};

type Rates = readonly [creator: bigint, platform: bigint, referral: bigint];
const ratesOf = (creator: bigint, platform: bigint, referral: bigint, discount: bigint): Rates => [
  creator,
  platform - referral - discount,
  referral,
];
const flagged = (
  creator: bigint,
  platform: bigint,
  referral: bigint,
  affiliate: bigint,
  discount: bigint,
  byte: bigint,
) => ratesOf(creator, platform, byte & 2n ? affiliate : byte & 1n ? referral : 0n, byte & 4n ? discount : 0n);
const feesOf = (value: bigint, rates: Rates) => rates.map((rate) => (value * rate) / 10_000n);
const sum = (numbers: readonly bigint[]) => numbers.reduce((total, next) => total + next, 0n);
const withFees = (value: bigint, rates: Rates) => value + sum(feesOf(value, rates));

type Answer = (...inputs: bigint[]) => string | readonly bigint[];

const swap = (buys: boolean): Answer => {
  const ofLamports = (amount: bigint, rate: bigint) => largest((fee) => fee * 10_000n <= amount * rate);
  return (sol, tokens, liquidity, creator, platform, input, minimum) => {
    if (input === 0n) return "zero";
    const poolBps = 10_000n - liquidity - creator - platform;
    // the largest amount that can leave a side without reducing the product
    const leaving = (own: bigint, other: bigint, joins: bigint) =>
      largest((out) => out <= other && (own + joins) * (other - out) >= own * other);
    const lamports = buys ? input : leaving(tokens, sol, input);
    const [kept, forCreator, forPlatform] = [poolBps, creator, platform].map((rate) => ofLamports(lamports, rate));
    if (kept === undefined || forCreator === undefined || forPlatform === undefined) throw new Error("three parts");
    const output = buys ? leaving(sol, tokens, kept) : kept;
    const after = buys
      ? [sol + input - forCreator - forPlatform, tokens - output]
      : [sol - kept - forCreator - forPlatform, tokens + input];
    if (after.some((reserve) => reserve > maxU64)) return "range";
    if (output === 0n || output < minimum) return "slippage";
    return [output, lamports - kept - forCreator - forPlatform, forCreator, forPlatform, ...after];
  };
};

/** By kind, as in `packages/domain/src/interop.ts`. */
export const model: ReadonlyMap<string, Answer> = new Map<string, Answer>([
  ["end", (from, c) => [endOf(c, from)]],
  ["cost", (c, x, tokens) => (tokens > end(c) - x ? "range" : [cost(x, tokens, c)])],
  ["proceeds", (c, x, tokens) => (tokens > x ? "floor" : [proceeds(x, tokens, c)])],
  ["affordable", (c, x, value) => [largest((tokens) => cost(x, tokens, c) <= value)]],
  [
    "buy",
    (c, x, creator, platform, referral, discount, tokens, max, minimum) => {
      if (x >= end(c)) return "closed";
      if (tokens === 0n) return "zero";
      const rates = ratesOf(creator, platform, referral, discount);
      const unclipped = min(
        tokens,
        largest((amount) => withFees(cost(x, amount, c), rates) <= max),
      );
      if (unclipped === 0n || unclipped < minimum) return "slippage";
      const filled = min(unclipped, end(c) - x);
      const value = cost(x, filled, c);
      return [filled, value, ...feesOf(value, rates)];
    },
  ],
  [
    "sell",
    (c, x, creator, platform, referral, discount, tokens, minimum) => {
      if (x >= end(c)) return "closed";
      if (tokens === 0n) return "zero";
      if (tokens > x - floor) return "floor";
      const rates = ratesOf(creator, platform, referral, discount);
      const value = proceeds(x, tokens, c);
      const fees = feesOf(value, rates);
      return value - sum(fees) < minimum ? "slippage" : [value, ...fees];
    },
  ],
  ["fees", (cr, p, r, a, d, flags, value) => feesOf(value, flagged(cr, p, r, a, d, flags))],
  [
    "budget",
    (cr, p, r, a, d, flags, budget) => [largest((value) => withFees(value, flagged(cr, p, r, a, d, flags)) <= budget)],
  ],
  [
    "migration",
    (c, bonus, reserve) => {
      const supply = end(c) - floor + bonus;
      // reserve/p = reserve·C·10¹⁸ / xMax²: both sides are multiplied by xMax²
      const [square, worth] = [end(c) ** 2n, reserve * c * 10n ** 18n];
      const rate = largest((n) => n * (supply * square + worth) <= newSupply * square);
      const pool = worth === 0n ? 0n : largest((n) => n * square < rate * worth) + 1n;
      return [rate, pool, newSupply - pool];
    },
  ],
  ["convert", (tokens, rate) => (tokens === 0n ? "zero" : tokens * rate > newSupply ? "range" : [tokens * rate])],
  ["pool_buy", swap(true)],
  ["pool_sell", swap(false)],
]);
