import { ApiError, type PushDevice, type PushSubscriptionEntity, type Uid } from "@tribe/contract";
import { pushTexts } from "@tribe/domain/words";
import { and, asc, desc, eq, gt, inArray, notInArray } from "drizzle-orm";
import type { AppContext } from "../../../context/context.ts";
import { randomText } from "../../../crypto/secrets.ts";
import type { Executor } from "../../../db/client.ts";
import { sessions } from "../../identity/schema.ts";
import { pushSubscriptions } from "../schema.ts";
import { deviceName } from "./device-name.ts";

/** A browser that gets pushes. */
export type Subscription = typeof pushSubscriptions.$inferSelect;

/** Browsers of one person at most; the newest stay. */
const maxSubscriptions = 20;
const pointBytes = 65;
const authBytes = 16;

/** Whose browser it is. */
interface Owner {
  readonly uid: Uid;
  readonly sessionId: string;
  readonly userAgent: string;
}

/**
 * Stores a browser's subscription; it replaces what this session, or somebody else in this browser, had before.
 * @throws ApiError `push_endpoint` for a service that we don't send to, `invalid_field` for invalid keys
 */
export const subscribe = async (
  { push, now }: Pick<AppContext, "push" | "now">,
  tx: Executor,
  { uid, sessionId, userAgent }: Owner,
  { endpoint, keys }: PushSubscriptionEntity,
): Promise<string> => {
  if (!push.isUsable(endpoint)) throw new ApiError("push_endpoint");
  const [p256dh, auth] = [Buffer.from(keys.p256dh, "base64"), Buffer.from(keys.auth, "base64")];
  if (p256dh.length !== pointBytes || p256dh[0] !== 4 || auth.length !== authBytes)
    throw new ApiError("invalid_field", { field: "body.keys", message: pushTexts.noKeys });
  const id = randomText(16);
  const fresh = { uid, sessionId, p256dh, auth, name: deviceName(userAgent), createdAt: new Date(now()) };
  const [row] = await tx
    .insert(pushSubscriptions)
    .values({ id, endpoint, ...fresh })
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: { ...fresh, waitsUntil: null } })
    .returning({ id: pushSubscriptions.id });
  const kept = row?.id ?? id;
  await tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.sessionId, sessionId), notInArray(pushSubscriptions.id, [kept])));
  const surplus = await tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.uid, uid))
    .orderBy(desc(pushSubscriptions.createdAt))
    .offset(maxSubscriptions);
  if (surplus.length > 0)
    await tx.delete(pushSubscriptions).where(
      inArray(
        pushSubscriptions.id,
        surplus.map(({ id: old }) => old),
      ),
    );
  return kept;
};

/**
 * Deletes one of a person's own subscriptions, by its endpoint or id. @throws ApiError `push_unsubscribed` when there is none
 */
export const unsubscribe = async (
  tx: Executor,
  uid: Uid,
  which: { readonly endpoint: string } | { readonly id: string },
): Promise<void> => {
  const named =
    "endpoint" in which ? eq(pushSubscriptions.endpoint, which.endpoint) : eq(pushSubscriptions.id, which.id);
  const gone = await tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.uid, uid), named))
    .returning({ id: pushSubscriptions.id });
  if (gone.length === 0) throw new ApiError("push_unsubscribed");
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

/** The same in the form that the person sees. */
export const presentDevices = (subscriptions: readonly Subscription[], sessionId: string): PushDevice[] =>
  subscriptions.map(({ id, name, createdAt, lastPushAt, sessionId: owner }) => ({
    id,
    name,
    isThis: owner === sessionId,
    since: createdAt.getTime(),
    lastPushAt: lastPushAt?.getTime() ?? null,
  }));
