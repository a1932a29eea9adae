import { type Lamports, lamports, type Mint } from "@tribe/contract";
import { tokenAccountRent } from "../accounts/rent.ts";
import type { ClaimDescription } from "../clear-signing/description.ts";
import type { Spend } from "../transactions/spend.ts";

/**
 * The most that several claims cost together: a token's account is created by its first claim, if at all.
 * @param hasAccount whether the wallet is known to have an account of a token already
 */
export const spendOfClaims = (claims: readonly ClaimDescription[], hasAccount: (mint: Mint) => boolean): Spend => {
  const made = [...new Set(claims.map(({ mint }) => mint))].filter((mint) => !hasAccount(mint)).length;
  const sum = (part: "trade" | "signatures" | "priority"): Lamports =>
    lamports(claims.reduce((total, { spend }) => total + spend[part], 0n));
  const [trade, signatures, priority] = [sum("trade"), sum("signatures"), sum("priority")];
  const rent = lamports(BigInt(made) * tokenAccountRent);
  return { trade, rent, signatures, priority, total: lamports(trade + rent + signatures + priority) };
};
