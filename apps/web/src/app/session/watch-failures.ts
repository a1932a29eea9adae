import { pageTexts, texts } from "@tribe/domain/words";
import { toast } from "../../shared/notices/toast.ts";
import { reportFailure } from "../../shared/page-log/page-log.ts";

/**
 * Catches every failure that no part of the page has handled: logs it to the server, and tells the person if it followed a press.
 * Called once, before the first render.
 */
export const watchFailures = (): void => {
  addEventListener("error", (event) => {
    // Without an error it is a notice of the browser (such as a late resize observer), not a failure of ours.
    if (event.error === null || event.error === undefined) return;
    reportFailure(event.error, "uncaught");
    sayIfPressed();
  });
  addEventListener("unhandledrejection", ({ reason }) => {
    reportFailure(reason, "rejection");
    sayIfPressed();
  });
};

const sayIfPressed = (): void => {
  if (!navigator.userActivation.isActive) return;
  toast.error(texts.unexpectedError, {
    id: "unexpected",
    description: pageTexts.nothingLost,
  });
};
