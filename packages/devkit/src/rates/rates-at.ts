/** Dollars for one SOL, around which the rate moves. */
const dollars = 142;

/** What a dollar is worth, roughly: the shape of the market matters here, not its day. */
const perDollar: Readonly<Record<string, number>> = {
  ...{
    USD: 1,
    EUR: 0.86,
    GBP: 0.75,
    JPY: 152,
    CHF: 0.8,
    CAD: 1.39,
    AUD: 1.52,
    NZD: 1.73,
    SEK: 9.45,
    NOK: 10.1,
    DKK: 6.42,
  },
  ...{
    PLN: 3.65,
    CZK: 20.9,
    TRY: 41.8,
    UAH: 41.6,
    BRL: 5.4,
    MXN: 18.4,
    INR: 88.1,
    IDR: 16_600,
    KRW: 1_420,
    VND: 26_300,
  },
  ...{ PHP: 58.2, THB: 32.6, SGD: 1.29, HKD: 7.78, AED: 3.6725, ILS: 3.28, ZAR: 17.3, NGN: 1_460 },
};

/** Cycles of the rate: how long, ms, and by which share it moves. Their sum repeats only after months. */
const waves = [
  { lengthMs: 11 * 60_000, share: 0.0015 },
  { lengthMs: 97 * 60_000, share: 0.006 },
  { lengthMs: 23.3 * 3_600_000, share: 0.02 },
  { lengthMs: 19.7 * 86_400_000, share: 0.08 },
] as const;

/**
 * The rates of SOL in the provider's form: units of each currency for one SOL, as decimal strings. They depend on the time alone, so
 * that a restart does not make them jump.
 */
export const ratesAt = (now: number): Record<string, string> => {
  const drift = waves.reduce((sum, { lengthMs, share }) => sum + share * Math.sin((2 * Math.PI * now) / lengthMs), 1);
  return Object.fromEntries(
    Object.entries(perDollar).map(([currency, units]) => [currency, (dollars * drift * units).toFixed(10)]),
  );
};
