import type { Person } from "@tribe/devkit";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { forgetMailPace } from "../../apps/server/src/testing/forget-mail-pace.ts";
import { passWalletTime } from "../../apps/server/src/testing/pass-wallet-time.ts";
import {
  askForCode,
  dayMs,
  lastMailAt,
  openRecoveryLink,
  readCode,
  readFromMail,
} from "../support/page/at-the-page.ts";
import { fourLooks, newVisitor, phone, type Visitor, visit } from "../support/page/browser.ts";
import { pressInFrame } from "../support/page/press-in-frame.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import { beginToSend } from "../support/page/wallet-page.ts";
import { createTrader, sol } from "../support/people/people.ts";
import { enterProduct, leaveProduct } from "../support/product/shared-product.ts";
import type { Tribe } from "../support/product/tribe.ts";

// A mailed recovery link for a wallet that is worth something: it waits for a day, is announced, and can be stopped.

let tribe: Tribe;
let browser: Browser;
/** The person's wallet is on a first device (in Node); the page is their second device. */
let owner: Person;
let friend: Person;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  ({ tribe, browser } = await enterProduct());
  [owner, friend] = await Promise.all([
    createTrader(tribe.appUrl, "waitowner"),
    createTrader(tribe.appUrl, "waitfriend"),
  ]);
  await owner.fundByAirdrop(sol(2));
  await forgetMailPace(tribe.dataDir);
  visitor = await newVisitor(browser, phone);
  page = visitor.page;
});
afterAll(leaveProduct);
beforeEach(() => {
  reportFailure("recovery-wait", () => ({ visitors: [visitor], tribe }));
});

const frame = () => page.frameLocator('iframe[title="Confirm in your wallet"]');
const dialog = () => page.getByRole("dialog");
const waits = () => frame().getByRole("heading", { name: "This browser waits for your wallet" });

/** Starts to send in a browser without the wallet. */
const begin = () => beginToSend(page, tribe, { to: friend.address, sol: "0.1" });

/** Opens a link that has to wait, up to the frame's page for it. */
const beginToWait = async () => {
  await forgetMailPace(tribe.dataDir);
  const tab = await openRecoveryLink(page, tribe, owner.email);
  await tab.getByRole("button", { name: "Bring it here" }).click();
  await tab.getByRole("heading", { name: "Your wallet comes here in a day" }).waitFor();
  await waits().waitFor();
  return tab;
};

it("says beforehand, on the link's page and in the wallet's dialog that it takes a day, until when, and what is quicker", async () => {
  await visit(page, `${tribe.appUrl}/wallet`);
  await page.getByRole("button", { name: "Sign in to get a wallet" }).click();
  const signInMail = await lastMailAt(tribe.mailUrl(), owner.email);
  await askForCode(page, owner.email);
  await page.getByRole("textbox", { name: "Code" }).fill(await readCode(tribe.mailUrl(), owner.email, signInMail));
  await page.getByRole("button", { name: "Send", exact: true }).waitFor();
  await begin();
  const tab = await beginToWait();
  await tab.close();
  await frame().getByText("This browser gets your wallet on").waitFor();
  await frame().getByText("24 hours left.").waitFor();
  await frame().getByRole("button", { name: "Approve on another device" }).waitFor();
});

it("continues the wait after a reload, with the remaining part of the day", async () => {
  // Back closes the dialog, and the wait continues.
  await page.goBack();
  await dialog().first().waitFor({ state: "detached" });
  await begin();
  await waits().waitFor();
  await passWalletTime(tribe.dataDir, owner.email, dayMs / 2);
  await page.reload();
  await begin();
  await waits().waitFor();
  await frame().getByText("12 hours left.").waitFor();
  expect(await frame().getByRole("button", { name: "E-mail me a link" }).count()).toBe(0);
  await pressInFrame(frame().getByRole("button", { name: "Close" }));
  await frame().locator("body").waitFor({ state: "detached" });
});

it("is announced in the app and by a mail whose link stops it in any browser, and the waiting browser says so", async () => {
  await visit(page, `${tribe.appUrl}/you/security`);
  const notice = page.getByText("your wallet by a mailed link in", { exact: false });
  await notice.scrollIntoViewIfNeeded();
  await begin();
  await waits().waitFor();
  const stop = await readFromMail(tribe.mailUrl(), {
    email: owner.email,
    after: -1,
    what: /(https?:\S+#stoprecovery=\S+)/,
  });
  const stranger = await newVisitor(browser, fourLooks["phone-dark"]);
  await stranger.page.goto(stop);
  await stranger.page.getByRole("heading", { name: "Keep your wallet from that browser?" }).waitFor();
  await stranger.page.getByRole("button", { name: "Stop it" }).click();
  await stranger.page.getByRole("heading", { name: "Stopped: that browser gets nothing" }).waitFor();
  await stranger.close();
  await frame().getByText("That wait was stopped, or is over.", { exact: false }).waitFor();
  await frame().getByRole("button", { name: "E-mail me a link" }).waitFor();
  // With another width the frame would start again, without this message.
});
