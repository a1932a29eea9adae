import type { MessageId } from "@tribe/contract";
import { type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import { heldView, type ListView } from "./held-view.ts";
import { holdPress } from "./hold-press.ts";

/** How long the list is held, in ms, after a mouse move over a message: the person may be moving to its toolbar. */
const overMessage = 1_000;
/** How long it is held after a move over a control, which is probably about to be pressed; a resting mouse releases it. */
const overButton = 4_000;
/** How long it is held after a release, for a touch's click and for the second tap of a double tap. */
const afterPress = 500;

const pressable = "button, a, [role=toolbar], audio, video";

interface Held {
  readonly view: ListView;
  readonly aimedAt: ReadonlySet<MessageId>;
}

/**
 * Holds a list of messages unchanged while the person points at one of them: while a mouse moves over it, while a button or a
 * finger is down, or while a message's menu is open. Changes are shown right after that.
 * @param now the present content; the same object while it is unchanged
 * @returns the shown content, whether it is held, listeners for the list, and `hold` for menus that open and close
 */
export const useHold = (now: ListView) => {
  const [held, setHeld] = useState<Held | null>(null);
  const isDown = useRef(false);
  const openOf = useRef<MessageId | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const view = useMemo(() => held && heldView(held.view, now, held.aimedAt), [held, now]);
  if (held && !view) setHeld(null);

  const release = () => {
    clearTimeout(timer.current);
    if (!isDown.current && openOf.current === null) setHeld(null);
  };
  const releaseAfter = (ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(release, ms);
  };
  const keep = (target: Element) => {
    const name = target.closest<HTMLElement>("[data-message]")?.dataset.message;
    const line = now.lines.find((one) => one.kind === "message" && one.message.id === name);
    const id = line?.kind === "message" ? line.message.id : null;
    setHeld((before) => {
      const { view: kept, aimedAt } = before ?? { view: now, aimedAt: new Set<MessageId>() };
      if (before && (id === null || aimedAt.has(id))) return before;
      return { view: kept, aimedAt: id === null ? aimedAt : new Set([...aimedAt, id]) };
    });
  };

  useEffect(() => {
    const lift = ({ type }: globalThis.PointerEvent) => {
      if (!isDown.current) return;
      isDown.current = false;
      clearTimeout(timer.current);
      const end = () => {
        if (openOf.current === null) setHeld(null);
      };
      // The finger scrolls, so it will not press anything.
      if (type === "pointercancel") end();
      else timer.current = setTimeout(end, afterPress);
    };
    addEventListener("pointerup", lift);
    addEventListener("pointercancel", lift);
    return () => {
      removeEventListener("pointerup", lift);
      removeEventListener("pointercancel", lift);
      clearTimeout(timer.current);
    };
  }, []);

  return {
    view: view ?? now,
    isHeld: view !== null,
    listeners: {
      onPointerDownCapture: (event: PointerEvent) => {
        const { target, currentTarget, button } = event;
        if (button !== 0 || !(target instanceof Element) || !currentTarget.contains(target)) return;
        isDown.current = true;
        clearTimeout(timer.current);
        keep(target);
        holdPress(event);
      },
      onPointerMove: ({ target, currentTarget, pointerType, buttons, movementX, movementY }: PointerEvent) => {
        // Ignores moves in a message's menu (React bubbles them), and events without a movement, when the list moves under the mouse.
        if (!(target instanceof Element) || !currentTarget.contains(target)) return;
        if (pointerType !== "mouse" || (movementX === 0 && movementY === 0)) return;
        // The button was released outside the page.
        if (buttons === 0) isDown.current = false;
        const isOverButton = target.closest(pressable) !== null;
        if (isDown.current || (!isOverButton && !target.closest("[data-message]"))) return;
        keep(target);
        releaseAfter(isOverButton ? overButton : overMessage);
      },
      onPointerLeave: ({ pointerType }: PointerEvent) => {
        // Only a mouse: for touch, this event fires at each lift, before the click.
        if (pointerType === "mouse") release();
      },
      onWheel: release,
    },
    hold: (message: MessageId, isOpen: boolean) => {
      if (isOpen) {
        openOf.current = message;
        clearTimeout(timer.current);
      } else if (openOf.current === message) {
        openOf.current = null;
        release();
      }
    },
  };
};
