import { type MouseEvent, type PointerEvent, useCallback, useEffect, useRef } from "react";

/** A finger that stays for so long opens the menu. Milliseconds. */
const longPress = 450;
/** A finger that moves further scrolls. */
const slack = 10;

interface Press {
  readonly timer: ReturnType<typeof setTimeout>;
  readonly x: number;
  readonly y: number;
}

/** Where the finger is lifted stands the menu by then: that must not press what is under it. */
const ignoreLift = (): void => {
  const end = new AbortController();
  const once = { capture: true, passive: false, signal: end.signal };
  const lift = (event: TouchEvent) => {
    if (event.cancelable) event.preventDefault();
    end.abort();
  };
  addEventListener("touchend", lift, once);
  addEventListener("touchcancel", lift, once);
};

/** Listeners for a long press of a finger, and for its double tap. A mouse and a pen have buttons of their own. */
export const usePress = (onLongPress: () => void, onDoubleTap: () => void) => {
  const press = useRef<Press | null>(null);
  const isTouch = useRef(false);
  const end = useCallback(() => {
    if (press.current) clearTimeout(press.current.timer);
    press.current = null;
  }, []);
  useEffect(() => end, [end]);
  return {
    onPointerDown: (event: PointerEvent) => {
      end();
      isTouch.current = event.pointerType === "touch";
      if (!isTouch.current) return;
      const timer = setTimeout(() => {
        press.current = null;
        ignoreLift();
        navigator.vibrate?.(10);
        onLongPress();
      }, longPress);
      press.current = { timer, x: event.clientX, y: event.clientY };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const begun = press.current;
      if (begun && Math.hypot(clientX - begun.x, clientY - begun.y) > slack) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    // The browser's own menu would lie over ours.
    onContextMenu: (event: MouseEvent) => {
      if (isTouch.current) event.preventDefault();
    },
    onDoubleClick: () => {
      if (isTouch.current) onDoubleTap();
    },
  };
};
