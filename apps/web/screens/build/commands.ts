import { join } from "node:path";
// With it the commands know the browser's page.
import type {} from "@vitest/browser-playwright";
import type { CDPSession } from "playwright-core";
import type { BrowserCommand } from "vitest/node";

/** The media features that a person's system sets. */
export interface Media {
  readonly colorScheme: "light" | "dark";
  readonly reducedMotion: "reduce" | "no-preference";
}

/** A picture to take, and its size in pixels. */
interface Picture {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly isMoving: boolean;
}

/** The sessions that keep touch emulated, by their pages. */
const touch = new WeakMap<object, CDPSession>();

/** Switches between a finger and a mouse, by which controls choose their size. */
export const emulateTouch: BrowserCommand<[hasTouch: boolean]> = async ({ page, context }, hasTouch) => {
  // Off is how it begins, and Chromium does not go back to it: it then knows of no pointer at all (page/main.ts).
  if (!hasTouch && !touch.has(page)) return;
  const session = touch.get(page) ?? (await context.newCDPSession(page));
  touch.set(page, session);
  await session.send("Emulation.setTouchEmulationEnabled", { enabled: hasTouch });
};

/** Sets media features in the browser, as only its driver can; those that are left out stay. */
export const emulateMedia: BrowserCommand<[media: Partial<Media>]> = ({ page }, media) => page.emulateMedia(media);

/** Moves the pointer off the page: it stays where the test before left it, and what it is over behaves as in use. */
export const movePointerAway: BrowserCommand<[]> = ({ page }) => page.mouse.move(-1, -1);

/** Lets pages read and write the clipboard, as a person allows it once. */
export const allowClipboard: BrowserCommand<[]> = ({ context }) =>
  context.grantPermissions(["clipboard-read", "clipboard-write"]);

/** Keeps a picture of the screen in the folder of the book that this run makes (`npm run pictures`). */
export const takePicture: BrowserCommand<[picture: Picture]> = async ({ page }, { name, width, height, isMoving }) => {
  const folder = process.env.TRIBE_BOOK;
  if (folder === undefined) throw new Error("this run makes no picture book");
  await page.screenshot({
    // What moves all the time is another picture each time.
    path: join(folder, isMoving ? "not-compared" : ".", `${name}.png`),
    clip: { x: 0, y: 0, width, height },
    animations: "disabled",
  });
  // After some dozens of pictures Chromium takes the page for hidden, and draws it no more.
  await page.bringToFront();
};

declare module "vitest/browser" {
  interface BrowserCommands {
    emulateTouch: (hasTouch: boolean) => Promise<void>;
    emulateMedia: (media: Partial<Media>) => Promise<void>;
    movePointerAway: () => Promise<void>;
    allowClipboard: () => Promise<void>;
    takePicture: (picture: Picture) => Promise<void>;
  }
}
