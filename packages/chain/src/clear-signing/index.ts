export { type ClaimFacts, planClaimCheck } from "../claim/check-claim.ts";
export { spendOfClaims } from "../claim/claims-spend.ts";
export { type ClosingFacts, planClosingCheck } from "../closing/check-closing.ts";
export type { FetchedAccount } from "./chain-facts.ts";
export { type ChainCheck, type IncludedFees, planCheck } from "./check-on-chain.ts";
export { planTransferCheck, type TransferFacts } from "./check-transfer.ts";
export { describeMessage } from "./describe.ts";
export {
  type ClaimDescription,
  type CloseAccountsDescription,
  type Description,
  isRefusal,
  type TradeDescription,
  type TransferDescription,
} from "./description.ts";
export type { TradeKind } from "./instructions.ts";
export { slippageLevel } from "./slippage.ts";
export { tradeKindOfMessage } from "./trade-kind.ts";
