import type { MentionRange, MessageId, Mint, Uid } from "@tribe/contract";

/** A message that a person wants to send. */
export interface Send {
  readonly mint: Mint;
  readonly uid: Uid;
  /** The sender's session, which must still be valid; null when the caller has already been authenticated. */
  readonly sessionId: string | null;
  readonly clientId: string;
  readonly text: string;
  readonly replyTo?: MessageId | null | undefined;
  /** The sender's uploads. */
  readonly attachments?: readonly string[] | undefined;
  readonly mentions?: readonly MentionRange[] | undefined;
  /** The span that sends it, for those of its readers; undefined while traces are off. */
  readonly trace?: string;
}

/** The sender's answer for a stored message. */
export interface StoredMessage {
  readonly id: MessageId;
  readonly seq: number;
}
