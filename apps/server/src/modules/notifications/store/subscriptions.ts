import type { Uid } from "@tribe/contract";
import { and, asc, desc, eq, gt, inArray, ne } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { sessions } from "../../identity/schema.ts";
import { pushSubscriptions, type Subscription } from "../schema.ts";

/** A browser that subscribes. */
export type NewSubscription = Pick<
  Subscription,
  "id" | "endpoint" | "uid" | "sessionId" | "p256dh" | "auth" | "name" | "createdAt"
>;

/** Names a subscription of a person. */
export type SubscriptionName = { readonly endpoint: string } | { readonly id: string };

/** Stores a browser's subscription in place of what somebody else had in it. @returns its id, which stays that of the older one */
export const upsertSubscription = async (tx: Executor, { id, endpoint, ...rest }: NewSubscription): Promise<string> => {
  const [row] = await tx
    .insert(pushSubscriptions)
    .values({ id, endpoint, ...rest })
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: { ...rest, waitsUntil: null } })
    .returning({ id: pushSubscriptions.id });
  return row?.id ?? id;
};

/** Deletes the subscriptions of a session but for one. */
export const deleteOthersOfSession = async (tx: Executor, sessionId: string, exceptId: string): Promise<void> => {
  await tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.sessionId, sessionId), ne(pushSubscriptions.id, exceptId)));
};

/** The ids of a person's subscriptions beyond the newest ones. @param newest so many of them */
export const surplusSubscriptions = async (tx: Executor, uid: Uid, newest: number): Promise<string[]> => {
  const rows = await tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.uid, uid))
    .orderBy(desc(pushSubscriptions.createdAt))
    .offset(newest);
  return rows.map(({ id }) => id);
};

/** Deletes subscriptions. */
export const deleteSubscriptions = async (tx: Executor, ids: readonly string[]): Promise<void> => {
  await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, [...ids]));
};

/** Deletes one of a person's own subscriptions. @returns whether there was one */
export const deleteOwnSubscription = async (tx: Executor, uid: Uid, name: SubscriptionName): Promise<boolean> => {
  const isNamed =
    "endpoint" in name ? eq(pushSubscriptions.endpoint, name.endpoint) : eq(pushSubscriptions.id, name.id);
  const deleted = await tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.uid, uid), isNamed))
    .returning({ id: pushSubscriptions.id });
  return deleted.length > 0;
};

/** A person's browsers whose session has not ended, the oldest first. */
export const subscriptionsOf = async (db: Executor, uid: Uid, now: Date): Promise<readonly Subscription[]> => {
  const rows = await db
    .select({ subscription: pushSubscriptions })
    .from(pushSubscriptions)
    .innerJoin(sessions, and(eq(sessions.id, pushSubscriptions.sessionId), eq(sessions.uid, pushSubscriptions.uid)))
    .where(and(eq(pushSubscriptions.uid, uid), gt(sessions.expiresAt, now)))
    .orderBy(asc(pushSubscriptions.createdAt));
  return rows.map(({ subscription }) => subscription);
};

/** Sends a browser nothing until then, as its push service has asked. */
export const postponePushes = async (db: Executor, id: string, until: Date): Promise<void> => {
  await db.update(pushSubscriptions).set({ waitsUntil: until }).where(eq(pushSubscriptions.id, id));
};
