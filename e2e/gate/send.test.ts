import { type Mint, routes } from "@tribe/contract";
import { createPerson, type Person } from "@tribe/devkit";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { forgetMailPace } from "../../apps/server/src/testing/forget-mail-pace.ts";
import {
  askForCode,
  confirmInWallet,
  lastMailAt,
  readCode,
  readFromMail,
  readyToConfirm,
  recoverByLink,
} from "../support/page/at-the-page.ts";
import { newVisitor, phone, type Visitor, visit } from "../support/page/browser.ts";
import { pressInFrame } from "../support/page/press-in-frame.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import { expectTruthWhenTranslated } from "../support/page/translation.ts";
import { createTrader, sol, tokens } from "../support/people/people.ts";
import { enterProduct, leaveProduct } from "../support/product/shared-product.ts";
import type { Tribe } from "../support/product/tribe.ts";

// One installation for all tests, in order: SOL to an address, tokens to a person by name, and the receipt of both.

let tribe: Tribe;
let browser: Browser;
/** The member's wallet is on a first device (in Node); the page is their second device. */
let member: Person;
let chief: Person;
/** Receives SOL. */
let friend: Person;
let mint: Mint;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  ({ tribe, browser } = await enterProduct());
  member = await createPerson({ appUrl: tribe.appUrl, email: "sender@example.com" });
  [chief, friend] = await Promise.all([
    createTrader(tribe.appUrl, "send_chief"),
    createPerson({ appUrl: tribe.appUrl, email: "send-friend@example.com" }),
    member.connectX({ name: "Sender", username: "sender" }),
    member.fundByAirdrop(sol(20)),
  ]);
  mint = await chief.createTribe(tokens(1));
  await member.trade(mint, { side: "buy", tokens: tokens(12) });
  // The first device's code was mailed a moment ago.
  await forgetMailPace(tribe.dataDir);
  visitor = await newVisitor(browser, phone, { asksForSafety: true });
  page = visitor.page;
});
afterAll(leaveProduct);
beforeEach(() => {
  reportFailure("send", () => ({ visitors: [visitor], tribe }));
});

const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = () => page.getByRole("dialog");
const to = () => dialog().getByRole("textbox", { name: "To", exact: true });
const amount = () => dialog().getByRole("textbox", { name: "Amount" });
const wallet = () => page.frameLocator('iframe[title="Confirm in your wallet"]');

it("sends SOL to an address, which the wallet shows in full", async () => {
  await visit(page, `${tribe.appUrl}/wallet`);
  await button("Sign in to get a wallet").click();
  const signInMail = await lastMailAt(tribe.mailUrl(), member.email);
  await askForCode(page, member.email);
  await page.getByRole("textbox", { name: "Code" }).fill(await readCode(tribe.mailUrl(), member.email, signInMail));
  await button("Send").click();
  const untouched = await page.context().newPage();
  await visit(untouched, `${tribe.appUrl}/wallet`);
  await untouched.getByRole("button", { name: "Send", exact: true }).click();
  await expectTruthWhenTranslated([page, untouched], (at) => at.getByRole("dialog"), ["20", "1", "30"]);
  await untouched.close();
  await to().fill(`${friend.address.slice(0, -1)}0`);
  await dialog().getByText("Invalid address").waitFor();
  await to().fill(member.address);
  await dialog().getByText("This is your own address").waitFor();
  await to().fill(mint);
  await dialog().getByText("This address belongs to a token or a program, not to a wallet").waitFor();
  await to().fill(friend.address);
  await amount().fill("20");
  await dialog().getByText("Insufficient balance").waitFor();
  await amount().fill("abc");
  await dialog().getByText("Please enter a valid number").waitFor();
  expect(await button("Next").isEnabled()).toBe(false);
  await amount().fill("1.23456789");
  await button("Add a memo").click();
  await dialog().getByRole("textbox", { name: "Memo, public" }).fill("for lunch");
  const before = await friend.balance();
  await button("Next").click();

  await recoverByLink(page, tribe, member.email);
  await wallet().getByText(friend.address, { exact: true }).waitFor();
  await wallet().getByText("1.23456789 SOL", { exact: true }).waitFor();
  await wallet().getByText("for lunch").waitFor();
  await wallet().getByText("Max SOL Required").waitFor();
  await readyToConfirm(page);
  await confirmInWallet(page);
  await page.getByRole("dialog").getByText("Transaction Confirmed").waitFor();
  await expect.poll(async () => (await friend.balance()) - before).toBe(1_234_567_890n);
  await button("OK").click();
});

it("shows the wallet's mode, and above 1 SOL asks to make it safer, also before SOL is added, until Later", async () => {
  await page.getByRole("link", { name: "If you lose this device: by e-mail only" }).waitFor();
  const ask = page.getByRole("region", { name: "Your wallet holds more than 1 SOL" });
  await ask.getByRole("link", { name: "Make it safer" }).waitFor();
  await button("Add").click();
  const step = dialog().getByRole("region", { name: "Your wallet holds more than 1 SOL" });
  await step.waitFor();
  expect(await button("Pay by card").count()).toBe(0);
  await step.getByRole("button", { name: "Later" }).click();
  await button("Pay by card").waitFor();
  await page.goBack();
  await dialog().waitFor({ state: "detached" });
  expect(await ask.count()).toBe(0);
});

/** Opens the dialog that sends tokens to the Chief, who is found by name. */
const sendTokens = async () => {
  await button("Send").click();
  await page.getByRole("combobox", { name: "What you send" }).selectOption({ value: mint });
  await to().fill("Trader send");
  await page
    .getByRole("list", { name: "People" })
    .getByRole("button", { name: /Trader send_chief/ })
    .click();
  await dialog().getByText(chief.address, { exact: true }).waitFor();
};

it("sends tokens to a person who is found by name, and says by mail that it is the first send to them", async () => {
  await sendTokens();
  await amount().fill("99");
  await dialog().getByText("Insufficient balance").waitFor();
  await button("MAX").click();
  expect(await amount().inputValue()).toBe("12");
  await amount().fill("2.5");
  await button("Next").click();
  await wallet().getByText("On X").waitFor();
  await wallet().getByText("“@send_chief”").waitFor();
  await wallet().getByText("First time: you never sent to this address from here.").waitFor();
  await wallet().getByText("2.5 tokens", { exact: true }).waitFor();
  await wallet().getByRole("button", { name: "Save this address" }).click();
  await wallet().getByRole("textbox", { name: "Save this address as" }).fill("My Chief");
  const before = await lastMailAt(tribe.mailUrl(), member.email);
  // The whole dialog must have been visible; its lower end still is.
  await readyToConfirm(page);
  await confirmInWallet(page);
  await page.getByRole("dialog").getByText("Transaction Confirmed").waitFor();
  await button("OK").click();
  await readFromMail(tribe.mailUrl(), { email: member.email, after: before, what: /(never sent before)/ });
  await expect.poll(async () => (await chief.api(routes.market.holdings, {})).holdings[0]?.amount).toBe(3_500_000_000n);
});

/** Opens the dialog with a payment link to the Chief. */
const fillLink = async (sum: string) => {
  await button("Send").click();
  await to().fill(`solana:${chief.address}?amount=${sum}&memo=the%20rest`);
  await expect.poll(async () => [await to().inputValue(), await amount().inputValue()]).toEqual([chief.address, sum]);
  await button("Next").click();
  await wallet().getByText("“My Chief”").waitFor();
  await wallet().getByText("“the rest”").waitFor();
};

it("fills in a payment link, holds more than 5 SOL in a day back without a passkey, and says so by mail and under Security", async () => {
  await fillLink("6.5");
  await wallet().getByText("Presses let out 5 SOL's worth in 24 hours", { exact: false }).waitFor();
  const lastMail = await lastMailAt(tribe.mailUrl(), member.email);
  await pressInFrame(await readyToConfirm(page, "Ask, and wait"));
  await wallet().getByText("Asked: it waits a day").waitFor();
  // With another width the frame would start again, and show the message for a repeated request.
  await pressInFrame(wallet().getByRole("button", { name: "OK" }));
  await readFromMail(tribe.mailUrl(), { email: member.email, after: lastMail, what: /(send 6\.5 SOL to \w+)/ });
  await visit(page, `${tribe.appUrl}/you/security`);
  await page.getByText(`6.5 SOL to be sent to ${chief.address}`).waitFor();
  await visit(page, `${tribe.appUrl}/wallet`);
  // What is left of the day's 5 SOL goes by a press.
  const before = await chief.balance();
  await fillLink("1.5");
  expect(await wallet().getByRole("textbox").count()).toBe(0);
  await readyToConfirm(page);
  await confirmInWallet(page);
  await page.getByRole("dialog").getByText("Transaction Confirmed").waitFor();
  await expect.poll(async () => (await chief.balance()) - before).toBe(1_500_000_000n);
  await button("OK").click();
  await button("Send").click();
  const left = (await member.balance()) - 890_880n - 1_000_000n;
  // The page receives its balance a moment after the trade is confirmed.
  const filled = async () => {
    await button("MAX").click();
    return BigInt(Math.round(Number(await amount().inputValue()) * 1e9));
  };
  await expect.poll(filled).toBe(left);
});

it("lists all transfers in the wallet's activity, with their kind, recipient and memo", async () => {
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await page.getByRole("dialog").first().waitFor({ state: "detached" });
  await page.getByRole("tab", { name: "Activity" }).click();
  const activity = page.getByRole("region", { name: "Activity" });
  await activity.getByRole("button", { name: "Transfers" }).click();
  const lines = activity.getByRole("listitem");
  await expect.poll(() => lines.count()).toBe(3);
  await expect.poll(() => activity.getByRole("link", { name: "Sent to Trader send_chief" }).count()).toBe(2);
  await lines.nth(0).getByText("the rest").waitFor();
  await lines.nth(1).getByText(/2\.5/).waitFor();
  await lines.nth(2).getByText("for lunch").waitFor();
  await page.setViewportSize(phone.viewport);
  await button("Send").click();
});

it("receives by the wallet's own dialog: address, QR code, and a link that requests an amount", async () => {
  await page.getByRole("tab", { name: "Receive" }).click();
  const box = page.frameLocator('iframe[title="Your wallet\'s address"]');
  await box.getByText(member.address, { exact: true }).waitFor();
  await box.getByRole("img", { name: "QR code of your address" }).waitFor();
  expect(await box.getByText("doesn't hold your wallet").count()).toBe(0);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await pressInFrame(box.getByRole("button", { name: "Copy address" }));
  await box.getByText("Address copied to clipboard").waitFor();
  await page.getByRole("heading", { name: "Receive" }).click();
  await expect.poll(copied).toBe(member.address);
  await box.getByRole("textbox", { name: /^Ask for an amount/ }).fill("1.5");
  await box.getByRole("img", { name: "QR code of your request" }).waitFor();
  await pressInFrame(box.getByRole("button", { name: "Copy link" }));
  await box.getByText("Link for 1.5 SOL copied to clipboard").waitFor();
  await page.getByRole("heading", { name: "Receive" }).click();
  await expect.poll(copied).toBe(`solana:${member.address}?amount=1.5`);
});
