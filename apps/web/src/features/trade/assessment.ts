import type { Lamports, LocalUser, TokenProfile } from "@tribe/contract";
import type { BuyOrder, Quote, SellOrder } from "@tribe/domain/curve";
import type { FeeRates } from "@tribe/domain/money";
import type { TradeDirection, TradeOrder } from "../../shared/dialogs/names.ts";

/** The inputs of a trade as the dialog knows them now. `null` if unknown. */
export interface TradeInput {
  readonly token: TokenProfile | null;
  readonly direction: TradeDirection;
  readonly amountText: string;
  /** The amount is SOL to spend; buys only. */
  readonly inSol: boolean;
  readonly slippageBps: number;
  readonly balance: Lamports | null;
  /** The tokens that can be sold: base units in the associated account. */
  readonly holding: bigint | null;
  /** Whether the wallet has that account; creating it costs rent. */
  readonly hasTokenAccount: boolean | null;
  readonly user: Pick<LocalUser, "address" | "inviterAddress" | "isAffiliate" | "isDiscount"> | null;
}

/** Why Next is disabled; the messages are in `problem-words.ts`. */
export type TradeProblem =
  | { readonly kind: "walletNotReady" }
  | { readonly kind: "priceUnknown" }
  | { readonly kind: "affiliateNeedsReferral" }
  | { readonly kind: "insufficientSol"; readonly required: Lamports }
  | { readonly kind: "insufficientTokens" }
  /** `sellable`: base units that anybody can sell now; `stuck`: how many of the person's own can't be. */
  | { readonly kind: "finalTokens"; readonly sellable: bigint; readonly stuck: bigint }
  | { readonly kind: "closed" }
  | { readonly kind: "tooSmall" }
  | { readonly kind: "onlyLeft"; readonly tokens: bigint };

/** The costs of a trade besides its own fees. */
export interface TradeCosts {
  readonly rates: FeeRates;
  /** Lamports that the discount saves; already subtracted from the platform's fee. */
  readonly discount: Lamports;
  /** Signatures and priority fee, estimated: recent blocks decide the priority. */
  readonly network: Lamports;
  /** Rent of the token account, if it is created; it stays in that account. */
  readonly rent: Lamports;
  /** The most that leaves the wallet: a buy at its limit, network fee and rent; for a sell the network fee. */
  readonly maxSpend: Lamports;
}

export interface Assessment {
  /** Null while the amount is empty, zero or not tradable. */
  readonly quote: Quote<BuyOrder> | Quote<SellOrder> | null;
  readonly order: TradeOrder | null;
  readonly costs: TradeCosts | null;
  readonly problem: TradeProblem | null;
  /** Lamports that the wallet must hold before: the spend, and the reserve that must stay. */
  readonly solNeeded: Lamports | null;
  /** The typed SOL pays for more than the curve has left: only this much is bought and charged. */
  readonly onlyLeft: bigint | null;
  /** The most that a buy could spend now, lamports with all fees of the trade; null for a sell, and while unknown. */
  readonly affordable: Lamports | null;
}

/** Nothing typed, or nothing that can be traded. */
export const nothing: Assessment = {
  quote: null,
  order: null,
  costs: null,
  problem: null,
  solNeeded: null,
  onlyLeft: null,
  affordable: null,
};

/** As {@link nothing}, with the reason. */
export const refused = (problem: TradeProblem): Assessment => ({ ...nothing, problem });
