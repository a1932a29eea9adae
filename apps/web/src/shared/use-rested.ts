import { startTransition, useEffect, useState } from "react";
import { idle } from "./idle.ts";

/**
 * How many of a page's lower parts may be drawn by now: none with the first screen, then one more, up to `parts`, whenever
 * the page has nothing more urgent to do, at the latest a second after the one before. Drawn at once they would hold up
 * the first press on a phone.
 */
export const useRested = (parts: number): number => {
  const [drawn, setDrawn] = useState(0);
  useEffect(() => {
    if (drawn >= parts) return;
    let isGone = false;
    void idle().then(() => {
      if (!isGone) startTransition(() => setDrawn(drawn + 1));
    });
    return () => {
      isGone = true;
    };
  }, [drawn, parts]);
  return drawn;
};
