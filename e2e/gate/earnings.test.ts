import { type Address, addressSchema, type Mint, routes } from "@tribe/contract";
import { createPerson, type Person } from "@tribe/devkit";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import * as z from "zod/mini";
import { forgetMailPace } from "../../apps/server/src/testing/forget-mail-pace.ts";
import { askForCode, lastMailAt, openLive, readCode, signInByMail } from "../support/page/at-the-page.ts";
import { desktop, newVisitor, phone, type Visitor, visit } from "../support/page/browser.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import { sol, tokens } from "../support/people/people.ts";
import { type Operator, openOperator } from "../support/product/operator.ts";
import { enterProduct, leaveProduct } from "../support/product/shared-product.ts";
import type { Tribe } from "../support/product/tribe.ts";

// An inviter on a phone, a Chief on a desktop, and a friend whose trades earn for both; then an operator pauses everything.

let tribe: Tribe;
let browser: Browser;
let operator: Operator;
let chief: Person;
let mint: Mint;
let inviter: Visitor;
let friend: Person;
let link = "";
/** The page under test. */
let page: Page;

beforeAll(async () => {
  ({ tribe, browser } = await enterProduct());
  operator = openOperator(tribe);
  chief = await createPerson({ appUrl: tribe.appUrl, email: "earnings-chief@example.com" });
  await Promise.all([chief.connectX({ name: "Chief Ember", username: "earnings_chief" }), chief.fundByAirdrop(sol(5))]);
  mint = await chief.createTribe(tokens(1));
  // The first device's code was mailed a moment ago.
  await forgetMailPace(tribe.dataDir);
  inviter = await newVisitor(browser, phone);
  page = inviter.page;
});
afterAll(async () => {
  operator?.close();
  await leaveProduct();
});
beforeEach(() => {
  reportFailure("earnings", () => ({ visitors: [inviter], tribe }));
});

/** Postpones each step that a new person is offered after sign-in, up to the last dialog. */
const enterTheApp = async () => {
  const dialog = (name: string) => page.getByRole("dialog", { name });
  await dialog("Your wallet is ready").getByRole("button", { name: "Later" }).click();
  await dialog("Connect social").getByRole("button", { name: "Later" }).click();
  await page.getByRole("button", { name: "Enter the app" }).click();
  await page.getByRole("dialog").first().waitFor({ state: "detached" });
};

it("shows a new person their invite link, and that nothing is earned yet", async () => {
  await visit(page, `${tribe.appUrl}/earnings`);
  await page.getByRole("button", { name: "Sign in to start" }).click();
  await signInByMail(page, tribe.mailUrl(), "earnings-inviter@example.com");
  await enterTheApp();
  const field = page.getByRole("textbox", { name: "Your invite link" });
  await expect
    .poll(() => field.inputValue())
    .toMatch(new RegExp(`^${tribe.appUrl}/\\?invite=[1-9A-HJ-NP-Za-km-z]{32,44}$`));
  link = await field.inputValue();
  await page.getByText("Nothing earned yet").waitFor();
});

it("names the inviter when somebody signs up by the link", async () => {
  const guest = await newVisitor(browser, phone);
  // A damaged link changes nothing; the invitation counts even when the person leaves its page at once.
  for (const path of [`${tribe.appUrl}/?invite=nobody`, link, `${tribe.appUrl}/you`]) await visit(guest.page, path);
  const signedIn = guest.page.waitForRequest((request) => request.url().endsWith("/api/v1/signIn"));
  await guest.page.getByRole("button", { name: "Sign in with e-mail" }).click();
  await signInByMail(guest.page, tribe.mailUrl(), "earnings-guest@example.com");
  expect((await signedIn).postDataJSON()).toMatchObject({ inviterAddress: new URL(link).searchParams.get("invite") });
  await guest.close();
});

it("lists an inviter's earnings for each trade, reachable from Wallet and You", async () => {
  const inviterAddress: Address = z.parse(addressSchema, new URL(link).searchParams.get("invite"));
  // The program pays the share to the platform when the inviter's wallet would stay below the rent minimum.
  friend = await createPerson({ appUrl: tribe.appUrl, inviterAddress });
  await Promise.all([friend.connectX({ name: "Friend", username: "earnings_pal" }), friend.fundByAirdrop(sol(80))]);
  await friend.trade(mint, { side: "buy", tokens: tokens(900) });
  await friend.trade(mint, { side: "sell", tokens: tokens(30) });
  await visit(page, `${tribe.appUrl}/you`);
  await page.getByRole("link", { name: "Earnings and invites" }).click();
  const trades = page.getByRole("listitem").filter({ hasText: "as inviter" });
  await trades.first().waitFor();
  await expect.poll(() => trades.count()).toBe(2);
  await page.getByText("Paid into your wallet with each trade.").waitFor();
  await visit(page, `${tribe.appUrl}/wallet`);
  await page.getByRole("link", { name: "Earnings and invites" }).click();
  await trades.first().waitFor();
});

it("shows a Chief the accrued and the paid earnings", async () => {
  const desk = await newVisitor(browser, desktop);
  page = desk.page;
  await visit(page, `${tribe.appUrl}/earnings`);
  const before = await lastMailAt(tribe.mailUrl(), chief.email);
  await page.getByRole("button", { name: "Sign in to start" }).click();
  await askForCode(page, chief.email);
  await page.getByRole("textbox", { name: "Code" }).fill(await readCode(tribe.mailUrl(), chief.email, before));
  await page.getByRole("heading", { name: "As Chief" }).waitFor();
  await page.getByText("Not paid yet").first().waitFor();
  await operator.run("collect", mint);
  // The page does not update by itself, and the friend's purchase may be indexed a moment later.
  const newest = async () => (await chief.api(routes.earnings.list, { query: { limit: 1 } })).items[0];
  const known = await newest();
  await friend.trade(mint, { side: "buy", tokens: tokens(10) });
  await expect.poll(async () => (await newest())?.signature).not.toBe(known?.signature);
  // It first shows the cached answer, in which nothing was paid yet.
  await page.reload();
  await expect.poll(() => page.getByRole("listitem").filter({ hasText: "Not paid yet" }).count()).toBe(1);
  await desk.close();
  page = inviter.page;
});

it("shows a pause of the server on every open page at once, disables the buttons with its message, and continues afterwards", async () => {
  const refusal = page.getByText("System upgrade in progress. Please check back later.");
  await openLive(page, () => visit(page, `${tribe.appUrl}/token/${mint}`));
  await page.getByRole("button", { name: "Buy", exact: true }).waitFor();
  await operator.run("maintenance");
  try {
    await refusal.waitFor();
    await page.getByRole("button", { name: "Buy", exact: true }).click();
    await refusal.nth(1).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
  } finally {
    await operator.run("maintenance", "off");
  }
  await refusal.first().waitFor({ state: "detached" });
});
