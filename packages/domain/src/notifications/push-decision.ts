import type { NotificationSettings, NotificationType } from "@tribe/contract";
import { quietUntil } from "./clock.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How long after its event a push may be sent, in milliseconds; after an outage nothing older is sent. */
export const pushWorthMs: Readonly<Record<NotificationType, number>> = {
  chat_new_message: 4 * hourMs,
  chat_reply: 12 * hourMs,
  chat_reaction: 4 * hourMs,
  chat_booted: 24 * hourMs,
  seat_alarm: 4 * hourMs,
  token_created: 24 * hourMs,
  system: 24 * hourMs,
  airdrop: 72 * hourMs,
};

/** After the first push about a chat, or about one message, later ones wait this long and are sent as one. */
export const burstMs = minuteMs;
/** Pushes per person and hour; more have to wait. */
export const pushesPerHour = 30;

/** Everything that decides about sending a push when it is due. Times in milliseconds since 1970. */
export interface PushState {
  readonly type: NotificationType;
  readonly now: number;
  /** Time of its newest event. */
  readonly at: number;
  /** The person's current settings allow it. */
  readonly isWanted: boolean;
  /** Read, deleted, or about a chat that the person can no longer read. */
  readonly isStale: boolean;
  /** One of their open pages shows its target. */
  readonly isVisible: boolean;
  /** When the last push about the same subject was sent; null for none. */
  readonly lastAt: number | null;
  /** When the person's pushes of the last hour were sent, the oldest first. */
  readonly recent: readonly number[];
  readonly delivery: NotificationSettings["delivery"];
}

/** The decision about a push. */
export type PushDecision =
  | { readonly kind: "send" }
  | { readonly kind: "wait"; readonly until: number }
  | { readonly kind: "drop"; readonly why: "unwanted" | "stale" | "visible" | "late" };

/**
 * Decides about a push when it is due: send it, wait (and decide again then), or drop it. A push that would be too old at the
 * end of its wait is dropped at once.
 */
export const decidePush = (state: PushState): PushDecision => {
  const { type, now, at, lastAt, recent, delivery } = state;
  const end = at + pushWorthMs[type];
  if (!state.isWanted) return { kind: "drop", why: "unwanted" };
  if (state.isStale) return { kind: "drop", why: "stale" };
  if (now >= end) return { kind: "drop", why: "late" };
  if (state.isVisible) return { kind: "drop", why: "visible" };
  const waits = [
    quietUntil(now, delivery.quietHours, delivery.timeZone),
    lastAt === null ? null : lastAt + burstMs,
    // The limit has room when the oldest of these pushes is an hour old.
    recent.length < pushesPerHour ? null : (recent[recent.length - pushesPerHour] ?? now) + hourMs,
  ];
  const until = Math.max(...waits.map((each) => each ?? now));
  if (until <= now) return { kind: "send" };
  return until >= end ? { kind: "drop", why: "late" } : { kind: "wait", until };
};
