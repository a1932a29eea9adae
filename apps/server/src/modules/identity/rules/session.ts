import type { Uid } from "@tribe/contract";
import type { sessions } from "../schema.ts";

const dayMs = 24 * 3_600_000;
/** A session ends when it was not renewed for this long; its page renews it twice a day. */
const idleMs = 30 * dayMs;
/** It ends after this long at the latest, even if it is used. */
const absoluteMs = 90 * dayMs;

/** A session's person and device. */
export interface SessionOwner {
  readonly uid: Uid;
  readonly deviceId: string;
}

/** What is stored of a session's new secrets. */
export type NewSecrets = Pick<
  typeof sessions.$inferSelect,
  "accessTokenHash" | "cookieHash" | "secret" | "expiresAt" | "rotatedAt" | "usedAt"
>;

/** When a session ends that was opened then and is renewed now, both in ms since 1970. */
export const sessionExpiry = (createdAt: number, now: number): Date =>
  new Date(Math.min(now + idleMs, createdAt + absoluteMs));

/** Whether a session's longest time is not over, so that it may be renewed. Both times in ms since 1970. */
export const isRenewable = (createdAt: number, now: number): boolean => createdAt + absoluteMs > now;

/**
 * The encryption context of a session's secret: if somebody writes another person or device into the row, it can't be decrypted,
 * so that writing to the database makes nobody another person.
 */
export const sessionContext = (sessionId: string, { uid, deviceId }: SessionOwner): string =>
  `session:${sessionId}:${uid}:${deviceId}`;
