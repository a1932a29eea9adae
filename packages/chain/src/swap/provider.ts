import type { Address, Mint, TokenId } from "@tribe/contract";
import type { SwapAmounts, SwapFees, SwapOrder } from "@tribe/domain/pool";
import type { PriorityLevel } from "../transactions/priority.ts";
import type { Spend } from "../transactions/spend.ts";

/** What a person wants swapped: SOL for a migrated token's new mint, or back. */
export interface SwapRequest {
  readonly tokenId: TokenId;
  readonly newMint: Mint;
  readonly order: SwapOrder;
  /** How much less than quoted may come, 0 to 10,000 basis points. */
  readonly slippageBps: number;
}

/**
 * Why there is no quote or no message. `no_pool`, `no_route` and `zero` stay true until something else is asked;
 * the others say that somebody did not answer, and asking again can help.
 */
export type SwapUnavailableReason =
  /** The token has no liquidity pool (yet). */
  | "no_pool"
  /** There is a pool, but nobody fills this amount, or only in a form that the signer refuses. */
  | "no_route"
  /** Nothing is asked, or so little that nothing would come of it. */
  | "zero"
  | "unreachable"
  | "timeout"
  | "rate_limited";

export interface SwapUnavailable {
  readonly kind: "unavailable";
  readonly reason: SwapUnavailableReason;
}

/** What a swap would give now. */
export interface SwapQuote {
  readonly kind: "quoted";
  readonly request: SwapRequest;
  readonly amounts: SwapAmounts;
  /** Lamports by recipient, all of them within `amounts`; null where the provider has them in its price only. */
  readonly fees: SwapFees | null;
  /** Basis points by which the average price is worse than the present one, fees aside. */
  readonly priceImpactBps: number;
  /** The provider's own words about its route; given back to it as they are. */
  readonly route: unknown;
}

/** A swap that only the wallet's signature lacks. */
export interface PreparedSwap {
  /** Compiled bytes: exactly what is signed. */
  readonly message: Uint8Array<ArrayBuffer>;
  readonly lastValidBlockHeight: number;
  /** The most that can leave, as the signer will show it. */
  readonly spend: Spend;
}

export interface PrepareOptions {
  /** `medium` by default. */
  readonly priority?: PriorityLevel;
  readonly signal?: AbortSignal;
}

/** Whoever fills swaps: our own pool, or an aggregator. Neither ever sees a key. */
export interface SwapProvider {
  readonly name: "pool" | "jupiter";
  quote(request: SwapRequest, signal?: AbortSignal): Promise<SwapQuote | SwapUnavailable>;
  /** Builds the message of a quote for a wallet, with a fresh blockhash. @throws SwapError */
  prepare(quote: SwapQuote, wallet: Address, options?: PrepareOptions): Promise<PreparedSwap>;
}

/** Why a quote could not be prepared. */
export class SwapError extends Error {
  override readonly name = "SwapError";
  readonly reason: SwapUnavailableReason;
  constructor(reason: SwapUnavailableReason, options?: ErrorOptions) {
    super(`the swap is unavailable: ${reason}`, options);
    this.reason = reason;
  }
}

/** What went wrong as a quote's answer. An aborted call stays aborted: nobody waits for its answer. */
export const unavailable = (thrown: unknown, signal: AbortSignal | undefined): SwapUnavailable => {
  if (signal?.aborted || !(thrown instanceof SwapError)) throw thrown;
  return { kind: "unavailable", reason: thrown.reason };
};
