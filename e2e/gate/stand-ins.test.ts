import type { Devkit } from "@tribe/devkit";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { desktop, newVisitor, openBrowser } from "../support/page/browser.ts";
import { sendMail, startStandIns } from "../support/product/stand-ins.ts";

let devkit: Devkit;
let browser: Browser;

beforeAll(async () => {
  devkit = await startStandIns();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await devkit?.stop();
});

it("shows a new mail in an open inbox and copies its code", async () => {
  const { page, close } = await newVisitor(browser, desktop);
  await page.goto(devkit.mailUrl);
  await sendMail(devkit, "654321 is your Tribe code");
  await page.getByRole("link", { name: /654321 is your Tribe code/ }).click();
  await page.getByRole("button", { name: "Copy code" }).click();
  await page.getByText(/Copied|Selected/).waitFor();
  expect(await page.locator("#code").textContent()).toBe("654321");
  await close();
});
