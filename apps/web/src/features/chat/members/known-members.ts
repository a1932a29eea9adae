import type { ChatMember, Subscriber } from "@tribe/contract";
import { seatsOf } from "../../../shared/tokens/tribe-seats.ts";

/** The seated people in the form and order of the members' list, to show before that has loaded. */
export const knownMembers = (members: readonly Subscriber[], groupSize: number): readonly ChatMember[] => {
  const { chief, seated } = seatsOf(members, groupSize);
  return [...(chief ? [chief] : []), ...seated].map(({ member, number }) => ({
    ...member,
    role: number === null ? "chief" : "member",
    seat: number,
    // Frames report it.
    isOnline: false,
    reason: null,
    since: null,
  }));
};
