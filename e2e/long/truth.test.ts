import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { forgetMailPace } from "../../apps/server/src/testing/forget-mail-pace.ts";
import { freezeChain } from "../support/faults.ts";
import { askForCode, confirmInWallet, lastMailAt, readCode, readyToConfirm } from "../support/page/at-the-page.ts";
import { accessFaults, phone, visit } from "../support/page/browser.ts";
import { maxShift, worstShift, worstShiftInWallet } from "../support/page/layout-shifts.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import { countStoredTransactions } from "../support/page/stored-transactions.ts";
import { landedOf } from "../support/people/landed.ts";
import { enterProduct, leaveProduct } from "../support/product/shared-product.ts";
import type { Tribe } from "../support/product/tribe.ts";
import { enterScene, openTab, type Scene } from "../support/scene.ts";

// What a person learns about a trade when its page was closed, is covered by another, or has waited too long.

let tribe: Tribe;
let browser: Browser;
let scene: Scene;

beforeAll(async () => {
  ({ tribe, browser } = await enterProduct());
  scene = await enterScene(tribe, browser, phone, "truth");
});
afterAll(leaveProduct);
beforeEach(() => reportFailure("truth", () => ({ visitors: [scene.visitor], tribe })));

const status = (page: Page, text: string) => page.getByRole("dialog").getByText(text);

/** Opens a small sale up to its confirm view. */
const reachSale = async (page: Page, amount: string) => {
  await visit(page, `${tribe.appUrl}/token/${scene.mint}`);
  await begin(page, "Sell", amount);
};

/** Expects no layout shift up to the wallet's dialog, neither on the page nor in the wallet's frame. */
const expectStill = async (page: Page) => {
  for (const { sum, moved } of [await worstShift(page), await worstShiftInWallet(page)])
    expect(sum, moved.join("; ")).toBeLessThanOrEqual(maxShift);
};

/** From the open token page to the wallet. */
const begin = async (page: Page, opener: "Buy" | "Sell", amount: string) => {
  await page.getByRole("button", { name: opener, exact: true }).click();
  await page.getByRole("textbox", { name: "Amount" }).fill(amount);
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.frameLocator('iframe[title="Confirm in your wallet"]').getByRole("button", { name: "Confirm" }).waitFor();
};

it("is consistent in two tabs: the second tab stays silent, and resumes the trade when the first one is closed", async () => {
  const first = await scene.page.context().newPage();
  const before = await landedOf(tribe, scene.member.address);
  await reachSale(first, "0.25");
  await readyToConfirm(first);
  await expectStill(first);
  const thaw = await freezeChain(tribe);
  try {
    await confirmInWallet(first);
    await status(first, "Processing...").waitFor();
    const second = scene.page;
    await visit(second, `${tribe.appUrl}/you`);
    await second.getByRole("heading", { name: "You", exact: true }).waitFor();
    await expect.poll(() => countStoredTransactions(second)).toBe(1);
    expect(await second.getByRole("dialog").count()).toBe(0);
    await first.close();
  } finally {
    thaw();
  }
  await scene.page.getByText("Transaction Confirmed").waitFor();
  await expect.poll(() => countStoredTransactions(scene.page)).toBe(0);
  expect(await accessFaults(scene.page, "phone-truth-unseen-end")).toEqual([]);
  await expect.poll(() => landedOf(tribe, scene.member.address)).toBe(before + 1);
});

it("resumes a signed trade when the person signs out in another tab and in again, and makes no request for it meanwhile", async () => {
  const { page } = await openTab(scene);
  const other = scene.page;
  const before = await landedOf(tribe, scene.member.address);
  await reachSale(page, "0.25");
  const thaw = await freezeChain(tribe);
  try {
    await confirmInWallet(page);
    await status(page, "Processing...").waitFor();
    await visit(other, `${tribe.appUrl}/you`);
    await other.getByRole("button", { name: "Sign out" }).click();
    // Behind the dialog.
    await page.locator("header").getByText("Sign in").waitFor({ state: "attached" });
    await status(page, "Processing...").waitFor();
    expect(await page.locator("iframe").count()).toBe(0);
  } finally {
    thaw();
  }
  const email = `${scene.name}@example.com`;
  const lastMail = await lastMailAt(tribe.mailUrl(), email);
  await forgetMailPace(tribe.dataDir);
  await other.getByRole("button", { name: "Sign in" }).first().click();
  await askForCode(other, email);
  await other.getByRole("textbox", { name: "Code" }).fill(await readCode(tribe.mailUrl(), email, lastMail));
  await page.getByText("Transaction Confirmed").waitFor();
  await expect.poll(() => countStoredTransactions(page)).toBe(0);
  await expect.poll(() => landedOf(tribe, scene.member.address)).toBe(before + 1);
  await page.close();
});

it("shows no text in the wallet's dialog before its font is loaded, to avoid a layout shift", async () => {
  const { page } = await openTab(scene);
  const accountsRequest = page.waitForRequest((request) => /getMultipleAccounts/.test(request.postData() ?? ""));
  const seen: string[] = [];
  // On a slow connection the font arrives after all other requests of the dialog.
  await page.route(/inter-latin-wght.*\.woff2/, async (route) => {
    const frame = route.request().frame();
    if (frame !== page.mainFrame()) {
      await accountsRequest;
      seen.push((await frame.locator("#root").textContent()) ?? "");
    }
    await route.continue();
  });
  await reachSale(page, "0.25");
  await readyToConfirm(page);
  expect(new Set(seen)).toEqual(new Set([""]));
  await expectStill(page);
});
