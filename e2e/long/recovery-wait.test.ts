import type { Person } from "@tribe/devkit";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, it } from "vitest";
import { forgetMailPace } from "../../apps/server/src/testing/forget-mail-pace.ts";
import { passWalletTime } from "../../apps/server/src/testing/pass-wallet-time.ts";
import { dayMs, openRecoveryLink, readFromMail } from "../support/page/at-the-page.ts";
import { openBrowser, phone, type Visitor } from "../support/page/browser.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import { beginToSend } from "../support/page/wallet-page.ts";
import { createTrader, sol } from "../support/people/people.ts";
import { newVisitorAs, signUpWithX } from "../support/people/signed-in-person.ts";
import { startTribe, type Tribe } from "../support/product/tribe.ts";

// A mailed recovery link for a wallet that is worth something, at the end of the day that it waits for.

let tribe: Tribe;
let browser: Browser;
/** The person's wallet is on a first device (in Node); the page is their second device. */
let owner: Person;
let friend: Person;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  [tribe, browser] = await Promise.all([startTribe(), openBrowser()]);
  const [somebody, other] = await Promise.all([signUpWithX(tribe, "owner"), createTrader(tribe.appUrl, "friend")]);
  [owner, friend] = [somebody.person, other];
  await owner.fundByAirdrop(sol(2));
  visitor = await newVisitorAs(browser, phone, somebody);
  page = visitor.page;
});
afterAll(async () => {
  await browser?.close();
  await tribe?.stop();
});
beforeEach(() => {
  reportFailure("recovery-wait", () => ({ visitors: [visitor], tribe }));
});

const frame = () => page.frameLocator('iframe[title="Confirm in your wallet"]');
const waits = () => frame().getByRole("heading", { name: "This browser waits for your wallet" });

it("ends by itself after its day: the wallet is in this browser, and shows the transaction to confirm", async () => {
  await beginToSend(page, tribe, { to: friend.address, sol: "0.1" });
  await forgetMailPace(tribe.dataDir);
  const tab = await openRecoveryLink(page, tribe, owner.email);
  await tab.getByRole("button", { name: "Bring it here" }).click();
  await tab.getByRole("heading", { name: "Your wallet comes here in a day" }).waitFor();
  await waits().waitFor();
  await tab.close();
  await passWalletTime(tribe.dataDir, owner.email, dayMs);
  await frame().getByText("0.1 SOL", { exact: true }).waitFor();
  await frame().getByText(friend.address, { exact: true }).waitFor();
  await readFromMail(tribe.mailUrl(), {
    email: owner.email,
    after: -1,
    what: /(Your wallet was brought to another browser)/,
  });
});
