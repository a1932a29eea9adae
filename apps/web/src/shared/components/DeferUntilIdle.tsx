import { type ReactNode, startTransition, useEffect, useState } from "react";
import { idle } from "../time/idle.ts";

/**
 * Renders its children after the page has been idle `turn` times, each time within a second. For parts below the first screen:
 * rendering all at once would delay the first press on a phone.
 */
export const DeferUntilIdle = ({ turn, children }: { turn: number; children: ReactNode }) => {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    let isGone = false;
    const rest = async () => {
      for (let past = 0; past < turn; past += 1) await idle();
      if (!isGone) startTransition(() => setDrawn(true));
    };
    void rest();
    return () => {
      isGone = true;
    };
  }, [turn]);
  return isDrawn ? children : null;
};
