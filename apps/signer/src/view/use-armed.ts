import { type RefObject, useEffect, useState } from "react";
import { watchVisibility } from "./visibility.ts";

/** How long everything must have been in sight before a press counts: a finger already on its way hits nothing. */
const guardMilliseconds = 600;

/**
 * Whether the confirm button may work: each line that the person must read (`data-line`) has been in sight, the part
 * with the button is in sight whole now, and both for a moment already. What is `shown` anew must be seen anew.
 */
export const useArmed = (
  details: RefObject<HTMLElement | null>,
  actions: RefObject<HTMLElement | null>,
  shown: unknown,
): { readonly isArmed: boolean; readonly isCovered: boolean } => {
  const [wasRead, setWasRead] = useState(false);
  const [isSeen, setIsSeen] = useState<boolean | null>(null);
  const [isArmed, setIsArmed] = useState(false);

  useEffect(() => {
    if (shown === null || !details.current || !actions.current) return;
    // Line by line: on a low screen they are never all in sight at once.
    const unread = new Set(details.current.querySelectorAll("[data-line]"));
    setWasRead(unread.size === 0);
    const stops = [...unread].map((line) =>
      watchVisibility(line, (seen) => {
        if (seen && unread.delete(line) && unread.size === 0) setWasRead(true);
      }),
    );
    stops.push(watchVisibility(actions.current, setIsSeen));
    return () => {
      for (const stop of stops) stop();
    };
  }, [details, actions, shown]);

  const ready = wasRead && isSeen === true;
  useEffect(() => {
    if (!ready) return setIsArmed(false);
    const timer = setTimeout(() => setIsArmed(true), guardMilliseconds);
    return () => clearTimeout(timer);
  }, [ready]);

  return { isArmed, isCovered: isSeen === false || (isSeen === true && !wasRead) };
};
