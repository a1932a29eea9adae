import type { AnswerOf, routes } from "@tribe/contract";
import { useEffect } from "react";

/**
 * Redirects a page of local mode to the app's own host name. The server does so for its requests, but a service worker of another
 * name opens the page without one.
 */
export const useOwnName = (config: AnswerOf<typeof routes.system.config> | null): void => {
  useEffect(() => {
    if (config?.localMode && new URL(config.appUrl).origin !== location.origin)
      location.replace(config.appUrl + location.pathname + location.search + location.hash);
  }, [config]);
};
