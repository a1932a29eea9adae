import type { AnswerOf, ChatMessage, routes, Uid } from "@tribe/contract";

type Room = Pick<AnswerOf<typeof routes.chat.room>, "read" | "mentions">;
/** Where a message is in its chat. */
export type MessagePlace = Pick<ChatMessage, "id" | "seq" | "number">;

/**
 * Unread messages that mention or answer the person, the oldest first: those that the server knew when the chat was opened, and
 * those among the loaded ones, which have arrived since.
 * @param after the number of the last one that was shown
 */
export const unreadMentions = (
  { read, mentions = [] }: Room,
  loaded: readonly ChatMessage[],
  me: Uid,
  after: number,
): readonly MessagePlace[] => {
  const deleted = new Set(loaded.flatMap(({ id, deletedAt }) => (deletedAt === null ? [] : [id])));
  const among = loaded.filter(
    ({ author, mentions, replyTo }) =>
      author.uid !== me && (mentions.some(({ uid }) => uid === me) || replyTo?.author.uid === me),
  );
  const byNumber = new Map<number, MessagePlace>();
  for (const { id, seq, number } of [...mentions, ...among])
    if (number > Math.max(read.number, after) && !deleted.has(id)) byNumber.set(number, { id, seq, number });
  return [...byNumber.values()].sort((a, b) => a.number - b.number);
};
