import type { MessageId } from "@tribe/contract";
import { type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import { heldView, type ListView } from "./held-view.ts";
import { holdPress } from "./hold-press.ts";

/** Whoever moves the mouse over a message may be on the way to its bar. Milliseconds since the last move. */
const overMessage = 1_000;
/** Whoever has the mouse on something to press is about to press it; a mouse that is left there holds nothing up. */
const overButton = 4_000;
/** A finger's click comes a moment after it is lifted, and the second tap of two within this time. */
const afterPress = 500;

const pressable = "button, a, [role=toolbar], audio, video";

interface Held {
  readonly view: ListView;
  readonly aimedAt: ReadonlySet<MessageId>;
}

/**
 * Keeps a list of messages as it is while somebody aims at one of them: while a mouse moves over it, while a button or a
 * finger is down, while something of a message is open. What comes meanwhile is shown right after.
 * @param now what there is to show; the same object as long as that is the same
 * @returns what is shown, whether it is held, listeners for the list, and `hold`, to be told what opens and closes
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
      // A finger that scrolls presses nothing any more.
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
        // What a message has opened stands elsewhere, and a list that moves under a mouse at rest is no move of its.
        if (!(target instanceof Element) || !currentTarget.contains(target)) return;
        if (pointerType !== "mouse" || (movementX === 0 && movementY === 0)) return;
        // It was let go where no page heard of it.
        if (buttons === 0) isDown.current = false;
        const isOverButton = target.closest(pressable) !== null;
        if (isDown.current || (!isOverButton && !target.closest("[data-message]"))) return;
        keep(target);
        releaseAfter(isOverButton ? overButton : overMessage);
      },
      onPointerLeave: ({ pointerType }: PointerEvent) => {
        // A finger leaves whenever it is lifted, before its click comes.
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
