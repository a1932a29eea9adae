import { createHash } from "node:crypto";
import type { Notice, PushPayload } from "@tribe/contract";
import { pushWorthMs } from "@tribe/domain/notifications";
import { noticeText, noticeTextWithoutContent } from "@tribe/domain/words";
import type { PushMessage } from "../../../engines/push/port.ts";
import type { PushFacts } from "./push-decision.ts";

const urgencies: Record<Notice["type"], PushMessage["urgency"]> = {
  chat_new_message: "normal",
  chat_reply: "high",
  chat_reaction: "low",
  chat_booted: "high",
  seat_alarm: "high",
  token_created: "low",
  system: "normal",
  airdrop: "normal",
};

/** A notice as the message for push services. @param now in ms since 1970 @param stop the token that stops what it is about */
export const pushMessage = (
  { row, settings, unread }: Pick<PushFacts, "row" | "settings" | "unread">,
  notice: Notice,
  now: number,
  stop: string | null = null,
): PushMessage => {
  const { title, body } = settings.delivery.showContent ? noticeText(notice) : noticeTextWithoutContent(notice);
  const payload: PushPayload = {
    title: shorten(title, 100),
    body: shorten(body, 240),
    route: notice.route,
    tag: row.key,
    unread,
    at: notice.at,
    ...(stop === null ? {} : { stop }),
  };
  return {
    payload: JSON.stringify(payload),
    ttlSeconds: Math.max(0, Math.floor((row.at.getTime() + pushWorthMs[row.type] - now) / 1_000)),
    urgency: urgencies[row.type],
    topic: topicOf(row.key),
  };
};

/** Cuts no surrogate pair in half. */
const shorten = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;

/** RFC 8030: at most 32 characters of base64url. It reveals nothing to the push service. */
const topicOf = (tag: string): string => createHash("sha256").update(tag).digest("base64url").slice(0, 32);
