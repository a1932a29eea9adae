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

/** Everything that a creation's cost depends on, as the form knows it now. `null` where it is not known yet. */
export interface CreationAssessmentInput {
  readonly user: Pick<LocalUser, "address" | "inviterAddress" | "isAffiliate" | "isDiscount">;
  /** As the token will have it. */
  readonly name: string;
  /** Null when the name makes none. */
  readonly symbol: string | null;
  /** The first buy in base units, 0 for none. */
  readonly tokens: TokenUnits;
  readonly appUrl: string | null;
  readonly terms: CreationTerms | null;
  readonly balance: Lamports | null;
}

/** Why Create cannot be pressed, where money is the reason. */
export type CreationProblem =
  | { readonly kind: "affiliateNeedsReferral" }
  /** Below the spec's minimum, whatever is bought. */
  | { readonly kind: "belowMinimum" }
  /** The first buy takes more than there is. */
  | { readonly kind: "insufficientSol" };

export interface CreationAssessment {
  /** Null while something is not known, or nothing can be created. */
  readonly quote: CreationQuote | null;
  readonly rates: FeeRates | null;
  /** The discount on the first buy's fees; null without a first buy. */
  readonly discount: Lamports | null;
  readonly problem: CreationProblem | null;
  /** Lamports that the wallet must hold before; null if only the minimum is known. */
  readonly required: Lamports | null;
  /** More was wished for than the curve has: so many base units are bought and charged. */
  readonly onlyLeft: TokenUnits | null;
}

/** An id of any token: the address of its metadata is as long as the one that the server will draw. */
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
