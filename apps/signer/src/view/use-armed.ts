import { type RefObject, useEffect, useState } from "react";
import { watchVisibility } from "./visibility.ts";

/** How long everything must have been in sight before a press counts: a finger already on its way hits nothing. */
const guardMilliseconds = 600;

/**
 * Whether the confirm button may work: what the person must read has been seen whole, the part with the button is
 * seen whole now, and both for a moment already.
 */
export const useArmed = (
  details: RefObject<HTMLElement | null>,
  actions: RefObject<HTMLElement | null>,
): { readonly isArmed: boolean; readonly isCovered: boolean } => {
  const [wasRead, setWasRead] = useState(false);
  const [isSeen, setIsSeen] = useState<boolean | null>(null);
  const [isArmed, setIsArmed] = useState(false);

  useEffect(() => {
    if (!details.current || !actions.current) return;
    const stops = [
      watchVisibility(details.current, (seen) => setWasRead((before) => before || seen)),
      watchVisibility(actions.current, setIsSeen),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [details, actions]);

  const ready = wasRead && isSeen === true;
  useEffect(() => {
    if (!ready) return setIsArmed(false);
    const timer = setTimeout(() => setIsArmed(true), guardMilliseconds);
    return () => clearTimeout(timer);
  }, [ready]);

  return { isArmed, isCovered: isSeen === false };
};
