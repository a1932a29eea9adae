import { appFailure, type FailureWords, failureBecauseOf, signFailure } from "@tribe/domain/words";
import { wordsOf } from "../../../shared/api/errors.ts";
import { claimableName } from "./ClaimableRow.tsx";
import type { ClaimPart } from "./claim-run.ts";

/** The failure if no claim could be prepared. @param refusal the first claim's error */
export const claimsNotPrepared = (refusal: unknown): FailureWords =>
  failureBecauseOf(appFailure("prepare_all_failed"), wordsOf(refusal));

/** The failure if the wallet did not sign; names the first token and counts the others. @param cause the wallet's message */
export const claimsNotSigned = (parts: readonly ClaimPart[], cause: string): FailureWords => {
  const [first = "your airdrops", ...others] = new Set(parts.map(({ token }) => claimableName(token)));
  return signFailure(others.length === 0 ? first : `${first} and ${others.length} more`, cause);
};
