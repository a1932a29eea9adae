import { pageTexts, texts } from "@tribe/domain/words";
import { toast } from "../../shared/notices/toast.ts";
import { reportFailure } from "../../shared/page-log/page-log.ts";

/**
 * Hears of every failure that no part of the page has dealt with: the server's log learns of it, and the person too
 * when it came of something that they pressed. Called once, before the page is drawn.
 */
export const watchFailures = (): void => {
  addEventListener("error", (event) => {
    // Without an error it is the browser's own note (a resize observer that was late), not a failure of ours.
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
