import type { PointerEvent } from "react";

/** Whoever moves further away before letting go does not want it. Pixels. */
const slack = 10;

/**
 * Lets a press of the mouse count for what it began on, even if that moves away before the button is let go; otherwise the
 * browser drops a press without a word. (A finger's pointer belongs to where it began anyhow.)
 */
export const holdPress = ({ target, pointerId, pointerType, button, clientX, clientY }: PointerEvent): void => {
  const pressed = target instanceof Element ? target.closest<HTMLElement>("button, a") : null;
  if (!pressed || pointerType !== "mouse" || button !== 0) return;
  pressed.setPointerCapture(pointerId);
  const end = new AbortController();
  const { signal } = end;
  addEventListener(
    "pointermove",
    (moved) => {
      if (moved.pointerId !== pointerId || Math.hypot(moved.clientX - clientX, moved.clientY - clientY) <= slack)
        return;
      if (pressed.hasPointerCapture(pointerId)) pressed.releasePointerCapture(pointerId);
      end.abort();
    },
    { signal },
  );
  for (const type of ["pointerup", "pointercancel"]) addEventListener(type, () => end.abort(), { signal });
};
