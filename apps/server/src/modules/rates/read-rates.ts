import type { FiatCurrency } from "@tribe/contract";
import type { AppContext } from "../../context/context.ts";
import { RatesError, type RatesProvider } from "../../engines/rates/port.ts";
import { type Doubt, trustedPrices } from "./rules/trusted-prices.ts";
import { knownPrices, newestRate, storeReading } from "./store/readings.ts";

/** How often the provider is asked. */
export const readEveryMs = 60_000;
const maxBackoffMs = 15 * 60_000;
/** Beside another process that has just asked, this one need not. */
const justReadMs = 50_000;

/** Asks a provider for rates and stores those that can be trusted. */
export const createRatesReader = (
  { db, log, now }: Pick<AppContext, "db" | "log" | "now">,
  provider: RatesProvider,
): { read(signal: AbortSignal): Promise<void> } => {
  let doubts: ReadonlyMap<FiatCurrency, Doubt> = new Map();
  let failures = 0;
  let notBefore = 0;

  /** Waits twice as long after each failure, or as long as the provider asks. */
  const backOff = (error: RatesError): void => {
    failures += 1;
    const waitMs = error.retryAfterMs ?? Math.min(readEveryMs * 2 ** (failures - 1), maxBackoffMs);
    notBefore = now() + waitMs;
    log.warn(
      { err: error, source: provider.source, waitMs },
      "no rates of SOL; pages show SOL alone when they are late",
    );
  };

  return {
    read: async (signal) => {
      if (now() < notBefore) return;
      const newest = await newestRate(db);
      // A reading of the future comes from a clock that was wrong.
      if (newest && Math.abs(now() - newest.at) < justReadMs) return;
      try {
        const read = await provider.read(signal);
        const at = now();
        const trusted = trustedPrices(read, await knownPrices(db, at), doubts, at);
        doubts = trusted.doubts;
        failures = 0;
        if (doubts.size > 0)
          log.warn(
            { source: provider.source, currencies: [...doubts.keys()] },
            "rates of SOL jumped; left out until they are repeated",
          );
        if (trusted.prices.size > 0) await storeReading(db, { at, source: provider.source, prices: trusted.prices });
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof RatesError)) throw error;
        backOff(error);
      }
    },
  };
};
