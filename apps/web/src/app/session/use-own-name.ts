import type { AnswerOf, routes } from "@tribe/contract";
import { useEffect } from "react";

/**
 * Leads a page of local mode on to the app's own name. The server does so for whoever asks it; a worker that a browser keeps of
 * another name opens the page without asking.
 */
export const useOwnName = (config: AnswerOf<typeof routes.system.config> | null): void => {
  useEffect(() => {
    if (config?.localMode && new URL(config.appUrl).origin !== location.origin)
      location.replace(config.appUrl + location.pathname + location.search + location.hash);
  }, [config]);
};
