import { expect } from "vitest";
import { type Locator, userEvent } from "vitest/browser";
import type { Screen } from "./open-screen.ts";

/** The open chat of a screen, as a person uses it. */
export const chatOf = (screen: Screen) => {
  const log = screen.getByRole("log", { name: "Messages" });
  const field = screen.getByRole("textbox", { name: "Message", exact: true });
  return {
    log,
    field,
    dialog: screen.getByRole("dialog"),
    button: (name: string): Locator => screen.getByRole("button", { name, exact: true }),
    /** The newest message whose author, text or time contains this. */
    row: (text: string): Locator => log.getByRole("article", { name: text }).last(),
    say: async (text: string): Promise<void> => {
      await field.fill(text);
      await field.click();
      await userEvent.keyboard("{Enter}");
    },
    closed: async (): Promise<void> => {
      await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
    },
    /** Whether the whole of it is between the chat's header and its field. */
    isInView: (what: Locator): boolean => {
      const { top, bottom } = what.element().getBoundingClientRect();
      const { top: from, bottom: to } = log.element().getBoundingClientRect();
      return top >= from - 1 && bottom <= to + 1;
    },
  } as const;
};

/** A finger at a place of the page. */
const touch = ({ window }: Screen, type: "touchstart" | "touchmove" | "touchend", target: Element, x: number): void => {
  const finger = new window.Touch({ identifier: 1, target, clientX: x, clientY: 400 });
  const touches = type === "touchend" ? [] : [finger];
  target.dispatchEvent(
    new window.TouchEvent(type, { bubbles: true, cancelable: true, touches, changedTouches: [finger] }),
  );
};

/** Moves a finger over an element from one place to another in steps, and lifts it. */
export const swipe = (screen: Screen, over: Element, places: readonly [number, ...number[]]): void => {
  touch(screen, "touchstart", over, places[0]);
  for (const x of places.slice(1)) touch(screen, "touchmove", over, x);
  touch(screen, "touchend", over, places.at(-1) ?? places[0]);
};

/** Holds a finger on a message until its menu is open, and lifts it. */
export const longPress = async (screen: Screen, message: Locator, title: string): Promise<Locator> => {
  await expect.element(message).toBeVisible();
  const element = message.element();
  const { x, bottom } = element.getBoundingClientRect();
  const at = { bubbles: true, pointerType: "touch", clientX: x + 120, clientY: bottom - 6 };
  element.dispatchEvent(new screen.window.PointerEvent("pointerdown", at));
  const menu = screen.getByRole("dialog", { name: title });
  await expect.element(menu).toBeVisible();
  element.dispatchEvent(new screen.window.PointerEvent("pointerup", at));
  touch(screen, "touchend", element, at.clientX);
  return menu;
};
