import { type Mint, routes } from "@tribe/contract";
import type { Person } from "@tribe/devkit";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFailed } from "vitest";
import { holdCalls } from "../support/faults.ts";
import { said } from "../support/page/at-the-page.ts";
import { idle, phone, picture, type Visitor, visit } from "../support/page/browser.ts";
import { messageField } from "../support/page/chat-log.ts";
import { setAnswersAside } from "../support/page/kept-answers.ts";
import { createTrader, tokens } from "../support/people/people.ts";
import { newVisitorAs, type SignedInPerson, signUpWithX } from "../support/people/signed-in-person.ts";
import { enterProduct, leaveProduct } from "../support/product/shared-product.ts";
import type { Tribe } from "../support/product/tribe.ts";

// What a page shows and offers before the server has answered: nothing from the cache of the last visit that may be outdated.
// Each test has its own person and browser profile.

let tribe: Tribe;
let browser: Browser;
let chief: Person;
let mint: Mint;
let visitors: Visitor[] = [];

beforeAll(async () => {
  ({ tribe, browser } = await enterProduct());
  chief = await createTrader(tribe.appUrl, "lastchief");
  mint = await chief.createTribe(tokens(1));
});
afterAll(leaveProduct);
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
/** Creates a person with a seat in the Chief's Tribe. */
const signUpAsMember = async (name: string, displayName?: string): Promise<SignedInPerson> => {
  const somebody = await signUpWithX(tribe, `last_${name}`, displayName);
  await somebody.person.trade(mint, { side: "buy", tokens: tokens(12) });
  await somebody.person.join(mint);
  return somebody;
};
const sayAsChief = async (text: string): Promise<void> => {
  const chat = await chief.openChat(mint);
  await chat.send(text);
  await chat.close();
};

it("offers no seat before the server has answered whether the person has one", async () => {
  const somebody = await signUpAsMember("seated");
  const own = await enter(somebody);
  const profile = await holdCalls(own.page, "**/api/v1/token/profile*");
  await visit(own.page, `${tribe.appUrl}/chat/${mint}?view=members`);
  await own.page.getByRole("main").getByRole("link", { name: "Chart" }).waitFor();
  expect(await own.page.getByRole("button", { name: /^Join/ }).count()).toBe(0);
  profile.release();
  await own.page.getByRole("button", { name: "Buy", exact: true }).waitFor();
  expect(own.complaints).toEqual([]);
  await own.page.context().close();
});

it("leaves a chat's messages on the screen while a failed request for its notes is repeated", async () => {
  const somebody = await signUpAsMember("reader");
  const leaver = await signUpAsMember("leaver", "Leaver");
  await sayAsChief("A word to all");
  const own = await enter(somebody);
  const { page: tab } = own;
  const notes = "**/api/v1/chat/seatNotes*";
  const refusal = { status: 404, json: { error: { code: "not_found", message: "Not there" } } };
  await tab.route(notes, (route) => route.fulfill(refusal));
  await visit(tab, `${tribe.appUrl}/chat/${mint}`);
  await said(tab, "A word to all").waitFor();
  await tab.unrouteAll();
  const asked = await holdCalls(tab, notes);
  // Members are notified that somebody has left.
  await leaver.person.trade(mint, { side: "sell", tokens: tokens(8) });
  await expect.poll(asked.count).toBeGreaterThan(0);
  await idle(tab);
  expect(await said(tab, "A word to all").count()).toBe(1);
  expect(await tab.getByRole("status", { name: "Loading messages" }).count()).toBe(0);
  asked.release();
  await tab
    .getByText(/Leaver/)
    .first()
    .waitFor();
  await tab.context().close();
});

it("says nothing about a seat that is not known yet, and offers nothing that may be outdated", async () => {
  const somebody = await signUpAsMember("returns");
  await sayAsChief("Said before");
  const own = await enter(somebody);
  const { page: tab } = own;
  const field = () => messageField(tab);
  const path = `${tribe.appUrl}/chat/${mint}`;

  // A first visit: the server has answered that they have a seat, and the chain has not answered what they hold.
  const { rpcUrl } = tribe.config();
  const tellHolding = await holdCalls(tab, (url: URL) => url.href.startsWith(rpcUrl));
  await visit(tab, `${tribe.appUrl}/token/${mint}`);
  await tab.getByRole("button", { name: "More", exact: true }).waitFor();
  await tab
    .getByText(/^Seat now/)
    .or(tab.getByRole("status", { name: "Loading your seat" }))
    .first()
    .waitFor();
  expect(await tab.getByText(/You'll lose your seat|You need/).count()).toBe(0);
  tellHolding.release();
  await tab.getByRole("heading", { name: /^Your seat/ }).waitFor();

  // Or the server has not answered yet that they have a seat: a member never sees the offer to join.
  const tellSeat = await holdCalls(tab, "**/api/v1/token/profile*");
  await visit(tab, path);
  await tab.getByRole("status", { name: "Loading the chat" }).waitFor();
  expect(await tab.getByRole("region", { name: "The door" }).count()).toBe(0);
  tellSeat.release();
  await field().waitFor();
  await said(tab, "Said before").waitFor();
  await tab.unrouteAll();

  // Meanwhile the Chief sets that only the Chief may write.
  await expect.poll(async () => (await setAnswersAside(tab)).join()).toContain(`["room","${mint}"]`);
  await expect.poll(async () => (await setAnswersAside(tab)).join()).toContain(`["messages","${mint}"]`);
  await tab.goto("about:blank");
  const { groupSize } = await chief.api(routes.market.profile, { query: { mint } });
  await chief.api(routes.chat.manage, { body: { mint, groupSize, onlyChiefWrites: true } });
  const tellRoom = await holdCalls(tab, "**/api/v1/chat/room*");
  await visit(tab, path);
  await said(tab, "Said before").waitFor();
  expect(await field().count()).toBe(0);
  tellRoom.release();
  await tab.getByText("Only the Chief writes here right now.").waitFor();
  await tab.unrouteAll();
  await chief.api(routes.chat.manage, { body: { mint, groupSize, onlyChiefWrites: false } });
  await field().waitFor();

  // Meanwhile the seat is lost. The cached list of Tribes still links to the cached chat.
  await visit(tab, `${tribe.appUrl}/tribes`);
  await expect.poll(async () => (await setAnswersAside(tab)).join()).toContain('["myChats"]');
  await tab.goto("about:blank");
  await somebody.person.trade(mint, { side: "sell", tokens: tokens(8) });
  const tellAll = await holdCalls(tab, /\/api\/v1\/(token\/profile|chat\/mine|chat\/room)/);
  await visit(tab, `${tribe.appUrl}/tribes`);
  await tab.locator(`#main a[href="/chat/${mint}"]`).click();
  await tab.getByRole("button", { name: /the seats$/ }).waitFor();
  await said(tab, "Said before").waitFor();
  expect(await field().count()).toBe(0);
  // Nor the search, which only members have.
  expect(await tab.getByRole("button", { name: "More", exact: true }).count()).toBe(0);
  tellAll.release();
  await tab.getByText("You left", { exact: true }).waitFor();
  expect(await field().count()).toBe(0);
  await tab.context().close();
});
