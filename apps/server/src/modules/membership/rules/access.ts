import { type Address, ApiError, type MembershipState } from "@tribe/contract";
import type { Person } from "../../identity/index.ts";
import type { Contender } from "./seats.ts";

/** Whether this state lets a person read and write. */
export const hasAccess = (state: MembershipState): boolean => state === "active" || state === "chief";

/** The error for a state without access: `banned` or `not_a_member`; null for one with access. */
export const accessProblem = (state: MembershipState): ApiError | null =>
  hasAccess(state) ? null : new ApiError(state === "banned" ? "banned" : "not_a_member");

/** A person's membership when the contenders are loaded already, the person among them. */
export const membershipAmong = (
  members: readonly Contender[],
  { creatorAddress }: { readonly creatorAddress: Address },
  person: Person | null,
): MembershipState => {
  if (!person) return "none";
  if (person.address === creatorAddress) return "chief";
  return members.find((member) => member.id === person.uid)?.state ?? "none";
};
