import { type Mint, routes } from "@tribe/contract";
import type { Person } from "@tribe/devkit";
import type { Browser, Page, Route } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFailed } from "vitest";
import { holdCalls } from "../support/faults.ts";
import { answerCandles, answerHistory, madeTrades } from "../support/made/history.ts";
import { offlineBanner } from "../support/page/at-the-page.ts";
import { accessFaults, desktop, newVisitor, phone, picture, type Visitor, visit } from "../support/page/browser.ts";
import { maxShift, worstShift } from "../support/page/layout-shifts.ts";
import { createTrader, sol, tokens } from "../support/people/people.ts";
import { swapIn } from "../support/people/swap-in.ts";
import { enterProduct, leaveProduct } from "../support/product/shared-product.ts";
import type { Tribe } from "../support/product/tribe.ts";

let tribe: Tribe;
let browser: Browser;
let chief: Person;
let trader: Person;
let mint: Mint;
let visitors: Visitor[] = [];

beforeAll(async () => {
  ({ tribe, browser } = await enterProduct());
  [chief, trader] = await Promise.all([
    createTrader(tribe.appUrl, "chartchief"),
    createTrader(tribe.appUrl, "charttrader"),
  ]);
  mint = await chief.createTribe(tokens(1));
  await trader.trade(mint, { side: "buy", tokens: tokens(40) });
  await trader.trade(mint, { side: "sell", tokens: tokens(15) });
});
afterAll(leaveProduct);
beforeEach(async () => {
  await Promise.all(visitors.map((visitor) => visitor.close()));
  visitors = [];
  onTestFailed(async () => {
    for (const [index, { page, complaints }] of visitors.entries()) {
      await picture(page, `failed-token-page-${index}`);
      process.stdout.write(`${complaints.join("\n")}\n`);
    }
  });
});

const enter = async (looks: Parameters<typeof newVisitor>[1]): Promise<Visitor> => {
  const visitor = await newVisitor(browser, looks);
  visitors.push(visitor);
  return visitor;
};
const open = (page: Page, of = mint) => visit(page, `${tribe.appUrl}/token/${of}`);
const section = (page: Page) => page.getByRole("region", { name: "Price over time" });
const button = (page: Page, name: string) => section(page).getByRole("button", { name, exact: true });
const inWords = (page: Page, words: RegExp) => section(page).getByText(words);
const drawing = (page: Page) => section(page).locator("canvas").first();
/** The requests for older trades; a page may request the newest ones again after a late connection. */
const olderOf = (asked: readonly (string | null)[]) => asked.filter((cursor) => cursor !== null);
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

it("draws the chart from real trades and updates on a live one, on a phone and on a desktop, light and dark", async () => {
  const looks = {
    "phone-light": { ...phone, hasTouch: true },
    "phone-dark": { ...phone, colorScheme: "dark", hasTouch: true },
    "desktop-dark": desktop,
    "desktop-light": { ...desktop, colorScheme: "light" },
  } as const;
  for (const look of Object.values(looks)) {
    const { page } = await enter(look);
    await open(page);
    await inWords(page, /^The price .* in 3 trades\.$/).waitFor();
    if ("hasTouch" in look) {
      // Without interaction: a static line, and no chart library.
      await section(page).locator("svg path[fill=none]").first().waitFor();
      expect(await drawing(page).count()).toBe(0);
      await picture(page, `token-still-${look.colorScheme}`);
      await section(page).tap();
    }
    await drawing(page).waitFor();
  }
  const [first] = visitors;
  if (!first) throw new Error("somebody looks");
  await whenRedrawn(first.page, () => chief.trade(mint, { side: "buy", tokens: tokens(30) }));
  for (const [index, name] of Object.keys(looks).entries()) {
    const visitor = visitors[index];
    if (!visitor) throw new Error("everybody looks");
    const { page } = visitor;
    await inWords(page, /^The price rose .* in 4 trades\.$/).waitFor();
    await page.getByRole("region", { name: "Latest trades" }).getByRole("listitem").nth(3).waitFor();
    await page.getByRole("region", { name: "Top holders" }).getByRole("listitem").nth(1).waitFor();
    expect(await accessFaults(page, `token-${name}`)).toEqual([]);
    const { sum, moved } = await worstShift(page);
    expect(sum, `${name}: ${moved.join("; ")}`).toBeLessThanOrEqual(maxShift);
    await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: 2_000 });
    await picture(page, `token-${name}-whole`);
    expect(visitor.complaints).toEqual([]);
  }
});

it("changes window and kind, moves and zooms by keyboard, and shows the same data as a table", async () => {
  const { page, complaints } = await enter(desktop);
  await open(page);
  await whenCharted(page);
  await whenRedrawn(page, () => button(page, "Show candles").press("Enter"));
  await whenRedrawn(page, () => button(page, "Show a line").press("Space"));
  await whenRedrawn(page, () => button(page, "1h").press("Enter"));
  await inWords(page, / in the last hour: /).waitFor();
  for (const name of ["Zoom out", "Zoom in", "Earlier", "Later"])
    await whenRedrawn(page, () => button(page, name).press("Enter"));
  await section(page).getByText("Show as a table").press("Enter");
  const rows = section(page)
    .getByRole("table", { name: /Prices in SOL/ })
    .getByRole("row");
  await expect.poll(() => rows.count()).toBeGreaterThan(1);
  expect(await accessFaults(page, "token-table")).toEqual([]);
  expect(complaints).toEqual([]);
});

it("explains an empty chart: no trade yet, no answer, no library, no connection", async () => {
  const empty = await trader.createTribe(tokens(0));
  const { page } = await enter(phone);
  const profile = await holdCalls(page, "**/api/v1/token/profile*");
  // By navigation within the app: a page from the server already contains its token.
  await visit(page, tribe.appUrl);
  await page
    .getByRole("list", { name: "Tribes by volume" })
    .getByRole("link", { name: /Trader charttrader/ })
    .click();
  await page.waitForURL(`**/token/${empty}`);
  await page.getByRole("status", { name: "Loading the token" }).waitFor();
  await picture(page, "token-loading");
  profile.release();
  await page.unrouteAll({ behavior: "wait" });
  await page.getByText("No trades yet. The chart starts with the first one.").waitFor();
  await page.getByText("No one holds this token yet.").waitFor();
  expect(await accessFaults(page, "token-empty")).toEqual([]);

  await page.route("**/api/v1/factory/history*", (route) =>
    route.fulfill({ status: 400, json: { error: { code: "bad_request", message: "Bad request" } } }),
  );
  await page.route("**/assets/ChartCanvas-*", (route) => route.abort());
  await open(page);
  await section(page).getByRole("button", { name: "Try again" }).waitFor();
  expect(await accessFaults(page, "token-error")).toEqual([]);
  await page.unroute("**/api/v1/factory/history*");
  await section(page).getByRole("button", { name: "Try again" }).click();
  await button(page, "All").focus();
  await section(page).getByText("The chart didn't load. The table below has its figures.").waitFor();
  await inWords(page, /^The price rose /).waitFor();
  await picture(page, "token-no-chart");
  await page.unrouteAll();
  await section(page).getByRole("button", { name: "Try again" }).click();
  await drawing(page).waitFor();

  await page.context().setOffline(true);
  await offlineBanner(page).waitFor();
  await button(page, "1h").click();
  await inWords(page, / in the last hour: /).waitFor();
  expect(await accessFaults(page, "token-offline")).toEqual([]);
  await page.context().setOffline(false);
});

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
  expect(await accessFaults(page, "page-not-loaded")).toEqual([]);
  isBroken = false;
  await alert.getByRole("button", { name: "Load it again" }).click();
  await inWords(page, /^The price .* in \d+ trades\.$/).waitFor();
});

it("keeps Home unchanged while a Tribe's page is still loading", async () => {
  const { page } = await enter(desktop);
  const held: Route[] = [];
  await page.route("**/assets/TribePage-*", (route) => void held.push(route));
  await visit(page, tribe.appUrl);
  const row = page.getByRole("list", { name: "Tribes by volume" }).getByRole("link").first();
  await row.waitFor();
  const place = () => page.getByRole("heading", { name: "Tribes", exact: true }).boundingBox();
  const before = await place();
  await row.click();
  // The navigation follows the URL, and is updated by then.
  const home = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home", exact: true });
  await expect.poll(() => home.getAttribute("aria-current")).toBeNull();
  expect(await place()).toEqual(before);
  for (const route of held) await route.continue();
  await section(page).waitFor();
});

it("draws the Tribe's picture for sharing, and copies its link", async () => {
  const { page } = await enter(phone);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page);
  await page.getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog");
  const picture = dialog.getByRole("img");
  await picture.waitFor();
  await expect
    .poll(() => picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
    .toBe(1_200);
  expect(await dialog.getByRole("link", { name: "Post on X" }).getAttribute("href")).toContain(
    encodeURIComponent(`/token/${mint}`),
  );
  expect(await accessFaults(page, "share-image")).toEqual([]);
  await dialog.getByRole("button", { name: "Copy link" }).click();
  await page.getByText("Link copied to clipboard").waitFor();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${tribe.appUrl}/token/${mint}`);
});

it("continues through a migration: the pool's data appears by itself, and a swap updates the same chart", async () => {
  const big = await createTrader(tribe.appUrl, "chartbig");
  await big.fundByAirdrop(sol(100));
  const full = await big.createTribe(tokens(1));
  const { page, complaints } = await enter(desktop);
  await open(page, full);
  await inWords(page, / in 1 trade\.$/).waitFor();
  await whenCharted(page);
  await page.getByRole("region", { name: "Curve" }).waitFor();
  await big.trade(full, { side: "buy", tokens: tokens(2_793) });
  const pool = page.getByRole("region", { name: "Liquidity pool" });
  await pool.getByText("Liquidity", { exact: true }).waitFor();
  await inWords(page, / in 2 trades\.$/).waitFor();
  const { tokenId } = await big.api(routes.market.profile, { query: { mint: full } });
  await whenRedrawn(page, () => swapIn(tribe, tokenId, sol(5)));
  await inWords(page, / in 3 trades\.$/).waitFor();
  await pool
    .getByText(/^8[89]\./)
    .first()
    .waitFor();
  await expect.poll(() => page.getByRole("region", { name: "Latest trades" }).getByRole("listitem").count()).toBe(3);
  await page.getByRole("region", { name: "Top holders" }).getByRole("listitem").nth(1).waitFor();
  expect(await accessFaults(page, "token-migrated")).toEqual([]);
  await page.setViewportSize({ width: 1_280, height: 1_400 });
  await picture(page, "token-migrated-whole");
  expect(complaints).toEqual([]);
});

it("loads older candles from the server when scrolling back, once for each candle length", async () => {
  const { page } = await enter(desktop);
  const made = madeTrades({ count: 1_700, secondsBetween: 60, trader: trader.address });
  const [asked, summedUp] = [await answerHistory(page, made), await answerCandles(page, made)];
  await open(page);
  await whenCharted(page);
  await inWords(page, / in the last hour: /).waitFor();
  expect(olderOf(asked)).toEqual([]);
  await button(page, "1d").click();
  await inWords(page, / in the last day: .* in 14[0-9]{2} trades\.$/).waitFor();
  await button(page, "All").click();
  await inWords(page, / since the beginning: .* in 1700 trades\.$/).waitFor();
  expect(olderOf(asked)).toEqual([]);
  expect(summedUp).toEqual(["curve:1601", "curve:1601"]);
  await picture(page, "token-chart-far-back");
});

it("draws a busy Tribe's static line over its whole window, before any interaction", async () => {
  const { page } = await enter(phone);
  const made = madeTrades({ count: 1_700, secondsBetween: 5, trader: trader.address });
  const [asked, summedUp] = [await answerHistory(page, made), await answerCandles(page, made)];
  await open(page);
  await inWords(page, / in the last hour: .* in (7[0-9]{2}|6[5-9][0-9]) trades\.$/).waitFor();
  expect([olderOf(asked), summedUp]).toEqual([[], ["curve:1601"]]);
  await picture(page, "token-chart-busy");
});
