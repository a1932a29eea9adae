import type { Mint } from "@tribe/contract";
import { createPerson, type Person } from "@tribe/devkit";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFailed } from "vitest";
import { forgetMailPace } from "../../apps/server/src/testing/forget-mail-pace.ts";
import { freezeChain, holdCalls } from "../support/faults.ts";
import { lastMailAt, readCode, readyToConfirm, said } from "../support/page/at-the-page.ts";
import {
  accessFaults,
  desktop,
  loaded,
  newVisitor,
  phone,
  picture,
  type Visitor,
  visit,
} from "../support/page/browser.ts";
import { focused, focusIsKept, keyTo, pressByKey } from "../support/page/keyboard.ts";
import { maxShift, worstShift } from "../support/page/layout-shifts.ts";
import { createTrader, sol, tokens } from "../support/people/people.ts";
import { newVisitorAs, signUpWithX } from "../support/people/signed-in-person.ts";
import { enterProduct, leaveProduct } from "../support/product/shared-product.ts";
import type { Tribe } from "../support/product/tribe.ts";

// The app's handling: touch on a phone, the keyboard on a desktop.

let tribe: Tribe;
let browser: Browser;
let member: Person;
let mint: Mint;
let visitor: Visitor;

beforeAll(async () => {
  ({ tribe, browser } = await enterProduct());
  member = await createPerson({ appUrl: tribe.appUrl, email: "hand@example.com" });
  const [chief] = await Promise.all([
    createTrader(tribe.appUrl, "handchief"),
    member.connectX({ name: "Hand", username: "hand" }),
    member.fundByAirdrop(sol(3)),
  ]);
  mint = await chief.createTribe(tokens(1));
  await member.trade(mint, { side: "buy", tokens: tokens(12) });
  // The first device's code was mailed a moment ago.
  await forgetMailPace(tribe.dataDir);
});
afterAll(leaveProduct);
beforeEach(() => {
  onTestFailed(async () => {
    await picture(visitor.page, "failed-hand");
    process.stdout.write(`${visitor.complaints.join("\n")}\n`);
  });
});

const open = (page: Page, path: string) => visit(page, `${tribe.appUrl}${path}`);

it("has no layout shift when the server answers that a signed-in person has no seat", async () => {
  visitor = await newVisitorAs(browser, phone, await signUpWithX(tribe, "handoutside"));
  const { page } = visitor;
  const asked = await holdCalls(page, "**/api/v1/token/profile?*");
  await open(page, `/chat/${mint}`);
  await page.getByRole("status", { name: "Loading the chat" }).waitFor();
  await expect.poll(asked.count).toBeGreaterThan(0);
  asked.release();
  await page.getByText("12 seats are free").waitFor();
  const { sum, moved } = await worstShift(page);
  expect(sum, moved.join("; ")).toBeLessThanOrEqual(maxShift);
  await visitor.close();
});

it("navigates by keyboard shortcuts on a desktop, lists them on '?', and ignores them in text fields", async () => {
  const seen = await newVisitor(browser, desktop);
  visitor = seen;
  const { page } = seen;
  await open(page, "/you");
  await loaded(page);
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  // The shortcuts work once the page has loaded.
  await expect
    .poll(async () => {
      await page.keyboard.press("?");
      return list.isVisible();
    })
    .toBe(true);
  await list.getByText("Go to Wallet").waitFor();
  expect(await accessFaults(page, "hand-shortcuts")).toEqual([]);
  // While the list is open the other shortcuts are off.
  await page.keyboard.press("g");
  await page.keyboard.press("w");
  await page.keyboard.press("Escape");
  await list.waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toBe("/you");

  // The two keys of a shortcut must come within a second: press them again when a busy machine was too slow.
  await expect
    .poll(async () => {
      await page.keyboard.press("g");
      await page.keyboard.press("t");
      return new URL(page.url()).pathname;
    })
    .toBe("/tribes");
  await expect.poll(() => page.title()).toBe("My Tribes · Tribe");
  await page.keyboard.press("/");
  await page.waitForURL((url) => url.pathname === "/");
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("type"))).toBe("search");
  await page.keyboard.type("g w?n");
  expect(await page.getByRole("searchbox").inputValue()).toBe("g w?n");
  // The search is in the URL, and Home is still the current page.
  await page.waitForURL((url) => url.searchParams.has("q"));
  const home = page.getByRole("link", { name: "Home", exact: true });
  await expect.poll(() => home.getAttribute("aria-current")).toBe("page");
  expect(await page.getByRole("dialog").count()).toBe(0);
});

it("takes a new person from the home page to a seat, a message and a sale by keyboard alone, and never loses the focus", async () => {
  const seen = await newVisitor(browser, desktop);
  visitor = seen;
  const { page } = seen;
  const closed = async () => {
    await page.getByRole("dialog").first().waitFor({ state: "detached" });
    await focusIsKept(page);
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
  await page.getByRole("textbox", { name: /^Message/ }).waitFor();
  await closed();
  await keyTo(page, /^Message/);
  await page.keyboard.type("By keys alone");
  await page.keyboard.press("Enter");
  await said(page, "By keys alone").waitFor();
  await focusIsKept(page);

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
