import type { MentionRange, MessageId, Mint, Uid } from "@tribe/contract";

/** What somebody wants to say. */
export interface Send {
  readonly mint: Mint;
  readonly uid: Uid;
  /** The session that says it, which must live; null where the caller has proven it. */
  readonly sessionId: string | null;
  readonly clientId: string;
  readonly text: string;
  readonly replyTo?: MessageId | null | undefined;
  /** The sender's uploads. */
  readonly attachments?: readonly string[] | undefined;
  readonly mentions?: readonly MentionRange[] | undefined;
}

/** What a sender is told of a stored message. */
export interface StoredMessage {
  readonly id: MessageId;
  readonly seq: number;
}
