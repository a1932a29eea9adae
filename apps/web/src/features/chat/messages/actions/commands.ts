import { type ChatChange, type ChatMessage, type MentionRange, type Reaction, routes } from "@tribe/contract";
import { messagesAfterChange } from "@tribe/domain/chat";
import { plainTextOf, quotedText } from "@tribe/domain/markup";
import { chatTexts } from "@tribe/domain/words";
import { api } from "../../../../shared/api/api.ts";
import { wordsOf } from "../../../../shared/api/errors.ts";
import { queryClient } from "../../../../shared/api/query-client.ts";
import { toast } from "../../../../shared/notices/toast.ts";
import { keys } from "../../../../shared/queries/keys.ts";
import { serverNow } from "../../../../shared/time/server-time.ts";
import type { ChatLog } from "../../log/chat-log.ts";
import { knownMessage, ownUid } from "../../queries.ts";

/** Actions on messages, applied optimistically: shown at once, and reverted with the reason if the server refuses. */

const showAtOnce = ({ mint }: ChatMessage, change: ChatChange): void => {
  const me = ownUid(queryClient());
  queryClient().setQueryData<ChatLog>(
    keys.messages(mint),
    (log) => log && { ...log, messages: messagesAfterChange(log.messages, change, me) },
  );
};

const withToast =
  (work: (message: ChatMessage) => Promise<unknown>) =>
  (message: ChatMessage): void => {
    work(message).catch((error: unknown) => toast.error(wordsOf(error).title));
  };

/** Adds or removes one's own reaction. A like has no emoji. */
export const toggleReaction = (message: ChatMessage, emoji: string | null): void => {
  const me = ownUid(queryClient());
  if (me === null) return;
  // The present message, because a second press may follow before the next render.
  const { mint, id, reactions } = knownMessage(message.mint, message.id) ?? message;
  const before = reactions.find((one) => one.emoji === emoji);
  const isOn = !before?.mine;
  const changeTo = (to: boolean, count: number): ChatChange => ({
    kind: "reaction",
    messageId: id,
    uid: me,
    reaction: emoji === null ? "like" : "emoji",
    emoji,
    isOn: to,
    count,
  });
  const count = before?.count ?? 0;
  showAtOnce(message, changeTo(isOn, isOn ? count + 1 : Math.max(count - 1, 0)));
  const body =
    emoji === null
      ? ({ mint, messageId: id, kind: "like" } as const)
      : ({ mint, messageId: id, kind: "emoji", emoji } as const);
  api(isOn ? routes.chat.react : routes.chat.unreact, { body }).then(
    (answer) => showAtOnce(message, changeTo(isOn, answer.count)),
    (error: unknown) => {
      showAtOnce(message, changeTo(!isOn, count));
      toast.error(wordsOf(error).title);
    },
  );
};

/** Adds a like, for a double tap, which never removes one. */
export const like = (message: ChatMessage): void => {
  const given = knownMessage(message.mint, message.id)?.reactions.some(({ emoji, mine }) => emoji === null && mine);
  if (!given) toggleReaction(message, null);
};

/** @throws ApiError */
export const editText = async (message: ChatMessage, text: string, mentions: MentionRange[]): Promise<void> => {
  const { mint, id: messageId } = message;
  const { message: edited } = await api(routes.chat.editMessage, { body: { mint, messageId, text, mentions } });
  const { text: now, mentions: named, editedAt } = edited;
  showAtOnce(message, {
    ...{ kind: "edited", messageId, text: now, quote: quotedText(now) },
    ...{ mentions: named, editedAt: editedAt ?? serverNow() },
  });
};

/** @throws ApiError */
export const deleteMessage = async (message: ChatMessage): Promise<void> => {
  const { mint, id: messageId } = message;
  await api(routes.chat.deleteMessage, { body: { mint, messageId } });
  const deletedBy = message.author.uid === ownUid(queryClient()) ? "author" : "chief";
  showAtOnce(message, { kind: "deleted", messageId, deletedAt: serverNow(), deletedBy });
};

export const pin = withToast(({ mint, id }) => api(routes.chat.pin, { body: { mint, messageId: id } }));
export const unpin = withToast(({ mint }) => api(routes.chat.pin, { body: { mint, messageId: null } }));

export const removePreview = withToast(async (message) => {
  const { mint, id: messageId } = message;
  await api(routes.chat.removeLinkPreview, { body: { mint, messageId } });
  showAtOnce(message, { kind: "linkPreview", messageId, linkPreview: null });
});

export const copyText = withToast(async ({ text }) => {
  await navigator.clipboard.writeText(plainTextOf(text));
  toast.success(chatTexts.messageCopied);
});

/** A reaction's name. */
export const reactionName = ({ emoji }: Pick<Reaction, "emoji">): string => emoji ?? "Like";
