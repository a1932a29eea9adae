import type { MessageId, Mint, Uid } from "@tribe/contract";

/** Names a message by its chat and id. */
export interface MessageName {
  readonly mint: Mint;
  readonly messageId: MessageId;
}

/** A reaction that somebody gave a message, or removed from it. */
export interface ReactionChange extends MessageName {
  /** Who reacted. */
  readonly uid: Uid;
  /** In ms since 1970. */
  readonly at: number;
}

/** What the rules read of a message. */
export interface SentMessage {
  readonly mint: Mint;
  readonly number: number;
  readonly author: { readonly uid: Uid };
  readonly replyTo: { readonly author: { readonly uid: Uid } } | null;
  readonly mentions: readonly { readonly uid: Uid }[];
  /** In ms since 1970. */
  readonly sentAt: number;
}

/** Whose a message is, and its number in the chat. */
export interface MessageAuthor {
  readonly id: MessageId;
  readonly mint: Mint;
  readonly number: number;
  readonly authorUid: Uid;
}

/** How far a person has read a chat: up to this number. */
export interface ChatRead {
  readonly uid: Uid;
  readonly mint: Mint;
  readonly number: number;
}
