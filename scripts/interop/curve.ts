/**
 * Writes `interop/curve.json` and `interop/fees.json` from an independent model of design section 3: bisection over exact integers in
 * place of the product's closed forms. The cases are the same at each run (a seeded generator).
 */
import { writeFileSync } from "node:fs";

let seed = 0x5eed_7b1bn;
/** xorshift64*, so that the file never changes by itself. */
const random = (below: bigint): bigint => {
  let value = 0n;
  for (let words = 0; words < 3; words += 1) {
    seed ^= seed >> 12n;
    seed = (seed ^ (seed << 25n)) & (2n ** 64n - 1n);
    seed ^= seed >> 27n;
    value = (value << 64n) | ((seed * 0x2545f4914f6cdd1dn) & (2n ** 64n - 1n));
  }
  return value % below;
};
const between = (low: bigint, high: bigint): bigint => low + random(high - low + 1n);
/** Spread over magnitudes: small figures as often as large ones. */
const magnitude = (high: bigint): bigint => {
  const bits = BigInt(high.toString(2).length);
  return between(0n, high) >> random(bits);
};

const smaller = (a: bigint, b: bigint): bigint => [a, b].reduce((least, next) => (next < least ? next : least));
const cube = (n: bigint) => n ** 3n;
const unit = (coefficient: bigint) => 3n * coefficient * 10n ** 18n;
const cost = (x: bigint, amount: bigint, c: bigint) => {
  const volume = cube(x + amount) - cube(x);
  return volume % unit(c) === 0n ? volume / unit(c) : volume / unit(c) + 1n;
};
const proceeds = (x: bigint, amount: bigint, c: bigint) => (cube(x) - cube(x - amount)) / unit(c);
/** The largest n at or above 0 for which `holds`; `holds` is true up to a point and then false. */
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

interface Rates {
  creatorBps: number;
  platformBps: number;
  referralBps: number;
}
const feesOf = (value: bigint, rates: Rates) => ({
  creator: (value * BigInt(rates.creatorBps)) / 10_000n,
  platform: (value * BigInt(rates.platformBps)) / 10_000n,
  referral: (value * BigInt(rates.referralBps)) / 10_000n,
});
const totalFees = (value: bigint, rates: Rates) => {
  const fees = feesOf(value, rates);
  return fees.creator + fees.platform + fees.referral;
};

const allFlags = [0, 1, 3, 4, 5, 7];
const schedules = [
  { creator: 200, platform: 200, referral: 60, affiliate: 100, discount: 20 },
  { creator: 0, platform: 0, referral: 0, affiliate: 0, discount: 0 },
  { creator: 1000, platform: 1000, referral: 300, affiliate: 900, discount: 100 },
  { creator: 1, platform: 7, referral: 2, affiliate: 3, discount: 4 },
];
const ratesOf = (schedule: (typeof schedules)[number], flags: number): Rates => {
  const referralBps = flags & 2 ? schedule.affiliate : flags & 1 ? schedule.referral : 0;
  return {
    creatorBps: schedule.creator,
    platformBps: schedule.platform - referralBps - (flags & 4 ? schedule.discount : 0),
    referralBps,
  };
};

const floor = 150n * 10n ** 9n;
const coefficients = [6_000_000n, 25_000_000n, 100_000_000n, 333_333_333n, 1_300_000_000n];
const xMaxOf = (c: bigint, from = floor) => largest((x) => cube(x) <= cube(from) + 85n * 10n ** 9n * unit(c));
const pick = <T>(list: readonly T[]): T => list[Number(random(BigInt(list.length)))] as T; // the index is below the length
const text = (record: Record<string, bigint | number>) =>
  Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key, typeof value === "bigint" ? `${value}` : value]),
  );

const positions = (c: bigint) => {
  const xMax = xMaxOf(c);
  return [floor, floor + 1n, between(floor, xMax), between(floor, xMax), xMax - 1n, xMax];
};
const costs = [];
const sales = [];
const values = [];
for (const c of coefficients) {
  const xMax = xMaxOf(c);
  for (const x of positions(c)) {
    for (const amount of [0n, 1n, 10n ** 9n, xMax - x, magnitude(xMax), magnitude(xMax), between(0n, xMax - x)])
      if (x + amount <= xMax) costs.push(text({ x, amount, coefficient: c, cost: cost(x, amount, c) }));
    for (const amount of [0n, 1n, x - floor, between(0n, x - floor), magnitude(x - floor + 1n)])
      if (amount <= x) sales.push(text({ x, amount, coefficient: c, proceeds: proceeds(x, amount, c) }));
    for (const value of [
      0n,
      1n,
      5_000n,
      magnitude(85n * 10n ** 9n),
      between(0n, 85n * 10n ** 9n),
      cost(x, xMax - x, c),
    ])
      if (value <= cost(x, xMax - x, c))
        values.push(text({ x, value, coefficient: c, tokens: largest((a) => cost(x, a, c) <= value) }));
  }
}

const buys = [];
const sells = [];
for (let index = 0; index < 800; index += 1) {
  const c = pick(coefficients);
  const xMax = xMaxOf(c);
  const x = index % 9 === 0 ? xMax - (magnitude(10n ** 12n) % (xMax - floor)) : pick(positions(c));
  const schedule = pick(schedules);
  const flags = pick(allFlags);
  const rates = ratesOf(schedule, flags);
  const curve = { x, floor, xMax, coefficient: c, ...rates };
  const total = (amount: bigint) => cost(x, amount, c) + totalFees(cost(x, amount, c), rates);

  const tokens = pick([magnitude(xMax), between(0n, xMax - x), xMax - x, 100_000n * 10n ** 9n, 10n ** 10n]);
  const exact = total(tokens);
  const maxLamports = pick([
    exact,
    exact > 0n ? exact - 1n : 0n,
    exact + 1n,
    magnitude(10n ** 12n),
    (exact * 105n) / 100n,
    85n * 10n ** 9n,
  ]);
  const affordable = largest((a) => total(a) <= maxLamports);
  const unclipped = smaller(tokens, affordable);
  const minTokens = pick([0n, tokens, unclipped, unclipped + 1n, (tokens * 95n) / 100n]);
  const order = { ...curve, tokens, maxLamports, minTokens };
  // Which of two refusals comes first is nobody's business.
  if (tokens === 0n && x >= xMax) continue;
  const code = tokens === 0n ? 6008 : x >= xMax ? 6006 : unclipped === 0n || unclipped < minTokens ? 6002 : 0;
  if (code) buys.push({ ...text(order), code });
  else {
    const filled = smaller(unclipped, xMax - x);
    const value = cost(x, filled, c);
    buys.push({
      ...text(order),
      filled: text({ tokens: filled, value, ...feesOf(value, rates), total: value + totalFees(value, rates) }),
    });
  }

  const sold = pick([magnitude(x), between(0n, x - floor), x - floor, x - floor + 1n, 1n]);
  const value = sold <= x ? proceeds(x, sold, c) : 0n;
  const payout = value - totalFees(value, rates);
  const minLamports = pick([0n, payout, payout + 1n, (payout * 95n) / 100n]);
  const sellOrder = { ...curve, tokens: sold, minLamports };
  if (x >= xMax && (sold === 0n || sold > x - floor)) continue;
  const sellCode = sold === 0n ? 6008 : x >= xMax ? 6006 : sold > x - floor ? 6007 : payout < minLamports ? 6003 : 0;
  if (sellCode) sells.push({ ...text(sellOrder), code: sellCode });
  else
    sells.push({ ...text(sellOrder), filled: text({ tokens: sold, value, ...feesOf(value, rates), total: payout }) });
}

const fees = [];
const budgets = [];
for (const schedule of schedules)
  for (const flags of allFlags) {
    const rates = ratesOf(schedule, flags);
    for (const value of [0n, 1n, 49n, 50n, 9_999n, 10_000n, magnitude(10n ** 11n), 85n * 10n ** 9n])
      fees.push(text({ ...rates, value, ...feesOf(value, rates), total: totalFees(value, rates) }));
    for (const budget of [0n, 1n, 51n, 10_000n, magnitude(10n ** 11n), between(0n, 10n ** 12n), 85n * 10n ** 9n])
      budgets.push(
        text({ ...schedule, flags, budget, value: largest((value) => value + totalFees(value, rates) <= budget) }),
      );
  }

const maxPositions = coefficients.flatMap((c) =>
  [floor, floor + 1n, 10n ** 9n].map((from) => text({ floor: from, coefficient: c, xMax: xMaxOf(c, from) })),
);
const write = (name: string, content: Record<string, readonly unknown[]>) => {
  const lists = Object.entries(content).map(
    ([key, list]) =>
      `  ${JSON.stringify(key)}: [\n${list.map((entry) => `    ${JSON.stringify(entry)}`).join(",\n")}\n  ]`,
  );
  writeFileSync(new URL(`../../interop/${name}`, import.meta.url), `{\n${lists.join(",\n")}\n}\n`);
};
write("curve.json", {
  maxPosition: maxPositions,
  cost: costs,
  proceeds: sales,
  tokensForValue: values,
  buy: buys,
  sell: sells,
});
write("fees.json", { fees, budgets });
