import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { desktop, openBrowser, visit } from "../support/page/browser.ts";
import { checkForBuild, markAsOlder, older, withOtherBuild, workerIsReady } from "../support/page/other-build.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import { createTrader, tokens } from "../support/people/people.ts";
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

it("loads a new build in two tabs at once, keeps the draft, and both tabs end with the new build", async () => {
  const chief = await createTrader(tribe.appUrl, "chief");
  const mint = await chief.createTribe(tokens(1));
  const somebody = await signUpWithX(tribe, "tabs");
  await somebody.person.trade(mint, { side: "buy", tokens: tokens(12) });
  await somebody.person.join(mint);
  const own = await newVisitorAs(browser, desktop, somebody, { serviceWorkers: "allow" });
  reportFailure("new-build", () => ({ visitors: [own], tribe }));
  const tabs = [own.page, await own.page.context().newPage()] as const;
  const field = (at: Page) => at.getByRole("textbox", { name: "Message", exact: true });
  const [writing, reading] = tabs;
  await visit(writing, `${tribe.appUrl}/chat/${mint}`);
  await field(writing).waitFor();
  await visit(reading, tribe.appUrl);
  await reading
    .getByRole("link", { name: /Trader chief/ })
    .first()
    .waitFor();
  for (const tab of tabs) await workerIsReady(tab);
  await withOtherBuild(async () => {
    await field(writing).fill("Half a thought");
    await checkForBuild(writing);
    for (const tab of tabs) {
      await tab.getByText("A new version is ready").waitFor();
      await markAsOlder(tab);
    }
    await Promise.all(tabs.map((tab) => tab.getByRole("button", { name: "Reload" }).click()));
    for (const tab of tabs) await expect.poll(() => tab.title()).not.toBe(older);
    await expect.poll(() => field(writing).inputValue()).toBe("Half a thought");
    // Scripts that load only now arrive, whichever worker is active.
    for (const tab of tabs) {
      await tab.getByRole("link", { name: "Wallet", exact: true }).first().click();
      await tab.getByRole("button", { name: "Receive" }).waitFor();
    }
    // Both tabs keep working with the same build. Chromium decides when the new worker takes over (record 0151).
    for (const tab of tabs) {
      await visit(tab, `${tribe.appUrl}/chat/${mint}`);
      await field(tab).waitFor();
    }
    expect(await field(writing).inputValue()).toBe("Half a thought");
    const scriptsOf = (tab: Page) => tab.evaluate(() => [...document.scripts].map(({ src }) => src).join());
    const [one, other] = await Promise.all(tabs.map(scriptsOf));
    expect(one).toMatch(/assets\/index-/);
    expect(other).toBe(one);
  });
  expect(own.complaints).toEqual([]);
  await own.close();
});
