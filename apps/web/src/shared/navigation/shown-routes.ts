import { useEffect } from "react";
import { createStore } from "../state/store.ts";

/** Routes of content that is shown beside the page's own address, such as a Tribe's chat on a wide token page. */
export const shownRoutes = createStore<readonly string[]>([]);

/** Counts the component as a page of this route while it is shown. */
export const useShownRoute = (route: string): void =>
  useEffect(() => {
    shownRoutes.set((before) => [...before, route]);
    return () =>
      shownRoutes.set((before) => {
        const at = before.indexOf(route);
        return before.filter((_route, index) => index !== at);
      });
  }, [route]);
