import { queryOptions, useQuery } from "@tanstack/react-query";
import { type FiatCurrency, type FiatPrice, rateLateMs, routes, type SolRate } from "@tribe/contract";
import { api } from "../api/api.ts";
import { useConfig } from "../queries/config.ts";
import { keys } from "../queries/keys.ts";
import { serverNow } from "../time/server-time.ts";
import { useCurrency } from "./currency.ts";

/** The server reads a new one once a minute. */
const everyMs = 60_000;

const isLate = ({ at }: SolRate): boolean => Math.abs(serverNow() - at) >= rateLateMs;

const rateQuery = queryOptions({
  queryKey: keys.rate(),
  queryFn: async ({ signal }) => (await api(routes.rates.latest, { signal })).rate,
  staleTime: everyMs,
  // Only while the page is seen. One that fails is asked for again then, and the last answer counts until it is late.
  refetchInterval: everyMs,
  // By a failed call a page without a network notices that its rate has become late.
  notifyOnChangeProps: ["data", "errorUpdatedAt"],
});

/** What is known of SOL's worth in the person's currency. */
export type OwnRate =
  /** The installation has no rates, or the person wants none: SOL alone, without room for more. */
  | { readonly kind: "none" }
  /** It is on its way, or late: nothing is shown, in the room of what may come. */
  | { readonly kind: "awaited" }
  | { readonly kind: "known"; readonly currency: FiatCurrency; readonly price: FiatPrice };

/** SOL's worth in the person's currency, kept current while the page is seen. */
export const useOwnRate = (): OwnRate => {
  const currency = useCurrency();
  const hasRates = useConfig()?.hasRates === true && currency !== null;
  const { data: rate } = useQuery({ ...rateQuery, enabled: hasRates });
  if (!hasRates) return none;
  const price = rate && !isLate(rate) ? rate.prices[currency] : undefined;
  return price === undefined ? awaited : { kind: "known", currency, price };
};

const none = { kind: "none" } as const;
const awaited = { kind: "awaited" } as const;
