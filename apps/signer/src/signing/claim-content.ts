import { type ClaimDescription, type ClaimFacts, spendOfClaims } from "@tribe/chain/clear-signing";
import type { Mint } from "@tribe/contract";
import { quotableText, tokenTextProblem } from "@tribe/domain/people";
import { confirmNotices } from "@tribe/domain/words";
import { costLines, named, shortMint, sol, wholeTokens } from "./lines.ts";
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
  const accounts = claims.flatMap(({ parts }) => parts.flatMap(({ inputs }) => inputs)).length;
  const [only, ...others] = tokens;
  const isOne = only !== undefined && others.length === 0;
  return {
    headline: isOne ? ["Claim ", ...textsOf(only)] : [`Claim ${tokens.length} tokens`],
    moves: isOne
      ? [{ label: "Comes", value: amountOf(only) }]
      : tokens.map((token, index) => ({ label: `Comes, token ${index + 1}`, value: amountOf(token) })),
    lines: [
      { label: "Into", value: isOne ? "your own account of it" : "your own accounts of them" },
      ...tokens.flatMap((token, index) => tokenLines(token, isOne ? null : index + 1, check)),
      {
        label: "Out of",
        value: `${counted(accounts, "compressed account")}${claims.length > 1 ? ` in ${counted(claims.length, "transaction")}` : ""}`,
      },
      { label: "Light's fee", value: sol(spend.trade) },
      ...costLines(spend),
    ],
    notices: noticesOf(check),
    maxSpend: spend.total,
    isChecking: check.kind === "pending",
    typing: null,
  };
};

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

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
