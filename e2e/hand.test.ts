import type { Mint } from "@tribe/contract";
import { createPerson, type Person } from "@tribe/devkit";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFailed } from "vitest";
import { forgetMailPace } from "../apps/server/src/testing/forget-mail-pace.ts";
import { signInByMail } from "./support/page/at-the-page.ts";
import {
  accessFaults,
  desktop,
  loaded,
  newVisitor,
  openBrowser,
  phone,
  picture,
  type Visitor,
  visit,
} from "./support/page/browser.ts";
import { maxShift, worstShift } from "./support/page/layout-shifts.ts";
import { smallTargets } from "./support/page/targets.ts";
import { createTrader, sol, tokens } from "./support/people/people.ts";
import { startTribe, type Tribe } from "./support/product/tribe.ts";

// The app under the hand: a finger on a phone, the keys of a desktop.

let tribe: Tribe;
let browser: Browser;
let member: Person;
let mint: Mint;
let visitor: Visitor;

beforeAll(async () => {
  [tribe, browser] = await Promise.all([startTribe(), openBrowser()]);
  member = await createPerson({ appUrl: tribe.appUrl, email: "hand@example.com" });
  const [chief] = await Promise.all([
    createTrader(tribe.appUrl, "chief"),
    member.connectX({ name: "Hand", username: "hand" }),
    member.fundByAirdrop(sol(3)),
  ]);
  mint = await chief.createTribe(tokens(1));
  await member.trade(mint, { side: "buy", tokens: tokens(12) });
  // The first device's code was mailed a moment ago.
  await forgetMailPace(tribe.dataDir);
});
afterAll(async () => {
  await browser?.close();
  await tribe?.stop();
});
beforeEach(() => {
  onTestFailed(async () => {
    await picture(visitor.page, "failed-hand");
    process.stdout.write(`${visitor.complaints.join("\n")}\n`);
  });
});

const open = (page: Page, path: string) => visit(page, `${tribe.appUrl}${path}`);

it("has nothing to press on a phone that is smaller than a finger, and nothing that moves by itself", async () => {
  visitor = await newVisitor(browser, { ...phone, hasTouch: true });
  const { page } = visitor;
  const small: string[] = [];
  const check = async (name: string) => {
    await loaded(page);
    const { sum, moved } = await worstShift(page);
    expect(sum, `${name}: ${moved.join("; ")}`).toBeLessThanOrEqual(maxShift);
    const found = await smallTargets(page);
    small.push(...found.small.map((target) => `${name}: ${target}`));
    if (found.looked < 3) small.push(`${name}: only ${found.looked} targets seen`);
  };
  await open(page, "/");
  await check("home as a visitor");
  await page.getByRole("banner").getByRole("button", { name: "Sign in" }).click();
  // Before there is an address the dialog's main button can't be pressed.
  await page.getByRole("textbox", { name: "E-mail" }).fill(member.email);
  await check("sign in");
  await signInByMail(page, tribe.mailUrl(), member.email);
  await page.getByRole("dialog").first().waitFor({ state: "detached" });
  for (const path of ["/", "/tribes", "/wallet", "/you", "/earnings", `/token/${mint}`, `/chat/${mint}`]) {
    await open(page, path);
    await check(path.replace(mint, "mint"));
  }
  await open(page, `/token/${mint}`);
  await page.getByRole("button", { name: "Buy", exact: true }).click();
  await page.getByRole("textbox", { name: "Amount" }).waitFor();
  await check("trade");
  expect(small).toEqual([]);
});

it("shows a wallet and You that hold in every look", async () => {
  const { page } = visitor;
  const faults: string[] = [];
  for (const { viewport } of [phone, desktop])
    for (const colorScheme of ["dark", "light"] as const) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      for (const path of ["wallet", "you"]) {
        await open(page, `/${path}`);
        await loaded(page);
        faults.push(...(await accessFaults(page, `hand-${path}-${viewport.width}-${colorScheme}`)));
      }
    }
  await page.setViewportSize(phone.viewport);
  await open(page, "/wallet");
  await page.getByRole("button", { name: "Receive" }).click();
  // Drawn by the wallet's own frame.
  const address = page.frameLocator('iframe[title="Your wallet\'s address"]');
  await address.getByRole("img", { name: "QR code of your address" }).waitFor();
  await address.getByText(member.address, { exact: true }).waitFor();
  faults.push(...(await accessFaults(page, "hand-receive")));
  await page.keyboard.press("Escape");
  expect(faults).toEqual([]);
});

it("goes places by keys on a desktop, says which on '?', and leaves them to what is typed into", async () => {
  const seen = await newVisitor(browser, desktop);
  visitor = seen;
  const { page } = seen;
  await open(page, "/you");
  await loaded(page);
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  // The keys come when the page stands.
  await expect
    .poll(async () => {
      await page.keyboard.press("?");
      return list.isVisible();
    })
    .toBe(true);
  await list.getByText("Go to Wallet").waitFor();
  expect(await accessFaults(page, "hand-shortcuts")).toEqual([]);
  // While it is open the others wait.
  await page.keyboard.press("g");
  await page.keyboard.press("w");
  await page.keyboard.press("Escape");
  await list.waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toBe("/you");

  // Two keys are one shortcut within a second: on a busy machine they are pressed again.
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
  // What is searched for stands in the address, and Home is still where one is.
  await page.waitForURL((url) => url.searchParams.has("q"));
  const home = page.getByRole("link", { name: "Home", exact: true });
  await expect.poll(() => home.getAttribute("aria-current")).toBe("page");
  expect(await page.getByRole("dialog").count()).toBe(0);
});
