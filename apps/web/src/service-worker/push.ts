import type { PageMessage } from "./messages.ts";

/** A push as the server sends it (the contract's `pushPayloadSchema`): the worker needs no more of the contract. */
interface Payload {
  readonly title: string;
  readonly body: string;
  readonly route: string;
  readonly tag: string;
  readonly unread: number;
  /** When it happened, ms since 1970. */
  readonly at: number;
  /** The token by which a button of the notification stops what it is about. */
  readonly stop?: string | undefined;
}

/** The parts of the worker's environment that pushes need. */
export type PushScope = Pick<
  ServiceWorkerGlobalScope,
  "addEventListener" | "clients" | "fetch" | "registration" | "navigator" | "location"
>;

/** The button that turns off what a notification is about. */
const stopAction = "stop";

/** Shown for a push that can't be read: browsers require a notification for each. */
const unreadable: Payload = {
  title: "Tribe",
  body: "Something happened in your Tribes.",
  route: "/notifications",
  tag: "unreadable",
  unread: 0,
  at: 0,
};

const readPayload = (text: string): Payload => {
  try {
    const data: Partial<Record<keyof Payload, unknown>> = JSON.parse(text);
    const { title, body, route, tag, unread, at, stop } = data;
    return typeof title === "string" &&
      typeof body === "string" &&
      typeof route === "string" &&
      typeof tag === "string" &&
      typeof unread === "number" &&
      typeof at === "number"
      ? { title, body, route, tag, unread, at, stop: typeof stop === "string" ? stop : undefined }
      : unreadable;
  } catch {
    return unreadable;
  }
};

/** A route as a path of our own origin; the list of notifications for anything that leads elsewhere. */
export const ownRoute = (route: string, origin: string): string => {
  if (!URL.canParse(route, origin)) return unreadable.route;
  const url = new URL(route, origin);
  return url.origin === origin ? url.pathname + url.search : unreadable.route;
};

const windowsOf = ({ clients }: PushScope): Promise<readonly WindowClient[]> =>
  clients.matchAll({ type: "window", includeUncontrolled: true });

/** Shows a push, unless a visible page already shows its subject. */
const showPush = async (scope: PushScope, text: string): Promise<void> => {
  const { title, body, route, tag, unread, at, stop } = readPayload(text);
  const path = ownRoute(route, scope.location.origin);
  if ("setAppBadge" in scope.navigator)
    await (unread > 0 ? scope.navigator.setAppBadge(unread) : scope.navigator.clearAppBadge()).catch(() => undefined);
  const windows = await windowsOf(scope);
  const isLookedAt = windows.some(
    ({ url, visibilityState }) =>
      visibilityState === "visible" && ownRoute(url, scope.location.origin) === path && path !== unreadable.route,
  );
  if (isLookedAt) return;
  // A notification that replaces an older one alerts again; the same push twice does not.
  const [before] = await scope.registration.getNotifications({ tag });
  const options: NotificationOptions & {
    readonly renotify: boolean;
    readonly timestamp?: number;
    readonly actions?: readonly { readonly action: string; readonly title: string }[];
  } = {
    body,
    tag,
    icon: "/icons/icon-192.png",
    badge: "/icons/badge-96.png",
    renotify: before !== undefined && momentOf(before.data) !== at,
    ...(at > 0 ? { timestamp: at } : {}),
    ...(stop ? { actions: [{ action: stopAction, title: "Turn off" }] } : {}),
    data: { route: path, at, ...(stop ? { stop } : {}) },
  };
  await scope.registration.showNotification(title, options);
};

const momentOf = (data: unknown): unknown =>
  typeof data === "object" && data !== null && "at" in data ? data.at : null;

/** Opens the route: in an open window, preferably the focused one, otherwise in a new one. */
const openRoute = async (scope: PushScope, data: unknown): Promise<void> => {
  const named = typeof data === "object" && data !== null && "route" in data ? data.route : null;
  const route = ownRoute(typeof named === "string" ? named : unreadable.route, scope.location.origin);
  const windows = await windowsOf(scope);
  const best =
    windows.find(({ focused }) => focused) ?? windows.find(({ visibilityState }) => visibilityState === "visible");
  const open = best ?? windows[0];
  if (!open) return void (await scope.clients.openWindow(route));
  const message: PageMessage = { type: "openRoute", route };
  open.postMessage(message);
  // Only a person's press may focus a window; the page navigates in any case.
  await open.focus().catch(() => undefined);
};

/** Turns off what a notification is about, as a mail provider's button does (RFC 8058): its token is proof enough. */
const stopAlarm = async (scope: PushScope, data: unknown): Promise<void> => {
  const token = typeof data === "object" && data !== null && "stop" in data ? data.stop : null;
  if (typeof token !== "string") return;
  const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  const answer = await scope
    .fetch(`/api/unsubscribe?token=${encodeURIComponent(token)}`, { method: "POST", body })
    .catch(() => null);
  // Without a network the page asks again.
  if (!answer?.ok) await openRoute(scope, { route: `/unsubscribe?token=${encodeURIComponent(token)}` });
};

/** Handles pushes, presses on them, and changed subscriptions. */
export const handlePushes = (scope: PushScope): void => {
  scope.addEventListener("push", (event) => event.waitUntil(showPush(scope, event.data?.text() ?? "")));
  scope.addEventListener("notificationclick", (event) => {
    event.notification.close();
    const { data } = event.notification;
    event.waitUntil(event.action === stopAction ? stopAlarm(scope, data) : openRoute(scope, data));
  });
  scope.addEventListener("pushsubscriptionchange", (event) => {
    // A worker can't sign a call: an open page renews the subscription, or the next one that is opened.
    const notifyPages = async (): Promise<void> => {
      const message: PageMessage = { type: "pushSubscriptionChanged" };
      for (const window of await windowsOf(scope)) window.postMessage(message);
    };
    (event as ExtendableEvent).waitUntil(notifyPages());
  });
};
