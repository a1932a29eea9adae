import type { NotificationType } from "@tribe/contract";

const hourMs = 3_600_000;

/** For so long after what it tells of a mail is worth sending, milliseconds; after an outage nothing older goes out. */
const mailWorthMs: Readonly<Record<NotificationType, number>> = {
  chat_new_message: 0,
  chat_reply: 0,
  chat_reaction: 0,
  chat_booted: 24 * hourMs,
  token_created: 0,
  system: 72 * hourMs,
  airdrop: 0,
};

/** Of the same thing nobody is mailed twice within this time: a seat may be lost and won back many times a day. */
const mailPauseMs = 24 * hourMs;

/** All that a mail's sending depends on at the moment when its turn comes. Times in milliseconds since 1970. */
export interface MailState {
  readonly type: NotificationType;
  readonly now: number;
  /** When the newest of what it tells of happened. */
  readonly at: number;
  /** The person still wants it, by the settings as they are now. */
  readonly isWanted: boolean;
  /** Read, taken back, or about what is gone. */
  readonly isStale: boolean;
  /** Mails to the person's address came back, or were reported as spam. */
  readonly isStopped: boolean;
  /** When the last mail about the same thing went out; null for none. */
  readonly lastAt: number | null;
}

/** What becomes of a mail. */
export type MailDecision =
  | { readonly kind: "send" }
  | { readonly kind: "drop"; readonly why: "unwanted" | "stale" | "stopped" | "late" | "repeated" };

/** Decides about a mail when its turn comes. */
export const decideMail = ({ type, now, at, isWanted, isStale, isStopped, lastAt }: MailState): MailDecision => {
  if (!isWanted) return { kind: "drop", why: "unwanted" };
  if (isStale) return { kind: "drop", why: "stale" };
  if (isStopped) return { kind: "drop", why: "stopped" };
  if (now >= at + mailWorthMs[type]) return { kind: "drop", why: "late" };
  if (lastAt !== null && now < lastAt + mailPauseMs) return { kind: "drop", why: "repeated" };
  return { kind: "send" };
};
