import type { NotificationSettings, NotificationType } from "@tribe/contract";
import { quietUntil } from "./clock.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** For so long after what it tells of a push is worth sending, milliseconds; after an outage nothing older goes out. */
export const pushWorthMs: Readonly<Record<NotificationType, number>> = {
  chat_new_message: 4 * hourMs,
  chat_reply: 12 * hourMs,
  chat_reaction: 4 * hourMs,
  chat_booted: 24 * hourMs,
  token_created: 24 * hourMs,
  system: 24 * hourMs,
  airdrop: 72 * hourMs,
};

/** What follows the first push about a chat, or about one message, waits so long and comes as one. */
export const burstMs = minuteMs;
/** Pushes that a person gets in an hour; what is more waits. */
export const pushesPerHour = 30;

/** All that a push's sending depends on at the moment when its turn comes. Times in milliseconds since 1970. */
export interface PushState {
  readonly type: NotificationType;
  readonly now: number;
  /** When the newest of what it tells of happened. */
  readonly at: number;
  /** The person still wants it, by the settings as they are now. */
  readonly isWanted: boolean;
  /** Read, deleted, or about a chat that the person may not read any more. */
  readonly isStale: boolean;
  /** A page of theirs shows what it would lead to. */
  readonly isVisible: boolean;
  /** When the last push about the same thing went out; null for none. */
  readonly lastAt: number | null;
  /** When the person's pushes of the last hour went out, the oldest first. */
  readonly recent: readonly number[];
  readonly delivery: NotificationSettings["delivery"];
}

/** What becomes of a push. */
export type PushDecision =
  | { readonly kind: "send" }
  | { readonly kind: "wait"; readonly until: number }
  | { readonly kind: "drop"; readonly why: "unwanted" | "stale" | "visible" | "late" };

/**
 * Decides about a push when its turn comes: it is sent, waits (the same is asked again then), or is dropped. What would
 * only be sent when it is worth nothing any more is dropped at once.
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
    // The oldest of as many as are allowed makes room.
    recent.length < pushesPerHour ? null : (recent[recent.length - pushesPerHour] ?? now) + hourMs,
  ];
  const until = Math.max(...waits.map((each) => each ?? now));
  if (until <= now) return { kind: "send" };
  return until >= end ? { kind: "drop", why: "late" } : { kind: "wait", until };
};
