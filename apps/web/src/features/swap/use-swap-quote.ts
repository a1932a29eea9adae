import { useQuery } from "@tanstack/react-query";
import { chooseSwap, type SwapProvider, type SwapQuote, type SwapUnavailable } from "@tribe/chain/swap";
import { milliseconds, type TokenProfile } from "@tribe/contract";
import { type PoolQuote, quotePool, type SwapOrder } from "@tribe/domain/pool";
import { useEffect, useMemo, useState } from "react";
import { useConfig } from "../../shared/queries/config.ts";

/** The provider of swaps; null until the installation's configuration is loaded. */
export const useSwapProvider = (): SwapProvider | null => {
  const config = useConfig();
  return useMemo(() => (config ? chooseSwap(config.swap, config.rpcUrl, config.programAddress) : null), [config]);
};

/** The value, debounced: it is returned once it has not changed for `time` ms. */
const useSettled = <T>(value: T, time: number): T => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), time);
    return () => clearTimeout(timer);
  }, [value, time]);
  return settled;
};

export interface SwapQuoteNow {
  /** The provider's quote for this order; null while it loads. */
  readonly confirmed: SwapQuote | SwapUnavailable | null;
  /** Computed from the pool's reserves that the page knows, so that the figures follow the typing at once. */
  readonly local: PoolQuote | null;
}

/** Requests the provider's quote 500 ms after the last change, again when the pool's reserves change, and every 10 s. */
export const useSwapQuote = (
  provider: SwapProvider | null,
  token: TokenProfile | null,
  order: SwapOrder | null,
  slippageBps: number,
): SwapQuoteNow => {
  // A string, because an order is a new object in each render.
  const wanted = order ? `${order.direction} ${order.input} ${slippageBps}` : null;
  const settled = useSettled(wanted, milliseconds.quoteDebounce);
  const newMint = token?.newMint ?? null;
  const isEnabled = provider !== null && newMint !== null && wanted !== null && settled === wanted;
  const { data, refetch } = useQuery({
    queryKey: ["swapQuote", newMint, wanted],
    queryFn: ({ signal }) =>
      provider && token && newMint && order
        ? provider.quote({ tokenId: token.tokenId, newMint, order, slippageBps }, signal)
        : null,
    enabled: isEnabled,
    refetchInterval: milliseconds.supplyRefresh,
    staleTime: 0,
    gcTime: 0,
    // Also when offline: the dialog shows the failure.
    networkMode: "always",
    refetchOnReconnect: true,
  });
  const reserves = token?.pool ? `${token.pool.lamports} ${token.pool.tokens}` : null;
  useEffect(() => {
    if (isEnabled && reserves) void refetch();
  }, [isEnabled, reserves, refetch]);

  const pool = token?.pool ?? null;
  const quoted = pool && order ? quotePool({ pool, rates: pool, order, slippageBps }) : null;
  return { confirmed: isEnabled ? (data ?? null) : null, local: quoted?.kind === "quoted" ? quoted : null };
};
