import type { Mint } from "@tribe/contract";
import type { Person } from "@tribe/devkit";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it, onTestFailed } from "vitest";
import { accessFaults, desktop, newVisitor, openBrowser, phone, picture, type Visitor } from "./support/browser.ts";
import { createTrader, tokens } from "./support/people.ts";
import { startTribe, type Tribe } from "./support/tribe.ts";

let tribe: Tribe;
let browser: Browser;
let chief: Person;
let trader: Person;
let mint: Mint;

beforeAll(async () => {
  [tribe, browser] = await Promise.all([startTribe(), openBrowser()]);
  [chief, trader] = await Promise.all([createTrader(tribe.appUrl, "chief"), createTrader(tribe.appUrl, "trader")]);
  mint = await chief.createTribe(tokens(1));
});
afterAll(async () => {
  await browser?.close();
  await tribe?.stop();
});

const open = async (visitor: Visitor) => {
  await visitor.page.goto(`${tribe.appUrl}/token/${mint}`);
  await drawn(visitor).first().waitFor();
};
const section = ({ page }: Visitor) => page.getByRole("region", { name: "Price over time" });
const drawn = (visitor: Visitor) => section(visitor).locator("canvas");
const inWords = (visitor: Visitor) => section(visitor).getByText(/^The price /);

it("draws the chart from real trades and moves on a live one, on a phone and on a desktop, light and dark", async () => {
  const looks = {
    "phone-light": phone,
    "phone-dark": { ...phone, colorScheme: "dark" },
    "desktop-dark": desktop,
    "desktop-light": { ...desktop, colorScheme: "light" },
  } as const;
  const visitors: [string, Visitor][] = [];
  onTestFailed(async () => {
    for (const [name, { page, complaints }] of visitors) {
      await picture(page, `failed-token-${name}`);
      process.stdout.write(`${complaints.join("\n")}\n`);
    }
  });
  await trader.trade(mint, { side: "buy", tokens: tokens(40) });
  await trader.trade(mint, { side: "sell", tokens: tokens(15) });
  for (const [name, look] of Object.entries(looks)) {
    const visitor = await newVisitor(browser, look);
    visitors.push([name, visitor]);
    await open(visitor);
    await inWords(visitor)
      .getByText(/ in 3 trades\.$/)
      .waitFor();
  }
  await chief.trade(mint, { side: "buy", tokens: tokens(30) });
  for (const [name, visitor] of visitors) {
    await inWords(visitor)
      .getByText(/ in 4 trades\.$/)
      .waitFor();
    expect(await accessFaults(visitor.page, `token-chart-${name}`)).toEqual([]);
    expect(visitor.complaints).toEqual([]);
    await visitor.close();
  }
});
