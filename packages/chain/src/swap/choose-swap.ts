import type { Address, SwapSettings } from "@tribe/contract";
import { poolSwap } from "./pool-swap.ts";
import type { SwapProvider } from "./provider.ts";
import { rpcChainReader } from "./read-chain.ts";

/** The swap provider in the installation's settings (`GET /v1/config`, `swap`). Jupiter's code is loaded when it is used. */
export const chooseSwap = (settings: SwapSettings, rpcUrl: string, program: Address): SwapProvider => {
  const chain = rpcChainReader(rpcUrl);
  if (settings.provider === "pool") return poolSwap({ chain, program });
  const load = async (): Promise<SwapProvider> => {
    const { jupiterSwap } = await import("./jupiter-swap.ts");
    return jupiterSwap({ chain, program, apiUrl: settings.apiUrl });
  };
  return {
    name: "jupiter",
    quote: async (request, signal) => (await load()).quote(request, signal),
    prepare: async (quote, wallet, options) => (await load()).prepare(quote, wallet, options),
  };
};
