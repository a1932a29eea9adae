import { type Mint, routes } from "@tribe/contract";
import { createPerson, type Person } from "@tribe/devkit";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { forgetMailPace } from "../../apps/server/src/testing/forget-mail-pace.ts";
import {
  askForCode,
  confirmInWallet,
  connectXOnPage,
  lastMailAt,
  readCode,
  recoverByLink,
} from "../support/page/at-the-page.ts";
import { newVisitor, phone, type Visitor, visit } from "../support/page/browser.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import { expectTruthWhenTranslated } from "../support/page/translation.ts";
import { openEmptyAccount } from "../support/people/giver.ts";
import { createTrader, sol, tokens } from "../support/people/people.ts";
import { type Operator, openOperator } from "../support/product/operator.ts";
import { enterProduct, leaveProduct } from "../support/product/shared-product.ts";
import type { Tribe } from "../support/product/tribe.ts";

// One installation for all tests, in order: a holder from before the migration converts, and swaps in both directions.

let tribe: Tribe;
let browser: Browser;
let operator: Operator;
/** The member's wallet is on a first device (in Node); the page is their second device. */
let member: Person;
let whale: Person;
let mint: Mint;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  ({ tribe, browser } = await enterProduct());
  operator = openOperator(tribe);
  member = await createPerson({ appUrl: tribe.appUrl, email: "swapper@example.com" });
  const [chief] = await Promise.all([
    createTrader(tribe.appUrl, "pool_chief"),
    member.connectX({ name: "Swapper", username: "swapper" }),
    member.fundByAirdrop(sol(5)),
  ]);
  mint = await chief.createTribe(tokens(1));
  await member.trade(mint, { side: "buy", tokens: tokens(12) });
  whale = await createTrader(tribe.appUrl, "swapwhale");
  await whale.fundByAirdrop(sol(100));
  // The first device's code was mailed a moment ago.
  await forgetMailPace(tribe.dataDir);
  visitor = await newVisitor(browser, phone);
  page = visitor.page;
});
afterAll(async () => {
  operator?.close();
  await leaveProduct();
});
beforeEach(() => {
  reportFailure("swap", () => ({ visitors: [visitor], tribe }));
});

const button = (name: string) => page.getByRole("button", { name, exact: true });
const amount = () => page.getByRole("textbox", { name: "Amount" });
const dialog = () => page.getByRole("dialog");
const wallet = () => page.frameLocator('iframe[title="Confirm in your wallet"]');
const profile = () => member.api(routes.market.profile, { query: { mint } });
/** A figure of a dialog's table, as text. */
const figure = (name: string) =>
  dialog()
    .locator("dl > div", { has: page.getByText(name, { exact: true }) })
    .locator("dd")
    .textContent();

it("says on the curve that swaps are not possible, and becomes the swap by itself when the curve has migrated", async () => {
  await visit(page, `${tribe.appUrl}/token/${mint}`);
  await button("Sell").click();
  await page.getByText("Please sign in first").waitFor();
  const before = await lastMailAt(tribe.mailUrl(), member.email);
  await askForCode(page, member.email);
  await page.getByRole("textbox", { name: "Code" }).fill(await readCode(tribe.mailUrl(), member.email, before));
  await page.getByRole("heading", { name: "Trade Trader pool_chief" }).waitFor();
  await amount().fill("1");
  await expect.poll(() => figure("You get")).toMatch(/^[\d.]+ SOL/);
  const untouched = await page.context().newPage();
  await visit(untouched, `${tribe.appUrl}/token/${mint}`);
  await untouched.getByRole("button", { name: "Sell", exact: true }).click();
  await untouched.getByRole("heading", { name: "Trade Trader pool_chief" }).waitFor();
  await expectTruthWhenTranslated([page, untouched], (at) => at.getByRole("dialog"), ["7", "0.5", "", "2"]);
  await untouched.close();

  await whale.trade(mint, { side: "buy", sol: sol(95) });
  await page.getByRole("heading", { name: "Swap Trader pool_chief" }).waitFor();
  await expect.poll(async () => (await profile()).pool).not.toBeNull();
});

it("converts the old tokens in one step", async () => {
  const offer = page.getByRole("region", { name: "Convert your old tokens" });
  await offer.waitFor();
  await button("Convert all").click();
  await recoverByLink(page, tribe, member.email);
  await wallet().getByRole("button", { name: "Confirm" }).waitFor();
  // All old tokens leave their account.
  await wallet().getByText("Closes its account", { exact: true }).waitFor();
  await confirmInWallet(page);
  await page.getByRole("dialog").getByText("Transaction Confirmed").waitFor();
  await page.getByText("+0.00207 SOL deposit back").waitFor();
  await button("OK").click();
});

it("swaps SOL for tokens in the pool, and enters the chat with them", async () => {
  await visit(page, `${tribe.appUrl}/token/${mint}`);
  await button("Buy").click();
  await page.getByRole("heading", { name: "Swap Trader pool_chief" }).waitFor();
  await expect.poll(() => figure("You hold")).toMatch(/^25,\d{3}/);
  expect(await page.getByRole("region", { name: "Convert your old tokens" }).count()).toBe(0);
  await amount().fill("4.9999");
  await page.getByText(/^You need .* SOL, fees/).waitFor();
  // A rotation of the phone keeps the input.
  expect(await amount().inputValue()).toBe("4.9999");
  await button("1 SOL").click();
  await expect.poll(() => button("Next").isEnabled()).toBe(true);
  const before = (await profile()).pool?.lamports ?? 0n;
  await button("Next").click();
  await wallet().getByRole("button", { name: "Confirm" }).waitFor();
  await confirmInWallet(page);
  // A person who holds enough and has no seat yet enters the chat, as after a buy on the curve.
  await page.waitForURL(`**/chat/${mint}`);
  await expect.poll(async () => (await profile()).pool?.lamports ?? 0n).toBeGreaterThan(before);
});

it("swaps half of the tokens back into SOL", async () => {
  await visit(page, `${tribe.appUrl}/token/${mint}`);
  await button("Sell").click();
  await expect.poll(() => button("50%").isEnabled()).toBe(true);
  await amount().fill("9000000000");
  await expect.poll(() => amount().inputValue()).toBe("8000000000");
  await page.getByText("Insufficient tokens").waitFor();
  await button("50%").click();
  await expect.poll(() => button("Next").isEnabled()).toBe(true);
  const before = await member.balance();
  await button("Next").click();
  await confirmInWallet(page);
  await page.getByRole("dialog").getByText("Transaction Confirmed").waitFor();
  await button("OK").click();
  await expect.poll(() => member.balance()).toBeGreaterThan(before);

  // Anybody can open an account for somebody: it is empty, and its deposit is theirs.
  await openEmptyAccount(tribe, mint, member.address);
  await visit(page, `${tribe.appUrl}/wallet`);
  const tokensHeld = page.getByRole("region", { name: "Your tokens" }).getByRole("listitem");
  await expect.poll(() => tokensHeld.textContent()).toMatch(/^.*Trader pool_chief.*[1-9][\d,.]+/);
  await page.getByRole("tab", { name: "Activity" }).click();
  const trades = page.getByRole("region", { name: "Activity" }).getByRole("listitem");
  await expect.poll(() => trades.count()).toBe(3);
  await expect.poll(() => trades.first().textContent()).toMatch(/Sold .* in the pool.*\+[\d.]+ SOL/);
  expect(visitor.complaints).toEqual([]);
});

it("takes back the deposit of an empty account", async () => {
  await page.getByText("1 empty account, 0.00207 SOL").waitFor();
  const before = await member.balance();
  await button("Take back").click();
  await wallet().getByRole("heading", { name: "Close an empty account" }).waitFor();
  await wallet().getByText("at least 0.00207408 SOL", { exact: true }).waitFor();
  await confirmInWallet(page);
  await page.getByRole("dialog").getByText("Transaction Confirmed").waitFor();
  await button("OK").click();
  await page.getByText("1 empty account, 0.00207 SOL").waitFor({ state: "detached" });
  await expect.poll(() => member.balance()).toBeGreaterThan(before + 2_000_000n);
  expect(visitor.complaints).toEqual([]);
});

it("refuses a trade during a pause that began during the sign-in, and opens the purchase of a seat with its SOL", async () => {
  const newcomer = await newVisitor(browser, phone);
  const tab = newcomer.page;
  const tabButton = (name: string) => tab.getByRole("button", { name, exact: true });
  await visit(tab, `${tribe.appUrl}/chat/${mint}`);
  const join = tab.getByRole("button", { name: /^Join · / });
  await join.click();
  const email = "swap-newcomer@example.com";
  await askForCode(tab, email);
  await operator.run("pause");
  try {
    await tab.getByText("System upgrade in progress. Certain onchain features paused.").waitFor();
    await tab.getByRole("textbox", { name: "Code" }).fill(await readCode(tribe.mailUrl(), email));
    // On the way to a seat, and before any money.
    await connectXOnPage(tab, "Jonas Fell", "swap_newcomer");
    await tab.getByText("System upgrade in progress. Please check back later.").waitFor();
    await tab.getByRole("dialog").first().waitFor({ state: "detached" });
  } finally {
    await operator.run("unpause");
  }
  await tab.getByText("System upgrade in progress. Certain onchain features paused.").waitFor({ state: "detached" });
  await join.click();
  await tab.getByRole("heading", { name: "Swap Trader pool_chief" }).waitFor();
  const typed = () => tab.getByRole("textbox", { name: "Amount" }).inputValue();
  await expect.poll(typed).toMatch(/^0\.\d+$/);
  // The same amount as the dialog's own suggestion.
  const opened = await typed();
  await tab.getByRole("textbox", { name: "Amount" }).fill("7");
  await tabButton("Buy min. to enter chat").click();
  await expect.poll(typed).toBe(opened);
  await newcomer.close();
});
