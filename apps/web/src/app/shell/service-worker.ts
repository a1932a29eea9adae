import { pageTexts } from "@tribe/domain/words";
import type { WorkerMessage } from "../../service-worker/messages.ts";
import { toast } from "../../shared/notices/toast.ts";
import { reportFailure } from "../../shared/page-log/page-log.ts";
import { serviceWorkers } from "../../shared/state/service-workers.ts";
import { idle } from "../../shared/time/idle.ts";

const checkEveryMs = 3_600_000;
/** How long the app must have been hidden, so that calls that the page began before are done. */
const unseenForMs = 2_000;
const noticeId = "new-version";

/**
 * Registers the service worker once the page is idle, and checks for a new version each hour and when somebody returns. A page of
 * an older build offers to load the new one; it never reloads by itself.
 */
export const keepServiceWorker = async (): Promise<void> => {
  const serviceWorker = serviceWorkers();
  if (!import.meta.env.PROD || !serviceWorker) return;
  await idle();
  try {
    const wasControlled = serviceWorker.controller !== null;
    const registration: ServiceWorkerRegistration | undefined = await serviceWorker.register("/push-sw.js", {
      scope: "/",
      updateViaCache: "none",
    });
    // A browser configured to block workers may not answer.
    if (registration) watchUpdates(registration);
    serviceWorker.addEventListener("controllerchange", () => {
      // The first worker of all takes over a page of its own build.
      if (wasControlled && serviceWorker.controller) void offerUnlessSame(serviceWorker.controller);
    });
  } catch (error) {
    // A browser may forbid it: the page works without, but not offline.
    reportFailure(error, "rejection");
  }
};

const watchUpdates = (registration: ServiceWorkerRegistration): void => {
  const look = (worker: ServiceWorker | null): void => {
    if (worker && registration.active) void offerUnlessSame(worker);
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

const say = (worker: ServiceWorker, message: WorkerMessage, transfer: Transferable[] = []): void =>
  worker.postMessage(message, transfer);

/** The page comes fresh from the server: it may be of the new build while its worker is still the old one. */
const isOfSameBuild = (worker: ServiceWorker): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data === true);
    say(worker, { type: "isOfYourBuild", url: import.meta.url }, [port2]);
  });

/**
 * Lets a worker of this page's build take over while nobody looks at the app. If a page requests something at the same moment,
 * Chromium can block the former worker and each navigation for minutes; so no press does this.
 */
export const takeOverUnseen = (worker: ServiceWorker, page: Document = document): void => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    clearTimeout(timer);
    if (page.visibilityState === "hidden" && worker.state === "installed")
      timer = setTimeout(say, unseenForMs, worker, { type: "takeOver" });
  };
  page.addEventListener("visibilitychange", look);
  look();
};

const offerUnlessSame = async (worker: ServiceWorker): Promise<void> => {
  if (await isOfSameBuild(worker)) return takeOverUnseen(worker);
  toast(pageTexts.newVersion, {
    id: noticeId,
    duration: Number.POSITIVE_INFINITY,
    // The server has the new page, whichever worker is active.
    action: { label: "Reload", onClick: () => location.reload() },
  });
};
