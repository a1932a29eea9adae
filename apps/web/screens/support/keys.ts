import { expect } from "vitest";
import { type Locator, userEvent } from "vitest/browser";

/** Focuses a control of the screen once it is there. */
export const focus = async (control: Locator): Promise<void> => {
  await expect.element(control).toBeVisible();
  const element = control.element();
  if (!("focus" in element && typeof element.focus === "function")) throw new Error("the element takes no focus");
  element.focus();
};

/** Presses a key on a control, as people do who use no pointer: `Enter`, ` `. */
export const pressOn = async (control: Locator, key: string): Promise<void> => {
  await focus(control);
  await userEvent.keyboard(key === " " ? " " : `{${key}}`);
};
