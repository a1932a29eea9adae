import { appFailure, type FailureWords, failureBecauseOf, signFailure } from "@tribe/domain/words";
import { wordsOf } from "../../../shared/api/errors.ts";
import { claimableName } from "./ClaimableRow.tsx";
import type { ClaimPart } from "./claim-run.ts";

/** The words for claims of which none could be prepared. @param refusal what the first of them was refused by */
export const claimsNotPrepared = (refusal: unknown): FailureWords =>
  failureBecauseOf(appFailure("prepare_all_failed"), wordsOf(refusal));

/** The words for claims that the wallet did not sign: the first token's name, and how many others. @param cause the wallet's */
export const claimsNotSigned = (parts: readonly ClaimPart[], cause: string): FailureWords => {
  const [first = "your airdrops", ...others] = new Set(parts.map(({ token }) => claimableName(token)));
  return signFailure(others.length === 0 ? first : `${first} and ${others.length} more`, cause);
};
