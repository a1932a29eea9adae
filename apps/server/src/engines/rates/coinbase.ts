import { type FiatCurrency, type FiatPrice, fiatCurrencies } from "@tribe/contract";
import { readFiatPrice } from "@tribe/domain/money";
import * as z from "zod/mini";
import { type Prices, RatesError, type RatesProvider } from "./port.ts";

const usualTimeoutMs = 8_000;
/** Some 640 currencies are 20 KB. */
const maxBytes = 262_144;
/** An answer that was made longer ago comes from a cache on the way. */
const maxAgeMs = 5 * 60_000;
const maxRetryAfterSeconds = 3_600;

const answerSchema = z.object({
  data: z.object({ currency: z.literal("SOL"), rates: z.record(z.string(), z.unknown()) }),
});

/** Where and how Coinbase, or our stand-in for it, is asked. */
export interface CoinbaseOptions {
  /** Origin of the API. */
  readonly apiUrl: string;
  readonly source: string;
  readonly now: () => number;
  /** For the whole answer; 8 s by default. */
  readonly timeoutMs?: number;
}

/**
 * Coinbase's public exchange rates: one call without a key has what one SOL is worth in every currency
 * (https://docs.cdp.coinbase.com/coinbase-app/track-apis/exchange-rates).
 */
export const connectCoinbase = ({
  apiUrl,
  source,
  now,
  timeoutMs = usualTimeoutMs,
}: CoinbaseOptions): RatesProvider => ({
  source,
  read: async (signal) => {
    const text = await ask(`${apiUrl}/v2/exchange-rates?currency=SOL`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      now,
    });
    const answer = answerSchema.safeParse(parseJson(text));
    if (!answer.success) throw new RatesError("the answer has another shape than the documented one");
    const prices = pricesOf(answer.data.data.rates);
    // Every provider knows this one: without it the others say nothing.
    if (!prices.has("USD")) throw new RatesError("the answer has no usable price in dollars");
    return prices;
  },
});

const pricesOf = (rates: Readonly<Record<string, unknown>>): Prices => {
  const prices = new Map<FiatCurrency, FiatPrice>();
  for (const currency of fiatCurrencies) {
    const text = Object.hasOwn(rates, currency) ? rates[currency] : undefined;
    const price = typeof text === "string" ? readFiatPrice(text) : null;
    if (price !== null) prices.set(currency, price);
  }
  return prices;
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new RatesError("the answer is not JSON");
  }
};

/** One request, without redirects, of which time and length are limited. @throws RatesError */
const ask = async (url: string, { signal, now }: { signal: AbortSignal; now: () => number }): Promise<string> => {
  try {
    const response = await fetch(url, {
      headers: { accept: "application/json" },
      redirect: "error",
      signal,
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new RatesError(`HTTP status ${response.status}`, retryAfterOf(response.headers));
    }
    const madeAt = Date.parse(response.headers.get("date") ?? "") - 1_000 * Number(response.headers.get("age") ?? 0);
    if (madeAt < now() - maxAgeMs) {
      await response.body?.cancel();
      throw new RatesError("the answer is old");
    }
    return await readLimited(response);
  } catch (error) {
    if (error instanceof RatesError) throw error;
    throw new RatesError(`no answer: ${error instanceof Error ? error.message : "unknown"}`);
  }
};

const readLimited = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new RatesError("the answer is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
};

const retryAfterOf = (headers: Headers): number | null => {
  const seconds = headers.get("retry-after");
  return seconds !== null && /^[0-9]{1,9}$/.test(seconds)
    ? 1_000 * Math.min(Number(seconds), maxRetryAfterSeconds)
    : null;
};
