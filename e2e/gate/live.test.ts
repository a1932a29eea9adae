import type { Mint } from "@tribe/contract";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { desktop, phone, type Visitor } from "../support/page/browser.ts";
import { button, expectSpeaking, playsSound, seesMoving, stageOf } from "../support/page/live-page.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import { enterChat, type WithConnections } from "../support/people/live-people.ts";
import { gather } from "../support/people/people.ts";
import { signUpWithX } from "../support/people/signed-in-person.ts";
import { enterProduct, leaveProduct } from "../support/product/shared-product.ts";
import type { Tribe } from "../support/product/tribe.ts";

// A Chief and a member see and hear each other through the embedded forwarding unit (SFU) over loopback.

let tribe: Tribe;
let browser: Browser;
let mint: Mint;
let chief: Visitor;
let member: Visitor;

beforeAll(async () => {
  ({ tribe, browser } = await enterProduct());
  const [one, two] = await Promise.all([signUpWithX(tribe, "livechief"), signUpWithX(tribe, "livemember")]);
  mint = await gather([one.person, two.person]);
  const at = { appUrl: tribe.appUrl, mint };
  [chief, member] = await Promise.all([
    enterChat(browser, desktop, { ...at, somebody: one }),
    enterChat(browser, { ...phone, hasTouch: true }, { ...at, somebody: two }),
  ]);
});
afterAll(leaveProduct);

/** The Chief goes live, and everybody sees the live. */
const goLive = async (title: string) => {
  await chief.page.bringToFront();
  await button(chief.page, "Go live").click();
  const dialog = chief.page.getByRole("dialog", { name: "Go live" });
  await dialog.getByRole("button", { name: "With camera" }).click();
  await dialog.locator("video").waitFor();
  await dialog.getByRole("textbox", { name: /What is it about/ }).fill(title);
  await dialog.getByRole("button", { name: "Go live", exact: true }).click();
  await stageOf(chief.page).getByText("You").waitFor();
};
const join = async ({ page }: Visitor) => {
  await page.bringToFront();
  await button(page, "Join live").first().click();
  await seesMoving(page, "livechief");
};
const endForAll = async () => {
  await button(chief.page, "Leave live").click();
  await button(chief.page, "End for all").click();
  await stageOf(chief.page).waitFor({ state: "detached" });
};

it("lets a Chief go live after a preview, and a member watch moving video with sound until the end", async () => {
  reportFailure("live", () => ({ visitors: [chief, member] }));
  const seatsAre = (act: "Show" | "Fold") => button(member.page, `${act} the seats`).waitFor();
  // A phone folds the seats of a Tribe with few members, and unfolds them during a live, whose Join button is in their middle.
  await seatsAre("Show");
  await goLive("Night call-in");
  await member.page.getByText("Night call-in").first().waitFor();
  await seatsAre("Fold");
  await join(member);
  await expectSpeaking(member.page, "livechief, Chief");
  await chief.page.getByText("2 here", { exact: true }).waitFor();
  // The live in full screen, and back.
  const wholeScreen = () => chief.page.evaluate(() => document.fullscreenElement?.getAttribute("aria-label") ?? null);
  await button(chief.page, "Full screen").click();
  await expect.poll(wholeScreen).toBe("Live");
  await button(chief.page, "Full screen").click();
  await expect.poll(wholeScreen).toBe(null);
  await goesOnLocked(member.page);
  await button(member.page, "Leave live").click();
  await member.page.getByRole("dialog").getByRole("button", { name: "Leave", exact: true }).click();
  await stageOf(member.page).waitFor({ state: "detached" });
  await chief.page.getByText("1 here", { exact: true }).waitFor();
  await endForAll();
  await chief.page.getByText("'s live ended after").first().waitFor();
  await button(member.page, "Join live").first().waitFor({ state: "detached" });
  await seatsAre("Show");
});

/**
 * Simulates a locked phone: the page is hidden, the sound continues with its media session title, and media that the system
 * paused resumes after unlocking.
 */
const goesOnLocked = async (page: Page) => {
  const setVisible = (state: "hidden" | "visible") =>
    page.evaluate((state) => {
      Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  await setVisible("hidden");
  await playsSound(page);
  expect(
    await page.evaluate(() => [navigator.mediaSession.metadata?.title, navigator.mediaSession.playbackState]),
  ).toEqual(["Night call-in", "playing"]);
  const sounds = () =>
    page.evaluate(() => {
      const { played } = globalThis as unknown as WithConnections; // set when the page was opened
      const own = [...played].filter((each) => each instanceof HTMLAudioElement && each.srcObject !== null);
      return { all: own.length, paused: own.filter(({ paused }) => paused).length };
    });
  await page.evaluate(() => {
    const { played } = globalThis as unknown as WithConnections; // set when the page was opened
    for (const each of played) if (each instanceof HTMLAudioElement) each.pause();
  });
  const { all, paused } = await sounds();
  expect(all).toBeGreaterThan(0);
  expect(paused).toBe(all);
  await setVisible("visible");
  await expect.poll(async () => (await sounds()).paused).toBe(0);
};
