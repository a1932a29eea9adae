import { type ReactNode, startTransition, useEffect, useState } from "react";
import { idle } from "../time/idle.ts";

/**
 * Draws its children when the page has come to rest so many times, each at the latest a second after the one before: what
 * lies below the first screen, part by part, since all of it at once would hold up the first press on a phone.
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
