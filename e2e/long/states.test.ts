import { type Mint, routes, tokenUnits } from "@tribe/contract";
import { createPerson, type Person } from "@tribe/devkit";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFailed } from "vitest";
import { forgetMailPace } from "../../apps/server/src/testing/forget-mail-pace.ts";
import { freezeChain } from "../support/faults.ts";
import {
  askForCode,
  confirmInWallet,
  lastMailAt,
  readCode,
  recoverByLink,
  signInByMail,
} from "../support/page/at-the-page.ts";
import { accessFaults, newVisitor, phone, picture, type Visitor, visit } from "../support/page/browser.ts";
import { pressInFrame } from "../support/page/press-in-frame.ts";
import { openGiver } from "../support/people/giver.ts";
import { createTrader, sol, tokens } from "../support/people/people.ts";
import { enterProduct, leaveProduct } from "../support/product/shared-product.ts";
import type { Tribe } from "../support/product/tribe.ts";

// A buy that gets no answer and brings a seat all the same; amounts that the dialog and the wallet both show.

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
  member = await createPerson({ appUrl: tribe.appUrl, email: "long-states-second@example.com" });
  leaver = await createPerson({ appUrl: tribe.appUrl, email: "long-states-leaver@example.com" });
  [chief] = await Promise.all([
    createTrader(tribe.appUrl, "longstateschief"),
    leaver.connectX({ name: "Leaver", username: "long_states_leaver" }),
    leaver.fundByAirdrop(sol(3)),
    member.connectX({ name: "Second Device", username: "long_states_2nd" }),
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
/** The Next button of a sale that costs the seat. */
const nextAndLeave = () => button("Next, and leave the chat");
const wallet = () => page.frameLocator('iframe[title="Confirm in your wallet"]');

it("lets a person leave a buy that gets no answer, and offers the chat when the buy has brought a seat", async () => {
  const own = await newVisitor(browser, phone);
  const tab = own.page;
  onTestFailed(() => picture(tab, "failed-states-tab"));
  const tabButton = (name: string) => tab.getByRole("button", { name, exact: true });
  const box = tab.frameLocator('iframe[title="Confirm in your wallet"]');
  await visit(tab, `${tribe.appUrl}/token/${mint}`);
  await tabButton("Buy").click();
  await tab.getByText("Please sign in first").waitFor();
  const beforeSignIn = await lastMailAt(tribe.mailUrl(), leaver.email);
  await askForCode(tab, leaver.email);
  await tab.getByRole("textbox", { name: "Code" }).fill(await readCode(tribe.mailUrl(), leaver.email, beforeSignIn));
  await tab.getByRole("textbox", { name: "Amount" }).fill("10");
  await tabButton("Next").click();
  await recoverByLink(tab, tribe, leaver.email);
  await box.getByRole("button", { name: "Confirm" }).waitFor();
  await tab.clock.install();
  const thaw = await freezeChain(tribe);
  try {
    await confirmInWallet(tab);
    await tab.getByText("Processing...").waitFor();
    await tab.clock.fastForward(121_000);
    // The timers have run; the clock must match the server's again, or the server refuses the calls.
    await tab.clock.setSystemTime(new Date());
    await tab.getByText("Transaction confirmation timeout").waitFor();
    expect(await accessFaults(tab, "phone-nobody-answers")).toEqual([]);
    await tabButton("OK").click();
    await tab.getByRole("dialog").first().waitFor({ state: "detached" });
  } finally {
    thaw();
  }
  await tabButton("Join chat").waitFor();
  await tabButton("View on Explorer").waitFor();
  expect(new URL(tab.url()).pathname).toBe(`/token/${mint}`);
  expect(await accessFaults(tab, "phone-buy-behind-closed-dialog")).toEqual([]);
  await tabButton("Join chat").click();
  await tab.getByRole("dialog").getByRole("button", { name: "Join chat" }).click();
  await tab.waitForURL(`**/chat/${mint}`);
  await own.close();
});

it("shows the amounts in the wallet as in the dialog: a sale of everything, and a buy for SOL", async () => {
  const { tokenId } = await member.api(routes.market.profile, { query: { mint } });
  const giver = await openGiver(tribe, { tokenId, mint, units: tokens(1), to: member.address });
  await giver.giveElsewhere(tokenUnits(1n));
  await open(`/token/${mint}`);
  await button("Sell").click();
  await page.getByText("0.000000001 TRA more are in another account of yours and can't be traded here.").waitFor();
  await button("100%").click();
  await expect.poll(() => amount().inputValue()).toBe("10");
  await nextAndLeave().click();
  await wallet().getByText("10 tokens", { exact: true }).waitFor();
  // The emptied account is closed with the sale; the other one stays.
  await wallet().getByText("Closes your account", { exact: true }).waitFor();
  await picture(page, "sell-all-confirm");
  await pressInFrame(wallet().getByRole("button", { name: "Cancel" }));
  await amount().waitFor();

  await page.getByRole("tab", { name: "Buy" }).click();
  await page.getByRole("button", { name: /change to SOL$/ }).click();
  await amount().fill("0.5");
  const figure = (name: string) =>
    page
      .locator("dl > div", { has: page.getByText(name, { exact: true }) })
      .locator("dd")
      .textContent();
  await expect.poll(() => figure("Minimum received")).toMatch(/^\d/);
  const min = Number.parseFloat((await figure("Minimum received")) ?? "");
  // This amount moves the price far, which the button says.
  await page.getByRole("button", { name: "Buy anyway" }).click();
  await wallet().getByText("at most 0.5 SOL", { exact: true }).waitFor();
  // The wallet itself reads the token's name from the node, and shows the slippage set in the dialog.
  await wallet()
    .getByRole("heading", { name: /^Buy “.+” \(“TRA”\)$/ })
    .waitFor();
  await wallet().getByText("Max slippage", { exact: true }).waitFor();
  expect(
    await wallet()
      .getByText(/100,000|up to/)
      .count(),
  ).toBe(0);
  expect(
    await wallet()
      .getByText(new RegExp(`^at least ${Math.floor(min)}\\.\\d+ tokens$`))
      .count(),
  ).toBe(1);
  await picture(page, "fixed-sol-confirm");
  await pressInFrame(wallet().getByRole("button", { name: "Cancel" }));
});
