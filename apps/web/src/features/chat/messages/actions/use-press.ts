import { type MouseEvent, type PointerEvent, useCallback, useEffect, useRef } from "react";

/** The duration of a long press, in ms. */
const longPress = 450;
/** A finger that moves further than this, in pixels, is scrolling. */
const slack = 10;

interface Press {
  readonly timer: ReturnType<typeof setTimeout>;
  readonly x: number;
  readonly y: number;
}

/** Ignores the end of the touch: the menu is under the finger by then, and lifting it must not press an item. */
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

/** Listeners for a long press and a double tap by touch. A mouse and a pen use the toolbar's buttons. */
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
    // The browser's own menu would cover ours.
    onContextMenu: (event: MouseEvent) => {
      if (isTouch.current) event.preventDefault();
    },
    onDoubleClick: () => {
      if (isTouch.current) onDoubleTap();
    },
  };
};
