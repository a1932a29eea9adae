import type { WorkerMessage } from "../../../service-worker/messages.ts";

/** How long the app must have been hidden, so that calls that the page began before are done. */
const unseenForMs = 2_000;

/**
 * Lets a worker of this page's build take over while nobody looks at the app. If a page requests something at the same moment,
 * Chromium can block the former worker and each navigation for minutes; so no press does this.
 */
export const takeOverUnseen = (worker: ServiceWorker, page: Document = document): void => {
  const takeOver: WorkerMessage = { type: "takeOver" };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onVisibility = (): void => {
    clearTimeout(timer);
    if (page.visibilityState === "hidden" && worker.state === "installed")
      timer = setTimeout(() => worker.postMessage(takeOver), unseenForMs);
  };
  page.addEventListener("visibilitychange", onVisibility);
  onVisibility();
};
