import type { Address, Mint, TokenId } from "@tribe/contract";
import type { SwapAmounts, SwapFees, SwapOrder } from "@tribe/domain/pool";
import type { PriorityLevel } from "../transactions/priority.ts";
import type { Spend } from "../transactions/spend.ts";

/** A requested swap: SOL for a migrated token's new mint, or back. */
export interface SwapRequest {
  readonly tokenId: TokenId;
  readonly newMint: Mint;
  readonly order: SwapOrder;
  /** How much less than the quote is accepted, 0 to 10,000 basis points. */
  readonly slippageBps: number;
}

/**
 * Why there is no quote or no message. `no_pool`, `no_route` and `zero` are permanent for the same request; for the others a
 * service did not answer, and a retry can help.
 */
export type SwapUnavailableReason =
  /** The token has no liquidity pool (yet). */
  | "no_pool"
  /** There is a pool, but nobody fills this amount, or only in a form that the signer refuses. */
  | "no_route"
  /** The amount is zero, or too small to yield anything. */
  | "zero"
  | "unreachable"
  | "timeout"
  | "rate_limited";

export interface SwapUnavailable {
  readonly kind: "unavailable";
  readonly reason: SwapUnavailableReason;
}

/** A swap's current result. */
export interface SwapQuote {
  readonly kind: "quoted";
  readonly request: SwapRequest;
  readonly amounts: SwapAmounts;
  /** Lamports by recipient, all included in `amounts`; null when the provider only includes them in its price. */
  readonly fees: SwapFees | null;
  /** How much worse the average price is than the current one, in basis points, without fees. */
  readonly priceImpactBps: number;
  /** The provider's own route data, passed back unchanged. */
  readonly route: unknown;
}

/** A swap that lacks only the wallet's signature. */
export interface PreparedSwap {
  /** Compiled bytes: exactly those to sign. */
  readonly message: Uint8Array<ArrayBuffer>;
  readonly lastValidBlockHeight: number;
  /** The maximum cost, as the signer will show it. */
  readonly spend: Spend;
}

export interface PrepareOptions {
  /** `medium` by default. */
  readonly priority?: PriorityLevel;
  readonly signal?: AbortSignal;
  /** Leaves the account open even if a sell empties it; by default it is closed then, and its deposit returned. */
  readonly keepsAccount?: boolean;
}

/** Fills swaps: our own pool, or an aggregator. Neither ever sees a key. */
export interface SwapProvider {
  readonly name: "pool" | "jupiter";
  quote(request: SwapRequest, signal?: AbortSignal): Promise<SwapQuote | SwapUnavailable>;
  /** Builds the message of a quote for a wallet, with a fresh blockhash. @throws SwapError */
  prepare(quote: SwapQuote, wallet: Address, options?: PrepareOptions): Promise<PreparedSwap>;
}

/** Why a swap cannot be prepared. */
export class SwapError extends Error {
  override readonly name = "SwapError";
  readonly reason: SwapUnavailableReason;
  constructor(reason: SwapUnavailableReason, options?: ErrorOptions) {
    super(`the swap is unavailable: ${reason}`, options);
    this.reason = reason;
  }
}

/** Converts an error to a quote's answer. An abort is thrown again: nobody waits for its answer. */
export const unavailable = (thrown: unknown, signal: AbortSignal | undefined): SwapUnavailable => {
  if (signal?.aborted || !(thrown instanceof SwapError)) throw thrown;
  return { kind: "unavailable", reason: thrown.reason };
};
