import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import type { EngineScreen } from "../driver/screen.ts";
import { Gone } from "../driver/tab.ts";

const confirmTimeout = 120_000;
/** The wallet's frame in an open dialog, by its selector. */
const confirming = 'iframe[title="Confirm in your wallet"]';

/** What is in the wallet's frame. */
export const wallet = (screen: EngineScreen) => screen.frameLocator(confirming);

/**
 * Waits until the wallet's view can be confirmed, and its frame is as high as its content.
 */
export const stands = async (screen: EngineScreen): Promise<void> => {
  await wallet(screen).getByRole("button", { name: "Confirm", disabled: false }).waitFor({ timeout: confirmTimeout });
  await expect
    .poll(() => screen.tab.evaluate(confirming, "document.documentElement.scrollHeight - innerHeight"))
    .toBeLessThanOrEqual(1);
};

/**
 * Scrolls through the wallet's view until its Confirm can be pressed, and presses it, again if a press is dropped, until the view
 * has gone on.
 */
export const confirmInWallet = async (screen: EngineScreen): Promise<void> => {
  const frame = wallet(screen);
  const confirm = frame.getByRole("button", { name: "Confirm" });
  const rest = frame.getByRole("button", { name: "Show the rest" });
  await confirm.or(rest).first().waitFor();
  for (const end = performance.now() + confirmTimeout; performance.now() < end; await wait(200)) {
    try {
      if (await rest.isVisible()) await rest.click();
      if (!(await confirm.isVisible())) continue;
      // As a wheel does: the frame is higher than the dialog, and in WebKit it scrolls nothing outside itself.
      await screen.tab.evaluate(null, `document.querySelector('${confirming}')?.scrollIntoView({ block: "end" })`);
      if (!(await confirm.isEnabled())) continue;
      await confirm.click();
      await confirm.waitFor({ state: "detached", timeout: 5_000 });
      return;
    } catch (error) {
      // The frame is drawn again, or is gone with its answer.
      if (!(error instanceof Gone) && !(error instanceof Error && /not within 5 s/.test(error.message))) throw error;
      if ((await screen.locator(confirming).count()) === 0) return;
    }
  }
  throw new Error(`The wallet takes no press: ${await frame.locator("body").textContent()}`);
};
