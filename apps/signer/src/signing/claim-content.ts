import type { ClaimDescription, ClaimFacts } from "@tribe/chain/clear-signing";
import { tokenTextProblem } from "@tribe/domain/people";
import { costLines, named, shortMint, sol, wholeTokens } from "./lines.ts";
import type { ConfirmContent, Notice } from "./screen.ts";

/** How far the question to the chain is. */
export type ClaimCheck =
  | { readonly kind: "pending" }
  | { readonly kind: "found"; readonly found: ClaimFacts }
  /** No answer in time, or one that cannot be. */
  | { readonly kind: "failed" };

/** Turns a claim, and what is known of its token on chain so far, into what the person must see. */
export const claimContent = (description: ClaimDescription, check: ClaimCheck): ConfirmContent => {
  const { mint, units, parts, spend } = description;
  const found = check.kind === "found" ? check.found : null;
  const accounts = parts.reduce((sum, { inputs }) => sum + inputs.length, 0);
  return {
    headline: ["Claim ", ...(found?.token ? named(found.token) : ["a token"])],
    moves: [
      // Without its decimals nobody knows how many whole ones that is.
      { label: "Comes", value: found ? wholeTokens(units, found.decimals) : `${units} of the token's smallest parts` },
    ],
    lines: [
      { label: "Into", value: "your own account of it" },
      check.kind === "failed"
        ? { label: "Token", value: mint, isWhole: true }
        : { label: "Token", value: shortMint(mint), exact: mint },
      { label: "Out of", value: accounts === 1 ? "1 compressed account" : `${accounts} compressed accounts` },
      { label: "Light's fee", value: sol(spend.trade) },
      ...costLines(spend),
    ],
    notices: noticesOf(check),
    maxSpend: spend.total,
    isChecking: check.kind === "pending",
    typing: null,
  };
};

const noticesOf = (check: ClaimCheck): Notice[] => {
  if (check.kind === "pending") return [];
  if (check.kind === "failed")
    return [
      {
        tone: "warning",
        text: "Your wallet couldn't check this token with the Solana network. Confirm only if you know its address.",
      },
    ];
  const { token } = check.found;
  return token && tokenTextProblem(token)
    ? [{ tone: "warning", text: "This token's name or symbol may be a trick. Check its address." }]
    : [];
};
