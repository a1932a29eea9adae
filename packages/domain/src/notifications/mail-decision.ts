import type { NotificationType } from "@tribe/contract";

const hourMs = 3_600_000;

/** How long after its event a mail may be sent, in milliseconds; after an outage nothing older is sent. */
const mailWorthMs: Readonly<Record<NotificationType, number>> = {
  chat_new_message: 0,
  chat_reply: 0,
  chat_reaction: 0,
  chat_booted: 24 * hourMs,
  seat_alarm: 2 * hourMs,
  token_created: 0,
  system: 72 * hourMs,
  airdrop: 0,
};

/**
 * Minimum time between two mails about the same subject: a seat may be lost and regained many times a day. An alarm has its own
 * pause (`alarms.ts`), and is mailed each time that it rings.
 */
const mailPauseMs = (type: NotificationType): number => (type === "seat_alarm" ? 0 : 24 * hourMs);

/** Everything that decides about sending a mail when it is due. Times in milliseconds since 1970. */
export interface MailState {
  readonly type: NotificationType;
  readonly now: number;
  /** Time of its newest event. */
  readonly at: number;
  /** The person's current settings allow it. */
  readonly isWanted: boolean;
  /** Read, withdrawn, or about something that no longer exists. */
  readonly isStale: boolean;
  /** Mails to the person's address bounced, or were reported as spam. */
  readonly isStopped: boolean;
  /** When the last mail about the same subject was sent; null for none. */
  readonly lastAt: number | null;
}

/** The decision about a mail. */
export type MailDecision =
  | { readonly kind: "send" }
  | { readonly kind: "drop"; readonly why: "unwanted" | "stale" | "stopped" | "late" | "repeated" };

/** Decides about a mail when it is due. */
export const decideMail = ({ type, now, at, isWanted, isStale, isStopped, lastAt }: MailState): MailDecision => {
  if (!isWanted) return { kind: "drop", why: "unwanted" };
  if (isStale) return { kind: "drop", why: "stale" };
  if (isStopped) return { kind: "drop", why: "stopped" };
  if (now >= at + mailWorthMs[type]) return { kind: "drop", why: "late" };
  if (lastAt !== null && now < lastAt + mailPauseMs(type)) return { kind: "drop", why: "repeated" };
  return { kind: "send" };
};
