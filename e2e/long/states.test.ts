import type { Mint } from "@tribe/contract";
import { createPerson, type Person } from "@tribe/devkit";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { forgetMailPace } from "../../apps/server/src/testing/forget-mail-pace.ts";
import { freezeChain } from "../support/faults.ts";
import { confirmInWallet, readyToConfirm, recoverByLink, signInByMail } from "../support/page/at-the-page.ts";
import { newVisitor, phone, type Visitor, visit } from "../support/page/browser.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import { countStoredTransactions } from "../support/page/stored-transactions.ts";
import { createTrader, sol, tokens } from "../support/people/people.ts";
import { enterProduct, leaveProduct } from "../support/product/shared-product.ts";
import type { Tribe } from "../support/product/tribe.ts";

// A member on a phone whose wallet is on another device. What the page alone makes of a trade: apps/web/screens.

let tribe: Tribe;
let browser: Browser;
let chief: Person;
/** The member's wallet is on a first device (in Node); the page is their second device. */
let member: Person;
let mint: Mint;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  ({ tribe, browser } = await enterProduct());
  member = await createPerson({ appUrl: tribe.appUrl, email: "states-second@example.com" });
  [chief] = await Promise.all([
    createTrader(tribe.appUrl, "stateschief"),
    member.connectX({ name: "Second Device", username: "states_second" }),
    member.fundByAirdrop(sol(3)),
  ]);
  mint = await chief.createTribe(tokens(1));
  await member.trade(mint, { side: "buy", tokens: tokens(12) });
  await member.join(mint);
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
  reportFailure("states", () => ({ visitors: [visitor], tribe }));
});

const open = (path: string) => visit(page, `${tribe.appUrl}${path}`);
const button = (name: string) => page.getByRole("button", { name, exact: true });
const amount = () => page.getByRole("textbox", { name: "Amount" });
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
    await expect.poll(() => countStoredTransactions(page)).toBe(1);
    await page.reload();
  } finally {
    thaw();
  }
  await page.getByRole("dialog").getByText("Transaction Confirmed").waitFor();
  await page.getByRole("dialog").getByRole("link", { name: "View on Explorer" }).waitFor();
  await button("OK").click();
  await expect.poll(() => countStoredTransactions(page)).toBe(0);
});
