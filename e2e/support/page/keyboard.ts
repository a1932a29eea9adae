import type { Frame, Page } from "playwright-core";
import { expect } from "vitest";

/** The maximum number of presses of the Tab key to reach an element. */
const maxPresses = 90;

/** The focused element, in the page or in one of its frames. */
interface Focused {
  /** Its label, or its text. */
  readonly name: string;
  /** The tag name in capitals; BODY where nothing has the focus. */
  readonly tag: string;
  /** Whether the browser shows that it has the focus. */
  readonly isVisible: boolean;
}

const focusedIn = (frame: Frame): Promise<Focused | null> =>
  frame
    .evaluate(() => {
      const element = document.activeElement;
      if (!document.hasFocus() || element === null) return null;
      const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
      const label = element.getAttribute("aria-label") ?? (isField ? element.labels?.[0]?.textContent : null);
      const named = document.getElementById(element.getAttribute("aria-labelledby") ?? "")?.textContent;
      return {
        name: (label ?? named ?? element.textContent ?? "").replace(/\s+/g, " ").trim(),
        tag: element.tagName,
        isVisible: element.matches(":focus-visible"),
      };
    })
    .catch(() => null); // the frame is gone, or another document comes into it

/** The currently focused element. */
export const focused = async (page: Page): Promise<Focused> => {
  const main = await focusedIn(page.mainFrame());
  if (main && main.tag !== "IFRAME") return main;
  for (const frame of page.frames())
    if (frame !== page.mainFrame()) {
      const inside = await focusedIn(frame);
      if (inside && inside.tag !== "IFRAME") return inside;
    }
  return main ?? { name: "", tag: "BODY", isVisible: false };
};

/** Presses a key until the focused element has this name, and checks at each step that the focus is visible. */
export const keyTo = async (page: Page, name: string | RegExp, key = "Tab"): Promise<void> => {
  const seen: string[] = [];
  for (let press = 0; press <= maxPresses; press += 1) {
    const now = await focused(page);
    if (now.tag !== "BODY" && (typeof name === "string" ? now.name === name : name.test(now.name))) {
      expect([now.name, now.isVisible]).toEqual([now.name, true]);
      return;
    }
    seen.push(`${now.tag} ${now.name.slice(0, 40)}`);
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never came to ${name}, but to ${seen.join(", ")}`);
};

/** Moves to an element by the Tab key and presses it. */
export const pressByKey = async (page: Page, name: string | RegExp, key = "Enter"): Promise<void> => {
  await keyTo(page, name);
  await page.keyboard.press(key);
};

/** Waits until an element has the focus, as after a dialog has closed. */
export const expectFocus = (page: Page): Promise<void> =>
  expect.poll(async () => (await focused(page)).tag).not.toBe("BODY");
