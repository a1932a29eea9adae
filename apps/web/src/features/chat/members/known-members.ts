import type { ChatMember, Subscriber } from "@tribe/contract";
import { seatsOf } from "../../../shared/tokens/tribe-seats.ts";

/** The people of a Tribe's seats as its list of members has them, in its order: what can be shown before that has come. */
export const knownMembers = (members: readonly Subscriber[], groupSize: number): readonly ChatMember[] => {
  const { chief, seated } = seatsOf(members, groupSize);
  return [...(chief ? [chief] : []), ...seated].map(({ member, number }) => ({
    ...member,
    role: number === null ? "chief" : "member",
    seat: number,
    // Frames tell it.
    isOnline: false,
    reason: null,
    since: null,
  }));
};
