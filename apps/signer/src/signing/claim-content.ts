import { type ClaimDescription, type ClaimFacts, spendOfClaims } from "@tribe/chain/clear-signing";
import type { Mint } from "@tribe/contract";
import { quotableText, tokenTextProblem } from "@tribe/domain/people";
import { confirmNotices } from "@tribe/domain/words";
import { costLines, costsOf, named, shortMint, wholeTokens } from "./lines.ts";
import type { ConfirmContent, ConfirmLine, Notice } from "./screen.ts";

/** The state of the question to the chain. */
export type ClaimCheck =
  | { readonly kind: "pending" }
  | { readonly kind: "found"; readonly found: ReadonlyMap<Mint, ClaimFacts> }
  /** No answer in time, or an impossible one. */
  | { readonly kind: "failed" };

/** A token, and how much of it the claims bring. */
interface Claimed {
  readonly mint: Mint;
  readonly units: bigint;
  readonly facts: ClaimFacts | null;
}

/**
 * Builds the content of the confirmation from claims that are confirmed together and what is known of their tokens on chain so
 * far.
 */
export const claimContent = (claims: readonly ClaimDescription[], check: ClaimCheck): ConfirmContent => {
  const found = check.kind === "found" ? check.found : null;
  const units = new Map<Mint, bigint>();
  for (const claim of claims) units.set(claim.mint, (units.get(claim.mint) ?? 0n) + claim.units);
  const tokens = [...units].map(([mint, sum]): Claimed => ({ mint, units: sum, facts: found?.get(mint) ?? null }));
  const spend = spendOfClaims(claims, (mint) => found?.get(mint)?.hasAccount ?? false);
  const [only, ...others] = tokens;
  const isOne = only !== undefined && others.length === 0;
  return {
    headline: isOne ? ["Claim ", ...textsOf(only)] : [`Claim ${tokens.length} tokens`],
    moves: isOne
      ? [{ label: "You get", value: amountOf(only) }]
      : tokens.map((token, index) => ({ label: `You get, token ${index + 1}`, value: amountOf(token) })),
    lines: [
      // The bytes name the wallet's own accounts as what the tokens go to.
      { label: "To", value: "your wallet" },
      ...tokens.flatMap((token, index) => tokenLines(token, isOne ? null : index + 1, check)),
      ...(claims.length > 1 ? [{ label: "In", value: `${claims.length} transactions` }] : []),
      ...costLines(spend, [spend.trade, "Light, which keeps airdrops"]),
    ],
    notices: noticesOf(check),
    maxSpend: spend.total,
    spendKind: costsOf(spend),
    isChecking: check.kind === "pending",
    typing: null,
  };
};

const textsOf = ({ facts }: Claimed) => (facts?.token ? named(facts.token) : ["a token"]);

/** In base units while the decimals are unknown. */
const amountOf = ({ units, facts }: Claimed): string =>
  facts ? wholeTokens(units, facts.decimals) : `${units} of the token's smallest parts`;

/** @param place null for the only one, which the headline names */
const tokenLines = ({ mint, facts }: Claimed, place: number | null, check: ClaimCheck): ConfirmLine[] => {
  const label = place === null ? "Token" : `Token ${place}`;
  const name = facts?.token?.name;
  return [
    ...(place !== null && name
      ? [{ label: `Token ${place} calls itself`, value: { quoted: quotableText(name) } }]
      : []),
    check.kind === "failed" ? { label, value: mint, isWhole: true } : { label, value: shortMint(mint), exact: mint },
  ];
};

const noticesOf = (check: ClaimCheck): Notice[] => {
  if (check.kind === "pending") return [];
  if (check.kind === "failed") return [{ tone: "warning", text: confirmNotices.uncheckedTokens }];
  const isTrick = [...check.found.values()].some(({ token }) => token && tokenTextProblem(token));
  return isTrick ? [{ tone: "warning", text: confirmNotices.misleadingTokens }] : [];
};
