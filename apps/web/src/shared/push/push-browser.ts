import { routes } from "@tribe/contract";
import { pushOutcomeTexts, pushTexts } from "@tribe/domain/words";
import * as z from "zod/mini";
import { access } from "../api/access.ts";
import { api } from "../api/api.ts";
import { serviceWorkers } from "../state/service-workers.ts";
import { storageKeys } from "../storage/keys.ts";
import { stored } from "../storage/stored.ts";

/** What this browser supports. `needsHomeScreen`: iOS only pushes to apps on the home screen. */
export type PushSupport = "ready" | "blocked" | "needsHomeScreen" | "unsupported";

/** A subscription that could not be created or ended; the message is for the person. */
export class PushError extends Error {
  override readonly name = "PushError";
}

/** The endpoint that the server last received, and the session that sent it. */
const told = stored(storageKeys.push, z.object({ sessionId: z.string(), endpoint: z.string() }));

export const pushSupport = (): PushSupport => {
  if (!serviceWorkers() || !("PushManager" in window) || !("Notification" in window))
    return "standalone" in navigator && navigator.standalone === false ? "needsHomeScreen" : "unsupported";
  return Notification.permission === "denied" ? "blocked" : "ready";
};

/** Whether pushes are on in this browser, for this session. */
export const isPushOn = (): boolean =>
  told.read()?.sessionId === access.get().session?.sessionId &&
  "Notification" in window &&
  Notification.permission === "granted";

const toBase64 = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)));
const fromBase64url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));

/** The body for the API. @throws PushError 'Failed to get keys' */
const bodyOf = (subscription: PushSubscription) => {
  const [p256dh, auth] = [subscription.getKey("p256dh"), subscription.getKey("auth")];
  if (!p256dh || !auth) throw new PushError(pushTexts.noKeys);
  return { endpoint: subscription.endpoint, keys: { p256dh: toBase64(p256dh), auth: toBase64(auth) } };
};

/** The session that subscribes. @throws PushError 'You must be logged in to subscribe to notifications' */
const sessionId = (): string => {
  const { session } = access.get();
  if (!session) throw new PushError(pushTexts.signInNeeded);
  return session.sessionId;
};

const isSameKey = (subscription: PushSubscription, key: Uint8Array): boolean => {
  const known = subscription.options.applicationServerKey;
  return known === null || toBase64(known) === toBase64(Uint8Array.from(key).buffer);
};

/** A browser that was told to block workers has none, and says nothing: it is waited for so long, in milliseconds. */
const workerWaitMs = 15_000;

/** The service worker, once it runs. @throws PushError if it doesn't in time */
const runningWorker = async (): Promise<ServiceWorkerRegistration> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PushError(pushOutcomeTexts.noWorker)), workerWaitMs);
  });
  try {
    return await Promise.race([navigator.serviceWorker.ready, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** Creates a subscription, or uses the existing one, and sends it to the server. */
const subscribe = async (): Promise<void> => {
  const session = sessionId();
  const { pushManager } = await runningWorker();
  const { applicationServerKey } = await api(routes.notifications.pushDevices, {});
  const key = fromBase64url(applicationServerKey);
  let subscription = await pushManager.getSubscription();
  // A subscription is bound to one server key.
  if (subscription && !isSameKey(subscription, key)) {
    await subscription.unsubscribe();
    subscription = null;
  }
  subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const body = bodyOf(subscription);
  await api(routes.notifications.subscribePush, { body });
  told.write({ sessionId: session, endpoint: body.endpoint });
};

/**
 * Turns pushes on in this browser; must follow a press, because the browser asks for permission.
 * @throws PushError with words for the person, ApiError
 */
export const turnPushOn = async (): Promise<void> => {
  sessionId();
  const permission = await Notification.requestPermission();
  if (permission !== "granted") throw new PushError(pushOutcomeTexts.refused);
  try {
    await subscribe();
  } catch (error) {
    // The browser's message about its push service is not meant for people.
    if (error instanceof DOMException) throw new PushError(pushOutcomeTexts.serviceUnreachable);
    throw error;
  }
};

/** Turns them off, here and on the server. @throws PushError 'No subscription', ApiError */
export const turnPushOff = async (): Promise<void> => {
  const registration = await runningWorker();
  const subscription = await registration.pushManager.getSubscription();
  if (!subscription) {
    told.write(null);
    throw new PushError(pushTexts.noSubscription);
  }
  await api(routes.notifications.unsubscribePush, { body: bodyOf(subscription) });
  told.write(null);
  await subscription.unsubscribe();
};

/**
 * Renews the subscription if the person had turned pushes on and the browser has since changed or dropped it, or it belongs to a
 * former server key.
 */
export const keepSubscription = async (): Promise<void> => {
  const known = told.read();
  if (!known || known.sessionId !== access.get().session?.sessionId || pushSupport() !== "ready") return;
  if (Notification.permission !== "granted") return;
  const registration = await runningWorker();
  const subscription = await registration.pushManager.getSubscription();
  if (subscription?.endpoint !== known.endpoint) return subscribe();
  const { applicationServerKey } = await api(routes.notifications.pushDevices, {});
  if (!isSameKey(subscription, fromBase64url(applicationServerKey))) await subscribe();
};
