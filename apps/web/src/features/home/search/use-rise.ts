import { type RefObject, useLayoutEffect, useRef } from "react";

const motion = { duration: 160, easing: "ease-out" } as const;

/**
 * Lets the field rise to the top when a search opens, and sink when it closes: the layout changes at once, and a transform shows
 * where it came from, as a layout that changes with each frame would be slow and push what is below. At once with reduced motion.
 */
export const useRise = (
  field: RefObject<HTMLElement | null>,
  above: RefObject<HTMLElement | null>,
  isOpen: boolean,
) => {
  const before = useRef<{ readonly isOpen: boolean; readonly top: number }>(null);
  // After each render, so that the place before the next change is known; it is read once for a change alone.
  useLayoutEffect(() => {
    const row = field.current;
    const from = before.current;
    if (!row) return;
    const top = row.offsetTop;
    before.current = { isOpen, top };
    if (!from || from.isOpen === isOpen || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    if (from.top !== top) row.animate({ transform: [`translateY(${from.top - top}px)`, "none"] }, motion);
    if (!isOpen) above.current?.animate({ opacity: [0, 1] }, motion);
  }, [isOpen, field, above]);
};
