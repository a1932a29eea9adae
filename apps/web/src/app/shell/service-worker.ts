import { pageTexts } from "@tribe/domain/words";
import type { WorkerMessage } from "../../service-worker/messages.ts";
import { toast } from "../../shared/notices/toast.ts";
import { reportFailure } from "../../shared/page-log/page-log.ts";
import { idle } from "../../shared/time/idle.ts";

const checkEveryMs = 3_600_000;
/** A worker that still answers something hands over only then. The server has the new page all the same. */
const takeOverTimeoutMs = 5_000;
const noticeId = "new-version";

/**
 * Registers the service worker once the page is at rest, and looks for a new version each hour and when somebody comes
 * back. A page of an older build offers to load the new one; it never loads itself anew.
 */
export const keepServiceWorker = async (): Promise<void> => {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  await idle();
  const { serviceWorker } = navigator;
  try {
    const wasControlled = serviceWorker.controller !== null;
    const registration: ServiceWorkerRegistration | undefined = await serviceWorker.register("/push-sw.js", {
      scope: "/",
      updateViaCache: "none",
    });
    // A browser that is told to block workers answers nothing.
    if (registration) watchUpdates(registration);
    serviceWorker.addEventListener("controllerchange", () => {
      // The first worker of all takes over a page of its own build.
      if (wasControlled && serviceWorker.controller) void offerUnlessSame(serviceWorker.controller, reload);
    });
  } catch (error) {
    // A browser may forbid it: the page works without, but not offline.
    reportFailure(error, "rejection");
  }
};

/** Loads once: a second time would end a slow load that is under way, and begin it again. */
export const onTakeOver = (workers: EventTarget, load: () => void): void => {
  let isLoading = false;
  const loadOnce = (): void => {
    if (!isLoading) load();
    isLoading = true;
  };
  workers.addEventListener("controllerchange", loadOnce);
  setTimeout(loadOnce, takeOverTimeoutMs);
};

const watchUpdates = (registration: ServiceWorkerRegistration): void => {
  const look = (worker: ServiceWorker | null): void => {
    if (worker && registration.active)
      void offerUnlessSame(worker, () => {
        onTakeOver(navigator.serviceWorker, reload);
        say(worker, { type: "takeOver" });
      });
  };
  look(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => {
      if (installing.state === "installed") look(installing);
    });
  });
  let lastLook = Date.now();
  const update = (): void => {
    if (document.visibilityState !== "visible" || Date.now() - lastLook < checkEveryMs) return;
    lastLook = Date.now();
    registration.update().catch(() => undefined); // offline: the next look finds it
  };
  setInterval(update, checkEveryMs);
  document.addEventListener("visibilitychange", update);
};

const reload = (): void => location.reload();

const say = (worker: ServiceWorker, message: WorkerMessage, transfer: Transferable[] = []): void =>
  worker.postMessage(message, transfer);

/** The page comes fresh from the server: it may be of the new build while its worker still has to change. */
const isOfSameBuild = (worker: ServiceWorker): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data === true);
    say(worker, { type: "isOfYourBuild", url: import.meta.url }, [port2]);
  });

const offerUnlessSame = async (worker: ServiceWorker, load: () => void): Promise<void> => {
  if (await isOfSameBuild(worker)) {
    if (worker.state === "installed") say(worker, { type: "takeOver" });
    return;
  }
  toast(pageTexts.newVersion, {
    id: noticeId,
    duration: Number.POSITIVE_INFINITY,
    action: { label: "Reload", onClick: load },
  });
};
