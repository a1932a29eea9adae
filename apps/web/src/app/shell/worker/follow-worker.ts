import { isAppPath } from "@tribe/contract";
import { readPageMessage } from "../../../service-worker/messages.ts";
import { access } from "../../../shared/api/access.ts";
import { serviceWorkers } from "../../../shared/state/service-workers.ts";
import { storageKeys } from "../../../shared/storage/keys.ts";
import { idle } from "../../../shared/time/idle.ts";
import type { AppRouter } from "../../router.tsx";

/** Keeps this browser's push subscription in sync with the server, if pushes are on; loaded only then. */
const renewPushes = async (): Promise<void> => {
  if (!access.get().session || storageKeys.push.area.read(storageKeys.push.name) === null) return;
  const { keepSubscription } = await import("../../../shared/push/push-browser.ts");
  await keepSubscription();
};

/** Handles the service worker's messages: opens the route of a pressed notification, and renews the subscription. */
export const followWorker = (router: AppRouter): void => {
  const workers = serviceWorkers();
  if (!workers) return;
  workers.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const message = readPageMessage(data);
    if (message?.type === "openRoute" && isAppPath(message.route)) router.history.push(message.route);
    if (message?.type === "pushSubscriptionChanged") void renewPushes().catch(() => undefined); // the next start tries again
  });
  // Messages that came before the page listened.
  workers.startMessages();
  idle()
    .then(renewPushes)
    .catch(() => undefined);
};
