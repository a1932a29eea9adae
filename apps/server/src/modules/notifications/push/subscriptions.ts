import { ApiError, type PushDevice, type PushSubscriptionEntity, type Uid } from "@tribe/contract";
import type { AppContext } from "../../../context/context.ts";
import { randomText } from "../../../crypto/secrets.ts";
import type { Executor } from "../../../db/client.ts";
import { deviceName } from "../rules/device-name.ts";
import { decodeSubscriptionKeys } from "../rules/subscription-keys.ts";
import type { Subscription } from "../schema.ts";
import {
  deleteOthersOfSession,
  deleteOwnSubscription,
  deleteSubscriptions,
  type SubscriptionName,
  surplusSubscriptions,
  upsertSubscription,
} from "../store/subscriptions.ts";

/** Browsers of one person at most; the newest stay. */
const maxSubscriptions = 20;

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
  const { p256dh, auth } = decodeSubscriptionKeys(keys);
  const id = await upsertSubscription(tx, {
    id: randomText(16),
    endpoint,
    uid,
    sessionId,
    p256dh,
    auth,
    name: deviceName(userAgent),
    createdAt: new Date(now()),
  });
  await deleteOthersOfSession(tx, sessionId, id);
  const surplus = await surplusSubscriptions(tx, uid, maxSubscriptions);
  if (surplus.length > 0) await deleteSubscriptions(tx, surplus);
  return id;
};

/** Deletes one of a person's own subscriptions. @throws ApiError `push_unsubscribed` when there is none */
export const unsubscribe = async (tx: Executor, uid: Uid, name: SubscriptionName): Promise<void> => {
  if (!(await deleteOwnSubscription(tx, uid, name))) throw new ApiError("push_unsubscribed");
};

/** A person's browsers in the form that they see. */
export const presentDevices = (subscriptions: readonly Subscription[], sessionId: string): PushDevice[] =>
  subscriptions.map(({ id, name, createdAt, lastPushAt, sessionId: owner }) => ({
    id,
    name,
    isThis: owner === sessionId,
    since: createdAt.getTime(),
    lastPushAt: lastPushAt?.getTime() ?? null,
  }));
