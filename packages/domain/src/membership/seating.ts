import { groupSizes, type TokenUnits } from "@tribe/contract";
import { compareMembers, type Member, rivalOf } from "./membership.ts";

/** What a profile tells one reader of a Tribe's seats, so that their page can rank a trade as the server would. */
export interface Seating<M extends Member> {
  /** Of the seated members, the best first; as many as a chat has seats at most. */
  readonly seatHoldings: TokenUnits[];
  /** Their places in the order of joining. */
  readonly joinOrders: number[];
  /** The reader's own place; null for somebody who never joined. */
  readonly own: number | null;
  readonly rival: M | null;
}

/**
 * Selects what a reader needs to know of the others.
 * @param joined the seated members and the next in line, at least two beyond the seats; blocked people count as absent
 * @param reader the reader's id; null for a visitor
 */
export const seatingFor = <M extends Member & { readonly isSeated: boolean }>(
  joined: readonly M[],
  reader: string | null,
  groupSize: number,
): Seating<M> => {
  const seated = joined
    .filter((member) => member.isSeated && !member.banned)
    .sort(compareMembers)
    .slice(0, Math.max(...groupSizes));
  return {
    seatHoldings: seated.map(({ holding }) => holding),
    joinOrders: seated.map(({ joinedAt }) => joinedAt),
    own: joined.find(({ id }) => id === reader)?.joinedAt ?? null,
    rival: rivalOf(
      joined.filter(({ id }) => id !== reader),
      groupSize,
    ),
  };
};
