import type { ChatChange, Reaction, Uid } from "@tribe/contract";

type ReactionChange = Extract<ChatChange, { readonly kind: "reaction" }>;

/** Names a reaction within its message; a like has no emoji. */
export const reactionKey = ({ emoji }: Pick<Reaction, "emoji">): string => emoji ?? "";

/** The order in which reactions stand: likes first, then emoji by their code points, so that none jumps as counts change. */
export const sortReactions = (reactions: readonly Reaction[]): Reaction[] =>
  [...reactions].sort((a, b) => (reactionKey(a) < reactionKey(b) ? -1 : 1));

/**
 * A message's reactions after somebody gave one or took one back.
 * @param me whose page it is; null for nobody's
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
