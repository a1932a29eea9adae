import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it, onTestFailed } from "vitest";
import { holdCalls } from "../support/faults.ts";
import { accessFaults, openBrowser, phone, picture, visit } from "../support/page/browser.ts";
import { newVisitorAs, signUpWithX } from "../support/people/signed-in-person.ts";
import { startTribe, type Tribe } from "../support/product/tribe.ts";

let tribe: Tribe;
let browser: Browser;

beforeAll(async () => {
  [tribe, browser] = await Promise.all([startTribe(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await tribe?.stop();
});

it("can be scrolled by keyboard while a page loads", async () => {
  const somebody = await signUpWithX(tribe, "scroller");
  const { page, complaints, close } = await newVisitorAs(browser, phone, somebody);
  onTestFailed(async () => {
    await picture(page, "failed-loading-pages");
    process.stdout.write(`${complaints.join("\n")}\n`);
  });
  const calls = await holdCalls(page, "**/api/v1/**", { fault: "lost" });
  const pages = [
    "wallet",
    "notifications",
    "notifications/settings",
    "earnings",
    "you",
    `user/${somebody.person.address}`,
  ];
  for (const path of pages) {
    await visit(page, `${tribe.appUrl}/${path}`);
    await page.getByRole("main").locator('[role="status"], h1').first().waitFor();
    expect(await accessFaults(page, `phone-${path.slice(0, 6)}-loads`)).toEqual([]);
  }
  calls.release();
  await close();
});
