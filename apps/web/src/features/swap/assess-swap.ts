import type { SwapQuote, SwapUnavailable } from "@tribe/chain/swap";
import { lifecycleComputeUnitLimit, rentOfBuy, solRequired, spendOf } from "@tribe/chain/transactions";
import { type Lamports, lamports, type NewTokenUnits } from "@tribe/contract";
import { parseAmount } from "@tribe/domain/money";
import type { SwapOrder } from "@tribe/domain/pool";
import type { TradeDirection } from "../../shared/dialogs/names.ts";
import { parseNewTokens } from "../../shared/trading/amount/new-tokens.ts";
import { assumedMicroLamports } from "../../shared/trading/costs/assumed-priority.ts";

/** What the dialog knows about a swap now. `null` means unknown. */
export interface SwapInput {
  readonly direction: TradeDirection;
  readonly amountText: string;
  /** The provider's answer for exactly this amount. */
  readonly quote: SwapQuote | SwapUnavailable | null;
  readonly balance: Lamports | null;
  readonly holding: NewTokenUnits | null;
  readonly hasTokenAccount: boolean | null;
}

/** Why Next is disabled. */
export type SwapProblem =
  | { readonly kind: "noPool" }
  | { readonly kind: "noRoute" }
  | { readonly kind: "tooSmall" }
  /** The provider did not answer; it is retried automatically. */
  | { readonly kind: "priceUnknown" }
  | { readonly kind: "insufficientSol"; readonly required: Lamports }
  | { readonly kind: "insufficientTokens" };

/** The costs of a swap besides the pool's fees, all lamports. */
export interface SwapCosts {
  /** Estimated fee for signature and priority. */
  readonly network: Lamports;
  readonly rent: Lamports;
  /** The most SOL that leaves the wallet. */
  readonly maxSpend: Lamports;
}

export interface SwapAssessment {
  readonly problem: SwapProblem | null;
  readonly costs: SwapCosts | null;
  /** The quote to use; null while something prevents the swap or the quote is loading. */
  readonly ready: SwapQuote | null;
}

/** The typed amount as an order for the provider; null if it is empty, invalid or 0. */
export const swapOrderOf = (direction: TradeDirection, amountText: string): SwapOrder | null => {
  if (direction === "buy") {
    const input = parseAmount(amountText);
    return input ? { direction, input: lamports(input) } : null;
  }
  const input = parseNewTokens(amountText);
  return input ? { direction, input } : null;
};

const spendOfSwap = (tradeLamports: bigint, rent: Lamports, closesAccount = false) =>
  spendOf({
    tradeLamports,
    rentLamports: rent,
    signatures: 1,
    computeUnitLimit: lifecycleComputeUnitLimit("swap", rent > 0n, closesAccount),
    microLamportsPerUnit: assumedMicroLamports,
  });

/** The most that a buy can spend now; null while the balance is unknown, or if nothing remains after costs. */
export const affordableSol = (balance: Lamports | null, hasTokenAccount: boolean | null): Lamports | null => {
  if (balance === null) return null;
  const left = balance - solRequired(spendOfSwap(0n, rentOfBuy(hasTokenAccount === false)));
  return left > 0n ? lamports(left) : null;
};

/** Returns what prevents a swap; a missing balance is reported before the quote has arrived. */
export const assessSwap = (input: SwapInput): SwapAssessment => {
  const { direction, quote, balance, holding } = input;
  const order = swapOrderOf(direction, input.amountText);
  if (!order) return { problem: null, costs: null, ready: null };
  const rent = rentOfBuy(direction === "buy" && input.hasTokenAccount === false);
  const spend =
    order.direction === "buy" ? spendOfSwap(order.input, rent) : spendOfSwap(0n, rent, order.input === holding);
  const required = solRequired(spend);
  const problem: SwapProblem | null =
    order.direction === "sell" && holding !== null && order.input > holding
      ? { kind: "insufficientTokens" }
      : balance !== null && balance < required
        ? { kind: "insufficientSol", required }
        : quote?.kind === "unavailable"
          ? problemOf(quote)
          : null;
  return {
    problem,
    costs: { network: lamports(spend.signatures + spend.priority), rent, maxSpend: spend.total },
    ready: !problem && quote?.kind === "quoted" ? quote : null,
  };
};

const problemOf = ({ reason }: SwapUnavailable): SwapProblem => {
  switch (reason) {
    case "no_pool":
      return { kind: "noPool" };
    case "no_route":
      return { kind: "noRoute" };
    case "zero":
      return { kind: "tooSmall" };
    case "unreachable":
    case "timeout":
    case "rate_limited":
      return { kind: "priceUnknown" };
  }
};
