export * from "./addresses.ts";
export { encodeBase58 } from "./base58.ts";
export type { ToldAccount } from "./clear-signing/chain-facts.ts";
export { type ChainCheck, type CheckPlan, type Outcome, planCheck } from "./clear-signing/check-on-chain.ts";
export { describeMessage } from "./clear-signing/describe.ts";
export {
  type BuyDescription,
  type CollectDescription,
  type ConvertDescription,
  type CreateTribeDescription,
  type DescribeContext,
  type Description,
  isRefusal,
  type Recipient,
  type Refusal,
  type RefusalReason,
  type RouteDescription,
  refusalWords,
  type SellDescription,
  type SwapBuyDescription,
  type SwapSellDescription,
} from "./clear-signing/description.ts";
export { type SlippageLevel, slippageLevel } from "./clear-signing/slippage.ts";
export type { MessageFrame } from "./compile-message.ts";
export * from "./compute.ts";
export * from "./create-data.ts";
export * from "./creation.ts";
export * from "./events.ts";
export * from "./factory-messages.ts";
export * from "./initialize.ts";
export * from "./lifecycle-messages.ts";
export * from "./messages.ts";
export * from "./operations.ts";
export { preparePayout } from "./payout.ts";
export * from "./pool.ts";
export * from "./priority.ts";
export * from "./program-errors.ts";
export * from "./program-events.ts";
export * from "./rent.ts";
export * from "./spend.ts";
export * from "./state.ts";
export { chooseSwap } from "./swap/choose-swap.ts";
export { type PoolSwapOptions, poolSwap } from "./swap/pool-swap.ts";
export {
  type PreparedSwap,
  type PrepareOptions,
  SwapError,
  type SwapProvider,
  type SwapQuote,
  type SwapRequest,
  type SwapUnavailable,
  type SwapUnavailableReason,
} from "./swap/provider.ts";
export { type ChainReader, rpcChainReader } from "./swap/read-chain.ts";
export { drawTokenId, isFoundAtOnce } from "./token-id.ts";
export * from "./transactions.ts";
