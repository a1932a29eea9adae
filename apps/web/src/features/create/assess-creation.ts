import { type CreationQuote, type CreationTerms, quoteCreation } from "@tribe/chain/messages";
import {
  createTribeMinimumLamports,
  type Lamports,
  type LocalUser,
  type TokenId,
  type TokenUnits,
  tokenMetadataUri,
} from "@tribe/contract";
import { discountOf, type FeeRates, feeRates } from "@tribe/domain/money";
import { tradeTerms } from "@tribe/domain/trading";

/** Everything that a creation's cost depends on, as known to the form. `null` means not known yet. */
export interface CreationAssessmentInput {
  readonly user: Pick<LocalUser, "address" | "inviterAddress" | "isAffiliate" | "isDiscount">;
  /** The token's name. */
  readonly name: string;
  /** Null if no symbol can be made from the name. */
  readonly symbol: string | null;
  /** The first buy in base units, 0 for none. */
  readonly tokens: TokenUnits;
  readonly appUrl: string | null;
  readonly terms: CreationTerms | null;
  readonly balance: Lamports | null;
}

/** Why Create is disabled, if the reason is a missing balance. */
export type CreationProblem =
  | { readonly kind: "affiliateNeedsReferral" }
  /** Below the specification's minimum, whatever is bought. */
  | { readonly kind: "belowMinimum" }
  /** The first buy costs more than the balance. */
  | { readonly kind: "insufficientSol" };

export interface CreationAssessment {
  /** Null while something is unknown, or if nothing can be created. */
  readonly quote: CreationQuote | null;
  readonly rates: FeeRates | null;
  /** The discount on the first buy's fees; null without a first buy. */
  readonly discount: Lamports | null;
  readonly problem: CreationProblem | null;
  /** The lamports that the wallet must hold; null if only the minimum is known. */
  readonly required: Lamports | null;
  /** If more was requested than the curve has: the base units that are bought and charged instead. */
  readonly onlyLeft: TokenUnits | null;
}

/** Any token id: the metadata's URL has the same length for each id, and only the length affects the cost. */
const anyTokenId = 0n as TokenId; // 0 is a u64

/** Computes the cost of a creation like the server, on every keystroke, and returns what prevents it. */
export const assessCreation = (input: CreationAssessmentInput): CreationAssessment => {
  const { user, name, symbol, tokens, appUrl, terms, balance } = input;
  const flags = tradeTerms("buy", user)?.flags;
  const isBelowMinimum = balance !== null && balance < createTribeMinimumLamports;
  const below = isBelowMinimum ? ({ kind: "belowMinimum" } as const) : null;
  if (!flags || !terms || symbol === null || appUrl === null) {
    const problem = flags ? below : ({ kind: "affiliateNeedsReferral" } as const);
    return { quote: null, rates: null, discount: null, problem, required: null, onlyLeft: null };
  }
  const uri = tokenMetadataUri(appUrl, anyTokenId);
  const quote = quoteCreation({ ...terms, name, symbol, uri, tokens, flags, hasHighestBumps: true });
  const rates = feeRates(terms.fees, "buy", flags);
  const { firstBuy, required } = quote;
  const isShort = balance !== null && balance < required;
  return {
    quote,
    rates,
    discount: firstBuy && discountOf(firstBuy.value, rates),
    problem: below ?? (isShort ? { kind: "insufficientSol" } : null),
    required,
    onlyLeft: firstBuy?.clipped ? firstBuy.tokens : null,
  };
};
