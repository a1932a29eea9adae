import { useEffect } from "react";

const app = "Tribe";

/** Sets the document's title for the shown page, and restores the app's name when it is left. Null while unknown. */
export const usePageTitle = (title: string | null): void => {
  useEffect(() => {
    if (title === null) return;
    document.title = `${title} · ${app}`;
    return () => {
      document.title = app;
    };
  }, [title]);
};
