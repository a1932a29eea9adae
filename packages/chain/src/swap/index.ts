export { chooseSwap } from "./choose-swap.ts";
export { poolSwap } from "./pool-swap.ts";
export {
  type PreparedSwap,
  SwapError,
  type SwapProvider,
  type SwapQuote,
  type SwapUnavailable,
  type SwapUnavailableReason,
} from "./provider.ts";
export { rpcChainReader } from "./read-chain.ts";
