import type { ChatChange, ChatMessage, MessageId, ParentMessage, TribeSettings, Uid } from "@tribe/contract";
import { reactionsAfterChange } from "./reactions.ts";

/** Characters of a message that are quoted above a reply. */
export const quotedCharacters = 200;

/** The start of a text as a reply quotes it, without half of a surrogate pair at its end. */
export const quoteOf = (text: string): string => text.slice(0, quotedCharacters).replace(/[\uD800-\uDBFF]$/, "");

/** Inserts a new message by its sequence number. It replaces a message that is in the list already. */
export const insertMessage = (known: readonly ChatMessage[], message: ChatMessage): ChatMessage[] => {
  const last = known.at(-1);
  if (!last || last.seq < message.seq) return [...known, message];
  const others = known.filter(({ seq }) => seq !== message.seq);
  const at = others.findIndex(({ seq }) => seq > message.seq);
  return at < 0 ? [...others, message] : [...others.slice(0, at), message, ...others.slice(at)];
};

/**
 * Applies a change to messages, with the same result as a fresh load. Applying a change twice, or one from before the load,
 * does no harm as long as all later ones follow.
 * @param me the person whose page it is; null for a visitor
 * @returns the same list when nothing changed
 */
export const messagesAfterChange = (
  messages: readonly ChatMessage[],
  change: ChatChange,
  me: Uid | null,
): readonly ChatMessage[] => {
  switch (change.kind) {
    case "settings":
    case "member":
      return messages;
    case "pinned":
      return mapSome(messages, (message) => {
        const isPinned = message.id === change.messageId;
        return message.isPinned === isPinned ? message : { ...message, isPinned };
      });
    case "edited":
    case "deleted":
    case "reaction":
    case "linkPreview":
      return mapSome(messages, (message) => {
        const own = message.id === change.messageId ? messageAfterChange(message, change, me) : message;
        return own.replyTo?.id === change.messageId ? withParent(own, own.replyTo, change) : own;
      });
  }
};

type OfMessage = Extract<ChatChange, { readonly messageId: MessageId; readonly kind: string }>;
type MessageChange = Exclude<OfMessage, { readonly kind: "pinned" }>;

const messageAfterChange = (message: ChatMessage, change: MessageChange, me: Uid | null): ChatMessage => {
  // A tombstone stays one, even when an older change arrives late.
  if (message.deletedAt !== null) return message;
  switch (change.kind) {
    case "edited":
      return { ...message, text: change.text, mentions: change.mentions, editedAt: change.editedAt };
    case "deleted":
      return {
        ...message,
        ...emptied,
        replyTo: null,
        deletedAt: change.deletedAt,
        deletedBy: change.deletedBy,
      };
    case "reaction":
      return { ...message, reactions: reactionsAfterChange(message.reactions, change, me) };
    case "linkPreview":
      return { ...message, linkPreview: change.linkPreview };
  }
};

/** The content of a deleted message: nothing. */
export const emptied = {
  text: "",
  attachments: [],
  reactions: [],
  mentions: [],
  linkPreview: null,
} satisfies Partial<ChatMessage>;

const withParent = (message: ChatMessage, parent: ParentMessage, change: MessageChange): ChatMessage => {
  if (parent.isDeleted) return message;
  if (change.kind === "edited")
    return { ...message, replyTo: { ...parent, text: change.quote ?? quoteOf(change.text) } };
  if (change.kind === "deleted") return { ...message, replyTo: { ...parent, text: "", isDeleted: true } };
  return message;
};

const mapSome = <Item>(items: readonly Item[], map: (item: Item) => Item): readonly Item[] => {
  const mapped = items.map(map);
  return mapped.some((item, index) => item !== items[index]) ? mapped : items;
};

/** The state of a chat's page besides its messages. */
export interface RoomState {
  readonly settings: TribeSettings;
  readonly pinnedId: MessageId | null;
}

/** Applies a change to it. After a `member` change the page loads the members again. */
export const roomAfterChange = <Room extends RoomState>(room: Room, change: ChatChange): Room => {
  switch (change.kind) {
    case "settings":
      return { ...room, settings: change.settings };
    case "pinned":
      return { ...room, pinnedId: change.messageId };
    case "deleted":
    case "edited":
    case "linkPreview":
    case "member":
    case "reaction":
      return room;
  }
};
