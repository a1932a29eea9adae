import type { PointerEvent } from "react";

/** Moving further than this, in pixels, before the release cancels the press. */
const slack = 10;

/**
 * Makes a mouse press count for the control on which it began, even if that moves before the release; otherwise the browser
 * silently drops the click. (Touch pointers are captured by the browser anyway.)
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
