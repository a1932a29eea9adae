import type { Mint } from "@tribe/contract";
import type { Person } from "@tribe/devkit";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFailed } from "vitest";
import { answerCandles, answerHistory, madeTrades } from "../support/made/history.ts";
import { desktop, newVisitor, openBrowser, phone, picture, type Visitor, visit } from "../support/page/browser.ts";
import { createTrader, tokens } from "../support/people/people.ts";
import { startTribe, type Tribe } from "../support/product/tribe.ts";

let tribe: Tribe;
let browser: Browser;
let chief: Person;
let trader: Person;
let mint: Mint;
let visitors: Visitor[] = [];

beforeAll(async () => {
  [tribe, browser] = await Promise.all([startTribe(), openBrowser()]);
  [chief, trader] = await Promise.all([createTrader(tribe.appUrl, "chief"), createTrader(tribe.appUrl, "trader")]);
  mint = await chief.createTribe(tokens(1));
  await trader.trade(mint, { side: "buy", tokens: tokens(40) });
  await trader.trade(mint, { side: "sell", tokens: tokens(15) });
});
afterAll(async () => {
  await browser?.close();
  await tribe?.stop();
});
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

it("shows every time label below the chart whole or not at all, wherever the chart is moved", async () => {
  // On a phone these are touch gestures.
  const moves = ["Zoom in", "Earlier", "Zoom in", "Zoom in", "Later"];
  for (const look of [phone, desktop]) {
    const { page } = await enter(look);
    // A canvas can't be queried, so the calls that write text to it are recorded.
    await page.addInitScript(() => {
      const cut: string[] = [];
      const written = { count: 0 };
      Object.assign(globalThis, { cut, written });
      const { fillText } = CanvasRenderingContext2D.prototype;
      CanvasRenderingContext2D.prototype.fillText = function noted(text, x, y, ...rest) {
        const { a, e } = this.getTransform();
        const middle = x * a + e;
        const half = (this.measureText(text).width / 2) * a;
        if (this.textAlign === "center" && text !== "") {
          written.count += 1;
          if (middle - half < -1 || middle + half > this.canvas.width + 1)
            cut.push(`${text} at ${middle} of ${this.canvas.width}`);
        }
        return fillText.call(this, text, x, y, ...rest);
      };
    });
    const made = madeTrades({ count: 1_700, secondsBetween: 23, trader: trader.address });
    await answerHistory(page, made);
    await answerCandles(page, made);
    await open(page);
    await whenCharted(page);
    for (const kind of ["Show candles", "Show a line"]) {
      for (const name of ["1h", "4h", "1d", "All", ...(look === desktop ? moves : [])])
        await button(page, name).press("Enter");
      await picture(page, `token-times-${kind}-${look.colorScheme}`.replaceAll(" ", "-"));
      await whenRedrawn(page, () => button(page, kind).press("Enter"));
    }
    const noted = await page.evaluate(() => {
      const { cut, written } = globalThis as unknown as { cut: string[]; written: { count: number } }; // set above
      return { cut, count: written.count };
    });
    expect(noted.count).toBeGreaterThan(20);
    expect(noted.cut).toEqual([]);
  }
});
