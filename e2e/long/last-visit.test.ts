import type { Mint } from "@tribe/contract";
import type { Person } from "@tribe/devkit";
import type { Browser, Request } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFailed } from "vitest";
import { holdCalls } from "../support/faults.ts";
import { idle, newVisitor, openBrowser, phone, picture, type Visitor, visit } from "../support/page/browser.ts";
import { setAnswersAside } from "../support/page/kept-answers.ts";
import { createTrader, tokens } from "../support/people/people.ts";
import { newVisitorAs, type SignedInPerson, signUpWithX } from "../support/people/signed-in-person.ts";
import { startTribe, type Tribe } from "../support/product/tribe.ts";

// What a page shows and offers before the server has answered: nothing from the cache of the last visit that may be outdated.
// Each test has its own person and browser profile.

let tribe: Tribe;
let browser: Browser;
let chief: Person;
let mint: Mint;
let visitors: Visitor[] = [];

beforeAll(async () => {
  [tribe, browser] = await Promise.all([startTribe(), openBrowser()]);
  chief = await createTrader(tribe.appUrl, "chief");
  mint = await chief.createTribe(tokens(1));
});
afterAll(async () => {
  await browser?.close();
  await tribe?.stop();
});
beforeEach(() => {
  visitors = [];
  onTestFailed(async () => {
    for (const [index, { page }] of visitors.entries())
      if (!page.isClosed()) await picture(page, `failed-last-visit-${index}`);
    process.stdout.write(
      `${visitors.flatMap(({ complaints }) => complaints).join("\n")}\n${tribe.output().slice(-4_000)}\n`,
    );
  });
});

const enter = async (somebody: SignedInPerson): Promise<Visitor> => {
  const visitor = await newVisitorAs(browser, phone, somebody);
  visitors.push(visitor);
  return visitor;
};
it("shows no outdated Tribes, seats, earnings, profile or seat price from the last visit", async () => {
  const somebody = await signUpWithX(tribe, "elsewhere");
  const { person } = somebody;
  const { page: tab } = await enter(somebody);
  const main = tab.getByRole("main");
  const pages = [
    { path: "/tribes", key: '["myChats"]', words: "You're not in a Tribe yet" },
    { path: `/user/${person.address}`, key: '["standing"', words: "No seat in any Tribe right now." },
    { path: "/earnings", key: '["earnings"', words: "Nothing earned yet" },
    { path: "/you", key: '["localUser"]', words: "Create your Tribe" },
  ];
  for (const { path, key, words } of pages) {
    await visit(tab, `${tribe.appUrl}${path}`);
    await main.getByText(words).waitFor();
    await expect.poll(async () => (await setAnswersAside(tab)).join()).toContain(key);
  }
  const stranger = (await newVisitor(browser, phone)).page;
  const price = stranger.getByRole("button", { name: /^Join · / });
  await visit(stranger, `${tribe.appUrl}/token/${mint}`);
  await price.waitFor();
  await expect.poll(async () => (await setAnswersAside(stranger)).join()).toContain(`["token","${mint}"]`);

  // Meanwhile things change elsewhere.
  await tab.goto("about:blank");
  const own = await person.createTribe(tokens(1));
  await person.trade(mint, { side: "buy", tokens: tokens(12) });
  await person.join(mint);
  const asked = /\/api\/v1\/(signIn|chat\/mine|user\/standing|user\/earnings|token\/profile)(\?|$)/;
  const isAsked = { matches: (request: Request) => asked.test(request.url()) };
  const calls = await holdCalls(tab, "**/api/v1/**", isAsked);
  for (const { path, words } of pages) {
    const before = calls.count();
    await visit(tab, `${tribe.appUrl}${path}`);
    await expect.poll(calls.count).toBeGreaterThan(before);
    await idle(tab);
    expect(await main.getByText(words).count(), words).toBe(0);
  }
  calls.release();
  await main.getByText("Open your Tribe").waitFor();
  await visit(tab, `${tribe.appUrl}/tribes`);
  await main.locator(`a[href="/chat/${own}"]`).waitFor();
  await visit(tab, `${tribe.appUrl}/user/${person.address}`);
  await main.getByText(/^Seat \d+ of 12/).waitFor();
  await tab.context().close();

  const prices = await holdCalls(stranger, "**/api/v1/**", isAsked);
  // From a page that does not load the Tribe's data beforehand.
  await visit(stranger, tribe.appUrl);
  await stranger.locator(`a[href="/token/${mint}"]`).first().click();
  await expect.poll(prices.count).toBeGreaterThan(0);
  await stranger.getByRole("button", { name: "Share", exact: true }).waitFor();
  await idle(stranger);
  expect(await price.count()).toBe(0);
  prices.release();
  await price.waitFor();
  await stranger.context().close();
});
