import type { Mint } from "@tribe/contract";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { freezeChain } from "../support/faults.ts";
import { askForCode, confirmInWallet, connectXOnPage, fundByCard, signInByMail } from "../support/page/at-the-page.ts";
import { asPeopleHaveIt, newVisitor, phone, type Visitor, visit } from "../support/page/browser.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import { createTrader, tokens } from "../support/people/people.ts";
import { enterProduct, leaveProduct } from "../support/product/shared-product.ts";
import type { Tribe } from "../support/product/tribe.ts";

// Back over reloads, other pages and the wallet's frame, for one new person on a phone. Back and Forward in each dialog:
// apps/web/screens.

let tribe: Tribe;
let browser: Browser;
let visitor: Visitor;
let page: Page;
let mint: Mint;

beforeAll(async () => {
  ({ tribe, browser } = await enterProduct());
  const chief = await createTrader(tribe.appUrl, "backchief");
  mint = await chief.createTribe(tokens(1));
  visitor = await newVisitor(browser, phone, asPeopleHaveIt);
  page = visitor.page;
});
afterAll(leaveProduct);
beforeEach(() => {
  reportFailure("back", () => ({ visitors: [visitor], tribe }));
});

const button = (name: string) => page.getByRole("button", { name, exact: true });
const amount = () => page.getByRole("textbox", { name: "Amount" });
const path = () => new URL(page.url()).pathname;
/** Like the browser's own Back button: the step may stay within the page. */
const back = () => page.evaluate(() => history.back());
/** Back closes an open dialog, and the page beneath stays. */
const backCloses = async () => {
  const before = path();
  await back();
  await page.getByRole("dialog").first().waitFor({ state: "detached" });
  expect(path()).toBe(before);
};
/** Back while a dialog is busy: the browser goes back, and the page goes forward again. */
const backIsRefused = () =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        let moves = 0;
        addEventListener("popstate", () => {
          moves += 1;
          if (moves === 2) done();
        });
        history.back();
      }),
  );
/** How many dialogs are open at the current history entry. */
const entryDepth = () => page.evaluate(() => Number(history.state?.tribeDialogs ?? 0));

it("opens no dialog again after Back and a reload, and refuses Back while a trade is sent that a reload continued", async () => {
  await visit(page, `${tribe.appUrl}/token/${mint}`);
  await button("Buy").click();
  await askForCode(page, "back-other@example.com");
  await backCloses();
  await page.reload();
  await button("Buy").waitFor();
  expect([path(), await page.getByRole("dialog").count()]).toEqual([`/token/${mint}`, 0]);
  await button("Buy").click();
  // The dialog is at its last step again, with the address to which the code was sent.
  await button("Use another e-mail").click();
  await signInByMail(page, tribe.mailUrl(), "back-newcomer@example.com");
  await amount().fill("1.5");
  await button("Deposit").click();
  await connectXOnPage(page, "Jonas Fell", "back_jonas");
  await fundByCard(page, "2");
  await expect.poll(() => amount().inputValue()).toBe("1.5");
  const confirm = page.frameLocator('iframe[title="Confirm in your wallet"]').getByRole("button", { name: "Confirm" });
  await button("Next").click();
  await confirm.waitFor();
  await backCloses();

  await button("Buy").click();
  await amount().fill("1.5");
  await button("Next").click();
  await confirm.waitFor();
  const thaw = await freezeChain(tribe);
  try {
    await confirmInWallet(page);
    await page.getByText("Processing...").waitFor();
    await page.reload();
    await page.getByText("Processing...").waitFor();
    await expect.poll(entryDepth).toBe(1);
    await backIsRefused();
    await expect.poll(entryDepth).toBe(1);
    // A click outside the dialog and Escape do not close it either.
    await page.mouse.click(4, 4);
    await page.keyboard.press("Escape");
    expect([path(), await page.getByText("Processing...").count()]).toEqual([`/token/${mint}`, 1]);
  } finally {
    thaw();
  }
  await page.getByRole("dialog").getByText("Transaction Confirmed").waitFor();
  await backCloses();
});

it("closes the creation dialog on Back, and leaves no history entry of it before the new Tribe's chat", async () => {
  await visit(page, tribe.appUrl);
  const create = page.getByRole("button", { name: "Create your Tribe" }).first();
  await create.click();
  await button("Create").waitFor();
  await backCloses();
  await create.click();
  await button("Create").click();
  const confirm = page.frameLocator('iframe[title="Confirm in your wallet"]').getByRole("button", { name: "Confirm" });
  await confirm.waitFor();
  await backCloses();
  await create.click();
  await button("Create").click();
  await confirm.waitFor();
  await confirmInWallet(page);
  await button("Open your chat").click();
  await page.waitForURL("**/chat/*");
  await back();
  await page.waitForURL(`${tribe.appUrl}/`);
  // Home leads a Chief to their Tribe, and offers to create none.
  await page
    .getByRole("link", { name: /^Open / })
    .first()
    .waitFor();
  // A closing dialog takes a moment to disappear.
  await expect.poll(() => page.getByRole("dialog").allInnerTexts()).toEqual([]);
});
