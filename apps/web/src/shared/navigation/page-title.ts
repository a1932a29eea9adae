import { useEffect } from "react";

const app = "Tribe";

/** Names the document after the page that is shown, and after the app again when the page is left. Null while not known. */
export const usePageTitle = (title: string | null): void => {
  useEffect(() => {
    if (title === null) return;
    document.title = `${title} · ${app}`;
    return () => {
      document.title = app;
    };
  }, [title]);
};
