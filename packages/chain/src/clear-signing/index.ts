export type { ToldAccount } from "./chain-facts.ts";
export { type ChainCheck, type CheckPlan, type Outcome, planCheck } from "./check-on-chain.ts";
export { describeMessage } from "./describe.ts";
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
  type SellDescription,
  type SwapBuyDescription,
  type SwapSellDescription,
} from "./description.ts";
export type { TradeKind } from "./instructions.ts";
export { type SlippageLevel, slippageLevel } from "./slippage.ts";
export { tradeKindOfMessage } from "./trade-kind.ts";
