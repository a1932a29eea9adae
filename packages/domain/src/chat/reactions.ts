import type { ChatChange, Reaction, Uid } from "@tribe/contract";

type ReactionChange = Extract<ChatChange, { readonly kind: "reaction" }>;

/** A reaction's key within its message; a like has no emoji. */
export const reactionKey = ({ emoji }: Pick<Reaction, "emoji">): string => emoji ?? "";

/** Sorts reactions: likes first, then emoji by code points, so that none moves when counts change. */
export const sortReactions = (reactions: readonly Reaction[]): Reaction[] =>
  [...reactions].sort((a, b) => (reactionKey(a) < reactionKey(b) ? -1 : 1));

/**
 * A message's reactions after somebody added or withdrew one.
 * @param me the person whose page it is; null for a visitor
 */
export const reactionsAfterChange = (
  reactions: readonly Reaction[],
  { reaction, emoji, count, uid, isOn }: ReactionChange,
  me: Uid | null,
): Reaction[] => {
  const key = reactionKey({ emoji });
  const before = reactions.find((one) => reactionKey(one) === key);
  const others = reactions.filter((one) => one !== before);
  if (count === 0) return others;
  const mine = uid === me ? isOn : (before?.mine ?? false);
  return sortReactions([...others, { kind: reaction, emoji, count, mine }]);
};
