import { pageTexts } from "@tribe/domain/words";
import type { WorkerMessage } from "../../../service-worker/messages.ts";
import { toast } from "../../../shared/notices/toast.ts";
import { takeOverUnseen } from "./take-over-unseen.ts";

const noticeId = "new-version";

/** The page comes fresh from the server: it may be of the new build while its worker is still the old one. */
const isOfSameBuild = (worker: ServiceWorker): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data === true);
    const question: WorkerMessage = { type: "isOfYourBuild", url: import.meta.url };
    worker.postMessage(question, [port2]);
  });

/** Offers to load the new version to a page of an older build than this worker; it never reloads by itself. */
export const offerNewVersion = async (worker: ServiceWorker): Promise<void> => {
  if (await isOfSameBuild(worker)) return takeOverUnseen(worker);
  toast(pageTexts.newVersion, {
    id: noticeId,
    duration: Number.POSITIVE_INFINITY,
    // The server has the new page, whichever worker is active.
    action: { label: "Reload", onClick: () => location.reload() },
  });
};
