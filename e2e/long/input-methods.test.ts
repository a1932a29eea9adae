import type { Mint } from "@tribe/contract";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { freezeChain } from "../support/faults.ts";
import { lastMailAt, messageInChat, readCode, readyToConfirm } from "../support/page/at-the-page.ts";
import { desktop, loaded, newVisitor, type Visitor, visit } from "../support/page/browser.ts";
import { expectFocus, focused, keyTo, pressByKey } from "../support/page/keyboard.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import { createTrader, tokens } from "../support/people/people.ts";
import { enterProduct, leaveProduct } from "../support/product/shared-product.ts";
import type { Tribe } from "../support/product/tribe.ts";

// The keyboard on a desktop, through the whole main job. Shortcuts: apps/web/screens; touch: long/touch.test.ts.

let tribe: Tribe;
let browser: Browser;
let mint: Mint;
let visitor: Visitor;

beforeAll(async () => {
  ({ tribe, browser } = await enterProduct());
  const chief = await createTrader(tribe.appUrl, "handchief");
  mint = await chief.createTribe(tokens(1));
});
afterAll(leaveProduct);
beforeEach(() => {
  reportFailure("hand", () => ({ visitors: [visitor] }));
});

const open = (page: Page, path: string) => visit(page, `${tribe.appUrl}${path}`);

it("takes a new person from the home page to a seat, a message and a sale by keyboard alone, and never loses the focus", async () => {
  const seen = await newVisitor(browser, desktop);
  visitor = seen;
  const { page } = seen;
  const closed = async () => {
    await page.getByRole("dialog").first().waitFor({ state: "detached" });
    await expectFocus(page);
  };
  /** Confirms in the wallet's dialog, whose button works only after each line was visible. */
  const confirmByKey = async () => {
    await readyToConfirm(page);
    await pressByKey(page, "Confirm");
  };
  await open(page, "/");
  await loaded(page);
  await pressByKey(page, "Sign in");
  await page.getByRole("textbox", { name: "E-mail" }).waitFor();
  await keyTo(page, "E-mail");
  const email = "keys@example.com";
  const before = await lastMailAt(tribe.mailUrl(), email);
  await page.keyboard.type(email);
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Code" }).waitFor();
  await expect.poll(async () => (await focused(page)).name).toMatch(/Code|digit/i);
  await page.keyboard.type(await readCode(tribe.mailUrl(), email, before));
  await page.getByRole("dialog", { name: "Your wallet is ready" }).waitFor();
  await pressByKey(page, "Add SOL");
  await page.getByRole("dialog").getByRole("button", { name: "Connect X" }).waitFor();
  await pressByKey(page, "Connect X");
  await page.getByRole("button", { name: /Mara Ember/ }).waitFor();
  await pressByKey(page, /Mara Ember/);
  await page.getByRole("textbox", { name: "Amount by card" }).waitFor();
  await keyTo(page, "Amount by card");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("1");
  await pressByKey(page, "Pay by card");
  await page.getByRole("button", { name: "Pay", exact: true }).waitFor();
  await pressByKey(page, "Pay");
  await page.getByRole("link", { name: "Back to Tribe" }).waitFor();
  await pressByKey(page, "Back to Tribe");
  await page.getByRole("button", { name: "Enter the app" }).waitFor();
  await pressByKey(page, "Enter the app");
  await closed();

  // Into a Tribe; a dialog that closes by Escape returns the focus.
  await keyTo(page, /^(Trader handchief|\d*Trader handchief)/);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/token/${mint}`);
  await page.getByRole("button", { name: "Buy", exact: true }).first().waitFor();
  await pressByKey(page, "Buy");
  await page.getByRole("textbox", { name: "Amount" }).waitFor();
  await page.getByRole("button", { name: "Buy min. to enter chat" }).waitFor();
  await pressByKey(page, "Buy min. to enter chat");
  await expect.poll(() => page.getByRole("button", { name: "Next", exact: true }).isEnabled()).toBe(true);
  await pressByKey(page, "Next");
  await confirmByKey();
  await page.waitForURL(`**/chat/${mint}`);
  await pressByKey(page, "Say hello");
  await closed();
  await expect.poll(async () => (await focused(page)).name).toMatch(/^Message/);
  await page.keyboard.type("By keys alone");
  await page.keyboard.press("Enter");
  await messageInChat(page, "By keys alone").waitFor();
  await expectFocus(page);

  await pressByKey(page, "Sell");
  await page.getByRole("textbox", { name: "Amount" }).waitFor();
  await keyTo(page, "Amount");
  await page.keyboard.type("1");
  await expect.poll(() => page.getByRole("button", { name: /^Next/ }).isEnabled()).toBe(true);
  await pressByKey(page, /^Next/);
  const dialog = page.getByRole("dialog");
  // The wallet has asked the chain by then: a sale without a price would want a typed word.
  await readyToConfirm(page);
  const thaw = await freezeChain(tribe);
  try {
    await confirmByKey();
    // The link disappears with its view: a focus on it must stay in the dialog.
    await dialog.getByRole("link", { name: "View on Explorer" }).waitFor();
    await keyTo(page, "View on Explorer");
  } finally {
    thaw();
  }
  await dialog.getByText("Transaction Confirmed").waitFor();
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await pressByKey(page, "OK");
  await closed();
  expect(seen.complaints).toEqual([]);
});
