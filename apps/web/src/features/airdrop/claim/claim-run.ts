import { type AnswerOf, maxClaimsPerConfirmation, type routes } from "@tribe/contract";
import { groupForClaims } from "@tribe/domain/airdrop";

/** A token that waits for the person. */
export type Claimable = AnswerOf<typeof routes.claim.tokens>["tokens"][number];

/** What one transaction claims. */
export interface ClaimPart {
  readonly token: Claimable;
  readonly accounts: readonly Claimable["accounts"][number][];
}

/** The transactions that claim these tokens whole. */
export const partsOf = (tokens: readonly Claimable[]): readonly ClaimPart[] =>
  tokens.flatMap((token) => groupForClaims(token.accounts).map((accounts) => ({ token, accounts })));

/** Those of them that are confirmed together. @param round from 0 */
export const partsOfRound = (parts: readonly ClaimPart[], round: number): readonly ClaimPart[] =>
  parts.slice(round * maxClaimsPerConfirmation, (round + 1) * maxClaimsPerConfirmation);

/** Whether the chain has taken a claim: none of its accounts is there any more. */
export const isClaimed = ({ token, accounts }: ClaimPart, waiting: readonly Claimable[]): boolean => {
  const left = waiting.find(({ mintAddress }) => mintAddress === token.mintAddress)?.accounts ?? [];
  return !accounts.some(({ hash }) => left.some((one) => one.hash === hash));
};

/** How far claims are, in per cent: half while they are sent, 99 while the network confirms, 100 at the end. */
export const claimProgress = (stage: "sending" | "confirming" | "done"): number =>
  ({ sending: 50, confirming: 99, done: 100 })[stage];

/** Base units of what several claims bring, by token. */
export const sumsOf = (
  parts: readonly ClaimPart[],
): readonly { readonly token: Claimable; readonly amount: bigint }[] => {
  const tokens = [...new Set(parts.map(({ token }) => token))];
  return tokens.map((token) => ({
    token,
    amount: parts
      .filter((part) => part.token === token)
      .flatMap(({ accounts }) => accounts)
      .reduce((sum, { amount }) => sum + amount, 0n),
  }));
};
