export { chooseSwap } from "./choose-swap.ts";
export { type PoolSwapOptions, poolSwap } from "./pool-swap.ts";
export {
  type PreparedSwap,
  type PrepareOptions,
  SwapError,
  type SwapProvider,
  type SwapQuote,
  type SwapRequest,
  type SwapUnavailable,
  type SwapUnavailableReason,
} from "./provider.ts";
export { type ChainReader, rpcChainReader } from "./read-chain.ts";
