import { reportFailure } from "../../../shared/page-log/page-log.ts";
import { serviceWorkers } from "../../../shared/state/service-workers.ts";
import { idle } from "../../../shared/time/idle.ts";
import { offerNewVersion } from "./offer-new-version.ts";

const checkEveryMs = 3_600_000;

/** Registers the service worker once the page is idle, and checks for a new version each hour and when somebody returns. */
export const registerWorker = async (): Promise<void> => {
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
    if (registration) {
      watchNewWorkers(registration);
      checkForUpdates(registration);
    }
    serviceWorker.addEventListener("controllerchange", () => {
      // The first worker of all takes over a page of its own build.
      if (wasControlled && serviceWorker.controller) void offerNewVersion(serviceWorker.controller);
    });
  } catch (error) {
    // A browser may forbid it: the page works without, but not offline.
    reportFailure(error, "rejection");
  }
};

const watchNewWorkers = (registration: ServiceWorkerRegistration): void => {
  const onInstalled = (worker: ServiceWorker | null): void => {
    if (worker && registration.active) void offerNewVersion(worker);
  };
  onInstalled(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => {
      if (installing.state === "installed") onInstalled(installing);
    });
  });
};

const checkForUpdates = (registration: ServiceWorkerRegistration): void => {
  let lastCheck = Date.now();
  const check = (): void => {
    if (document.visibilityState !== "visible" || Date.now() - lastCheck < checkEveryMs) return;
    lastCheck = Date.now();
    registration.update().catch(() => undefined); // offline: the next check finds it
  };
  setInterval(check, checkEveryMs);
  document.addEventListener("visibilitychange", check);
};
