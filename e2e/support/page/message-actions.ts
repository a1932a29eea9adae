import type { Locator, Page } from "playwright-core";
import { vi } from "vitest";

/** Waits until a dialog and its history entry are gone. */
export const dialogClosed = async (page: Page): Promise<void> => {
  await page.getByRole("dialog").first().waitFor({ state: "detached" });
  await page.waitForFunction(() => !history.state?.tribeDialogs);
};

/** Moves the mouse to a button of the bar beside a message; retries if the message moves away meanwhile. */
export const aimBeside = async (message: Locator, name: string): Promise<Locator> => {
  const target = message.getByRole("button", { name, exact: true });
  await vi.waitFor(
    async () => {
      await message.hover();
      await target.hover({ timeout: 5_000 });
    },
    { timeout: 90_000 },
  );
  return target;
};
/** Presses a button of the bar beside a message. */
export const pressBeside = async (message: Locator, name: string): Promise<void> =>
  (await aimBeside(message, name)).click();

/** A long press on a message until its menu opens; not while the list moves, or another message would be pressed. */
export const longPress = async (page: Page, message: Locator, title: string): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  const menu = page.getByRole("dialog", { name: title });
  await vi.waitFor(
    async () => {
      // The menu opened after the end of the last touch.
      if (await menu.isVisible()) return;
      await message.click({ trial: true, timeout: 20_000 });
      const box = await message.boundingBox();
      if (!box) throw new Error("The message is not on the screen");
      const touchPoints = [{ x: box.x + 120, y: box.y + box.height - 6 }];
      await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
      await page
        .getByRole("dialog")
        .first()
        .waitFor({ timeout: 10_000 })
        .finally(() => session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] }));
      if (await menu.isVisible()) return;
      await page.getByRole("button", { name: "Close", exact: true }).click();
      await dialogClosed(page);
      throw new Error("It was another message's menu");
    },
    { timeout: 90_000 },
  );
  await session.detach();
};
