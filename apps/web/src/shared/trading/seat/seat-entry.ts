import { type TokenProfile, tokenUnits } from "@tribe/contract";
import { quoteBuy } from "@tribe/domain/curve";
import { entryOffer } from "@tribe/domain/membership";
import { noFlags } from "@tribe/domain/money";
import { poolEntryOffer } from "@tribe/domain/pool";
import { curveOf } from "../../tokens/token-facts.ts";

/** The missing step to a seat, and its present cost. */
export type SeatEntry =
  /** The Chief, a blocked person, or one with a seat. */
  | { readonly kind: "none" }
  /** Holds enough and only has to join. */
  | { readonly kind: "join" }
  /** `tokens`: missing old base units; `lamports`: their cost, fees included. */
  | { readonly kind: "buy"; readonly tokens: bigint; readonly lamports: bigint }
  | { readonly kind: "outOfReach" };

/** The missing step to a seat, on the curve or in the pool. @param holding old base units that count for a seat */
export const seatEntry = (token: TokenProfile, holding: bigint, slippageBps: number): SeatEntry => {
  const threshold = token.tradeInfo.entryThresholdTokens;
  const situation = { state: token.subscribeState, threshold, holding: tokenUnits(holding) };
  if (situation.state === "active") return { kind: "none" };
  const { pool, conversionRate: rate } = token;
  if (token.newMint !== null) {
    if (!pool || !rate) return { kind: "outOfReach" };
    const offer = poolEntryOffer({ ...situation, rate, pool, rates: pool, slippageBps });
    return offer.kind === "buy" ? { kind: "buy", tokens: threshold - holding, lamports: offer.lamports } : offer;
  }
  const curve = curveOf(token);
  const offer = entryOffer({ ...situation, curve });
  if (offer.kind === "none" || offer.kind === "join") return offer;
  if (offer.kind === "outOfReach") return { kind: "outOfReach" };
  const mode = "BUY_WITH_FIXED_TOKEN";
  const quote = quoteBuy({ mode, tokens: offer.tokens, curve, fees: token.fees, flags: noFlags, slippageBps });
  return quote.kind === "refused"
    ? { kind: "outOfReach" }
    : { kind: "buy", tokens: offer.tokens, lamports: quote.total };
};

/** A seat's price for somebody without a holding, lamports; null if none is available. */
export const seatPrice = (token: TokenProfile, slippageBps: number): bigint | null => {
  const entry = seatEntry({ ...token, subscribeState: "none" }, 0n, slippageBps);
  return entry.kind === "buy" ? entry.lamports : null;
};
