import { wordsOf } from "../../shared/api/errors.ts";
import { toast } from "../../shared/notices/toast.ts";
import { PushError, type PushSupport } from "../../shared/push/push-browser.ts";

/** Why pushes can't be turned on here, and what helps. */
export const pushObstacles: Record<Exclude<PushSupport, "ready">, string> = {
  blocked: "Notifications from Tribe are blocked. Allow them in your browser's settings for this site, then come back.",
  needsHomeScreen: "On iPhone and iPad, put Tribe on your home screen first: tap Share, then “Add to Home Screen”.",
  unsupported: "This browser can't show notifications while Tribe is closed.",
};

/** Says why pushes could not be turned on, off or tried. */
export const sayPushFailed = (error: unknown): void => {
  toast.error(error instanceof PushError ? error.message : wordsOf(error).title);
};
