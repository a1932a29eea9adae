import { ApiError, type MessageId, type Mint, messageLimits, type ReactionKind } from "@tribe/contract";
import type { Executor } from "../../db/client.ts";
import type { Person } from "../identity/index.ts";
import { appendChanges } from "../membership/index.ts";
import { lockMessage, requireUndeleted } from "./lock-message.ts";
import { addReaction, countReactions, removeReaction } from "./store/reactions.ts";

/** A reaction that is added or removed. */
export interface ReactionChange {
  readonly mint: Mint;
  readonly messageId: MessageId;
  readonly kind: ReactionKind;
  /** Null for a like. */
  readonly emoji: string | null;
}

/**
 * Adds or removes a reaction. If it is so already, nothing changes and nobody is notified.
 * @returns how many people have given it then
 * @throws ApiError `not_found`, `not_a_member`, `banned`, `message_deleted`, `too_many_reactions`
 */
export const setReaction = async (
  tx: Executor,
  person: Person,
  change: ReactionChange,
  isOn: boolean,
  now: number,
): Promise<number> => {
  const { mint, messageId, kind } = change;
  const { row } = await lockMessage(tx, change, person);
  requireUndeleted(row);
  const key = { mint, number: row.number, emoji: change.emoji ?? "" };
  const hasChanged = isOn
    ? await addReaction(tx, key, { uid: person.uid, kind, reactedAt: new Date(now) })
    : await removeReaction(tx, key, person.uid);
  const { count, kinds } = await countReactions(tx, key);
  if (isOn && kinds > messageLimits.distinctReactions) throw new ApiError("too_many_reactions");
  if (hasChanged)
    await appendChanges(tx, mint, [
      { kind: "reaction", messageId, uid: person.uid, reaction: kind, emoji: change.emoji, isOn, count },
    ]);
  return count;
};
