import type { FiatCurrency, FiatPrice } from "@tribe/contract";

/** What one SOL is worth, by currency. A provider may not have all of them. */
export type Prices = ReadonlyMap<FiatCurrency, FiatPrice>;

/** A provider of rates. What it says is not to be trusted: it may be hacked, cached on the way, or mistaken. */
export interface RatesProvider {
  /** Its name beside each rate. */
  readonly source: string;
  /** What SOL is worth now. @throws RatesError when it gave no usable answer in time */
  read(signal: AbortSignal): Promise<Prices>;
}

/** A provider gave no usable answer. */
export class RatesError extends Error {
  override readonly name = "RatesError";
  /** How long it asked not to be called again, ms; null when it did not say. */
  readonly retryAfterMs: number | null;

  constructor(message: string, retryAfterMs: number | null = null) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}
