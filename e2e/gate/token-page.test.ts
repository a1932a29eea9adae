import { type Mint, routes } from "@tribe/contract";
import type { Person } from "@tribe/devkit";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { accessFaults, desktop, newVisitor, phone, type Visitor, visit } from "../support/page/browser.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import { createTrader, sol, tokens } from "../support/people/people.ts";
import { swapIn } from "../support/people/swap-in.ts";
import { enterProduct, leaveProduct } from "../support/product/shared-product.ts";
import type { Tribe } from "../support/product/tribe.ts";

// The page of a Tribe without its script, and through its migration. What the page shows of any other answer: apps/web/screens.

let tribe: Tribe;
let browser: Browser;
let chief: Person;
let mint: Mint;
let visitors: Visitor[] = [];

beforeAll(async () => {
  ({ tribe, browser } = await enterProduct());
  chief = await createTrader(tribe.appUrl, "chartchief");
  await chief.fundByAirdrop(sol(100));
  mint = await chief.createTribe(tokens(1));
});
afterAll(leaveProduct);
beforeEach(async () => {
  await Promise.all(visitors.map((visitor) => visitor.close()));
  visitors = [];
  reportFailure("token-page", () => ({ visitors }));
});

const enter = async (looks: Parameters<typeof newVisitor>[1]): Promise<Visitor> => {
  const visitor = await newVisitor(browser, looks);
  visitors.push(visitor);
  return visitor;
};
const open = (page: Page) => visit(page, `${tribe.appUrl}/token/${mint}`);
const section = (page: Page) => page.getByRole("region", { name: "Price over time" });
const button = (page: Page, name: string) => section(page).getByRole("button", { name, exact: true });
const inWords = (page: Page, words: RegExp) => section(page).getByText(words);
const drawing = (page: Page) => section(page).locator("canvas").first();
/** Waits until the interactive chart has replaced the static line, which a key press triggers like a pointer. */
const whenCharted = async (page: Page) => {
  await button(page, "All").focus();
  await drawing(page).waitFor();
};
/** Waits until the chart's pixels have changed. */
const whenRedrawn = async (page: Page, work: () => Promise<unknown>) => {
  const pixels = () =>
    section(page)
      .locator("canvas")
      .evaluateAll((all) => all.map((one) => (one instanceof HTMLCanvasElement ? one.toDataURL() : "")).join());
  const before = await pixels();
  await work();
  await expect.poll(pixels).not.toBe(before);
};

it.each([
  ["a part of the script", /\/assets\/base-.*\.js$/],
  ["the script", /\/assets\/index-.*\.js$/],
])("says that the page could not be loaded without %s, and loads it again", async (_what, file) => {
  const { page } = await enter(phone);
  let isBroken = true;
  await page.route(file, (route) => (isBroken ? route.abort() : route.continue()));
  await open(page);
  const alert = page.getByRole("alert");
  await alert.getByRole("heading", { name: "The page could not be loaded" }).waitFor();
  isBroken = false;
  await alert.getByRole("button", { name: "Load it again" }).click();
  await inWords(page, / in 1 trade\.$/).waitFor();
});

it.each([
  ["a part of the page", phone, () => Reflect.deleteProperty(AbortSignal, "any")],
  [
    "the wallet's signatures",
    { ...phone, colorScheme: "dark" },
    () => {
      const reject = () => Promise.reject(new DOMException("Unrecognized name", "NotSupportedError"));
      Reflect.set(crypto.subtle, "generateKey", reject);
    },
  ],
] as const)(
  "tells a browser without %s that it is too old, and what it was sent to, without any script",
  async (_what, looks, remove) => {
    const { page, complaints } = await enter(looks);
    const scripts: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.push(request.url());
    });
    await page.addInitScript(remove);
    await open(page);
    await page.getByRole("heading", { name: "This browser is too old for Tribe" }).waitFor();
    await page.getByRole("heading", { name: "Trader chartchief" }).waitFor();
    await page.getByText(/seats are free in the private chat of Trader chartchief/).waitFor();
    const card = page.getByRole("img", { name: "Trader chartchief on Tribe" });
    await expect
      .poll(() => card.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
      .toBe(1_200);
    expect(await accessFaults(page, `too-old-${looks.colorScheme}`)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(looks.viewport.width);
    expect(scripts).toEqual([]);
    expect(complaints).toEqual([]);
  },
);

it("continues through a migration: the pool's data appears by itself, and a swap updates the same chart", async () => {
  const { page, complaints } = await enter(desktop);
  await open(page);
  await inWords(page, / in 1 trade\.$/).waitFor();
  await whenCharted(page);
  await page.getByRole("region", { name: "Until the pool" }).waitFor();
  await chief.trade(mint, { side: "buy", tokens: tokens(2_793) });
  const pool = page.getByRole("region", { name: "Pool" });
  await pool.getByText("Liquidity", { exact: true }).waitFor();
  await inWords(page, / in 2 trades\.$/).waitFor();
  const { tokenId } = await chief.api(routes.market.profile, { query: { mint } });
  await whenRedrawn(page, () => swapIn(tribe, tokenId, sol(5)));
  await inWords(page, / in 3 trades\.$/).waitFor();
  await pool
    .getByText(/^8[89]\./)
    .first()
    .waitFor();
  await expect.poll(() => page.getByRole("region", { name: "Latest trades" }).getByRole("listitem").count()).toBe(3);
  await page.getByRole("region", { name: "Top holders" }).getByRole("listitem").nth(1).waitFor();
  await page.setViewportSize({ width: 1_280, height: 1_400 });
  expect(complaints).toEqual([]);
});
