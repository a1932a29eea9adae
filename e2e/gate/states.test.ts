import { type Mint, routes } from "@tribe/contract";
import { createPerson, type Person } from "@tribe/devkit";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFailed } from "vitest";
import { forgetMailPace } from "../../apps/server/src/testing/forget-mail-pace.ts";
import { freezeChain } from "../support/faults.ts";
import {
  confirmInWallet,
  offlineBanner,
  readyToConfirm,
  recoverByLink,
  said,
  say,
  signInByMail,
} from "../support/page/at-the-page.ts";
import { newVisitor, phone, picture, type Visitor, visit } from "../support/page/browser.ts";
import { keptTransactions } from "../support/page/kept.ts";
import { createTrader, sol, tokens } from "../support/people/people.ts";
import { enterProduct, leaveProduct } from "../support/product/shared-product.ts";
import type { Tribe } from "../support/product/tribe.ts";

// A member on a phone, whose trades the chain confirms, refuses to confirm, or brings into the chat, and whose messages wait for a
// connection; each test begins where the previous one has ended. What the page alone decides: apps/web/screens.

let tribe: Tribe;
let browser: Browser;
let chief: Person;
/** The member's wallet is on a first device (in Node); the page is their second device. */
let member: Person;
/** Uses a chain that does not answer, in another browser: a mocked clock applies to the whole browser. */
let leaver: Person;
let mint: Mint;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  ({ tribe, browser } = await enterProduct());
  member = await createPerson({ appUrl: tribe.appUrl, email: "states-second@example.com" });
  leaver = await createPerson({ appUrl: tribe.appUrl, email: "states-leaver@example.com" });
  [chief] = await Promise.all([
    createTrader(tribe.appUrl, "stateschief"),
    leaver.connectX({ name: "Leaver", username: "states_leaver" }),
    leaver.fundByAirdrop(sol(3)),
    member.connectX({ name: "Second Device", username: "states_second" }),
    member.fundByAirdrop(sol(3)),
  ]);
  mint = await chief.createTribe(tokens(1));
  await member.trade(mint, { side: "buy", tokens: tokens(12) });
  await member.join(mint);
  const chat = await member.openChat(mint);
  await chat.send("In from the start");
  chat.close();
  // The first device's code was mailed a moment ago.
  await forgetMailPace(tribe.dataDir);
  visitor = await newVisitor(browser, phone);
  page = visitor.page;
  await open("/");
  await page.getByRole("banner").getByRole("button", { name: "Sign in" }).click();
  await signInByMail(page, tribe.mailUrl(), member.email);
  await page.getByRole("dialog").first().waitFor({ state: "detached" });
});
afterAll(leaveProduct);
beforeEach(() => {
  onTestFailed(async () => {
    await picture(page, "failed-states");
    process.stdout.write(`${visitor.complaints.join("\n")}\n${tribe.output().slice(-4_000)}\n`);
  });
});

const open = (path: string) => visit(page, `${tribe.appUrl}${path}`);
const button = (name: string) => page.getByRole("button", { name, exact: true });
const amount = () => page.getByRole("textbox", { name: "Amount" });
const storedTexts = async () => {
  const { messages } = await member.api(routes.chat.messages, { query: { mint, limit: 50 } });
  return messages.map(({ text }) => text);
};
/** The Next button of a sale that costs the seat. */
const nextAndLeave = () => button("Next, and leave the chat");
const wallet = () => page.frameLocator('iframe[title="Confirm in your wallet"]');

it("recovers the wallet in its own frame, and resumes a trade that a reload interrupted", async () => {
  await open(`/token/${mint}`);
  await button("Sell").click();
  await amount().fill("5");
  await page.getByText("You'll lose your seat").waitFor();
  await nextAndLeave().click();
  await wallet().getByRole("button", { name: "E-mail me a link" }).waitFor();
  await recoverByLink(page, tribe, member.email);
  // The wallet has asked the chain by then: a sale without a price would want a typed word.
  await readyToConfirm(page);
  // Without the freeze the trade would be complete before the check.
  const thaw = await freezeChain(tribe);
  try {
    await confirmInWallet(page);
    await expect.poll(() => keptTransactions(page)).toBe(1);
    await page.reload();
  } finally {
    thaw();
  }
  await page.getByRole("dialog").getByText("Transaction Confirmed").waitFor();
  await page.getByRole("dialog").getByRole("link", { name: "View on Explorer" }).waitFor();
  await button("OK").click();
  await expect.poll(() => keptTransactions(page)).toBe(0);
});

it("says how much a buy lacks for a seat, offers the rest, and opens the chat when the seat is back", async () => {
  await open(`/token/${mint}`);
  await button("Buy").click();
  await amount().fill("1");
  await button("Next").click();
  await confirmInWallet(page);
  await page.getByText(/^You're 2 .+ short of a seat\.$/).waitFor();
  await button("Buy min. to enter chat").click();
  await expect.poll(() => amount().inputValue()).toBe("2");
  await button("Next").click();
  await confirmInWallet(page);
  await page.waitForURL(`**/chat/${mint}`);
  await said(page, "In from the start").waitFor();
  await button("View on Explorer").waitFor();
});

it("keeps a message written offline over a reload, and sends it once when the connection is back", async () => {
  await open(`/chat/${mint}`);
  await said(page, "In from the start").waitFor();
  await page.context().setOffline(true);
  await offlineBanner(page).waitFor();
  await say(page, "Better not");
  await button("Cancel").click();
  await say(page, "Written in a tunnel");
  await said(page, "Better not").waitFor({ state: "detached" });
  // Only the page's files can be loaded again: the tab is reloaded while the message is still pending.
  await page.route("**/api/v1/realtime/**", (route) => route.abort());
  await page.context().setOffline(false);
  await page.reload();
  await said(page, "Written in a tunnel").waitFor();
  await page.getByText("Sends when you're back").waitFor();
  await page.unrouteAll();
  await page.reload();
  await expect.poll(storedTexts).toContain("Written in a tunnel");
  expect(await storedTexts()).not.toContain("Better not");
  expect((await storedTexts()).filter((text) => text === "Written in a tunnel")).toHaveLength(1);
  expect(visitor.complaints.filter((line) => line.startsWith("uncaught"))).toEqual([]);
});
