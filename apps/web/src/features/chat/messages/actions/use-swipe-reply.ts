import { type TouchEvent, useRef } from "react";
import { ownGestures, scrollsSideways } from "../../../../shared/hand/swipe-back.ts";

/** Movement before it is decided that a finger moves a message, in CSS pixels. */
const slack = 12;
/** How far a finger must move a message to answer it, and how far the message goes at most. */
const farEnough = 56;
const farthest = 80;
const restMs = 180;

interface Swipe {
  readonly x: number;
  readonly y: number;
  /** 1 to the right, in a right-to-left page; otherwise to the left, as the page itself goes back by a swipe to the right. */
  readonly sign: 1 | -1;
  readonly isSideways: boolean;
  readonly isFar: boolean;
}

/**
 * Listeners by which a finger answers a message: it moves the message to the side, and lets go beyond a threshold. A finger that
 * moves up or down first is scrolling. With reduced motion the message stays, but the gesture works.
 * @param onReply null if the message can't be answered
 */
export const useSwipeReply = (onReply: (() => void) | null) => {
  const swipe = useRef<Swipe | null>(null);
  const move = (row: HTMLElement, by: number, time = 0): void => {
    row.style.transition = time > 0 ? `transform ${time}ms cubic-bezier(.2,.7,.2,1)` : "";
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    row.style.transform = by === 0 || isStill ? "" : `translateX(${by}px)`;
  };
  const rest = (row: HTMLElement): void => {
    if (swipe.current?.isSideways) {
      move(row, 0, restMs);
      delete row.dataset.swiped;
    }
    swipe.current = null;
  };
  return {
    onTouchStart: (event: TouchEvent<HTMLElement>) => {
      const { touches, target, currentTarget: row } = event;
      rest(row);
      const finger = touches[0];
      const isOurs =
        onReply !== null &&
        touches.length === 1 &&
        finger !== undefined &&
        target instanceof Element &&
        !target.closest(ownGestures) &&
        !scrollsSideways(target, row);
      if (!isOurs) return;
      const sign = getComputedStyle(row).direction === "rtl" ? 1 : -1;
      // There the page's own way back would be the same movement.
      if (sign === 1) event.stopPropagation();
      swipe.current = { x: finger.clientX, y: finger.clientY, sign, isSideways: false, isFar: false };
    },
    onTouchMove: ({ touches, currentTarget: row }: TouchEvent<HTMLElement>) => {
      const finger = touches[0];
      const begun = swipe.current;
      if (!begun || !finger) return;
      if (touches.length > 1) return rest(row);
      const aside = (finger.clientX - begun.x) * begun.sign;
      const down = Math.abs(finger.clientY - begun.y);
      if (!begun.isSideways && Math.max(Math.abs(aside), down) <= slack) return;
      if (!begun.isSideways && aside <= 2 * down) return rest(row);
      const isFar = aside - slack >= farEnough;
      if (isFar && !begun.isFar) navigator.vibrate?.(10);
      swipe.current = { ...begun, isSideways: true, isFar };
      row.dataset.swiped = isFar ? "far" : "";
      move(row, begun.sign * Math.min(Math.max(aside - slack, 0), farthest));
    },
    onTouchEnd: ({ currentTarget: row }: TouchEvent<HTMLElement>) => {
      const isFar = swipe.current?.isFar ?? false;
      rest(row);
      if (isFar) onReply?.();
    },
    onTouchCancel: ({ currentTarget: row }: TouchEvent<HTMLElement>) => rest(row),
  };
};
