import { ApiError, type MessageId, type Mint, messageLimits, type ReactionKind } from "@tribe/contract";
import { and, eq, sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import type { Person } from "../../ports.ts";
import { appendChanges } from "../membership/index.ts";
import { lockMessage, requireUndeleted } from "./lock-message.ts";
import { messageReactions } from "./schema.ts";

/** A reaction that is added or removed. */
export interface ReactionAsk {
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
  ask: ReactionAsk,
  isOn: boolean,
  now: number,
): Promise<number> => {
  const { mint, messageId, kind } = ask;
  const { row } = await lockMessage(tx, ask, person);
  requireUndeleted(row);
  const emoji = ask.emoji ?? "";
  const { number } = row;
  const place = and(eq(messageReactions.mint, mint), eq(messageReactions.number, number));
  const own = and(place, eq(messageReactions.emoji, emoji), eq(messageReactions.uid, person.uid));
  const changed = isOn
    ? await tx
        .insert(messageReactions)
        .values({ mint, number, kind, emoji, uid: person.uid, reactedAt: new Date(now) })
        .onConflictDoNothing()
        .returning({ uid: messageReactions.uid })
    : await tx.delete(messageReactions).where(own).returning({ uid: messageReactions.uid });
  const [counted] = await tx
    .select({
      count: sql<number>`(count(*) filter (where ${messageReactions.emoji} = ${emoji}))::int`,
      kinds: sql<number>`count(distinct ${messageReactions.emoji})::int`,
    })
    .from(messageReactions)
    .where(place);
  const { count = 0, kinds = 0 } = counted ?? {};
  if (isOn && kinds > messageLimits.distinctReactions) throw new ApiError("too_many_reactions");
  if (changed.length > 0)
    await appendChanges(tx, mint, [
      { kind: "reaction", messageId, uid: person.uid, reaction: kind, emoji: ask.emoji, isOn, count },
    ]);
  return count;
};
