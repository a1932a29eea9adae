import type { Mint } from "@tribe/contract";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { apiCall, strike } from "../support/faults.ts";
import {
  confirmInWallet,
  connectXOnPage,
  fundByCard,
  offlineBanner,
  readyToConfirm,
  signInByMail,
} from "../support/page/at-the-page.ts";
import { accessFaults, asPeopleHaveIt, newVisitor, phone, type Visitor, visit } from "../support/page/browser.ts";
import { forgetShifts, maxShift, worstShift } from "../support/page/layout-shifts.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import { createTrader, tokens } from "../support/people/people.ts";
import { enterProduct, leaveProduct } from "../support/product/shared-product.ts";
import type { Tribe } from "../support/product/tribe.ts";

// A new person's first purchase, and a creation on a phone that goes offline at each step: the page says so, keeps all input, and
// continues once it is online again. Sign-in and the purchase's form offline: apps/web/screens; offline transactions:
// outcomes.test.ts; offline messages: states.test.ts.

let tribe: Tribe;
let browser: Browser;
let visitor: Visitor;
let page: Page;
let mint: Mint;

beforeAll(async () => {
  ({ tribe, browser } = await enterProduct());
  const chief = await createTrader(tribe.appUrl, "offlinechief");
  mint = await chief.createTribe(tokens(1));
  visitor = await newVisitor(browser, phone, asPeopleHaveIt);
  page = visitor.page;
});
afterAll(leaveProduct);
beforeEach(() => {
  reportFailure("offline", () => ({ visitors: [visitor], tribe }));
});

const button = (name: string) => page.getByRole("button", { name, exact: true });
const amount = () => page.getByRole("textbox", { name: "Amount" });
const checkAccess = async (name: string) => expect(await accessFaults(page, `offline-${name}`)).toEqual([]);
/** Waits until the service worker has cached the whole app, which is needed offline. */
const hasWholeApp = () => page.evaluate(async () => void (await navigator.serviceWorker.ready));
/** Runs `work` offline, checks that the page says so, and goes online again. */
const withoutLine = async (name: string, work: () => Promise<unknown>): Promise<void> => {
  await page.context().setOffline(true);
  await work();
  await offlineBanner(page).waitFor();
  await checkAccess(name);
  await page.context().setOffline(false);
};

it("keeps the amount of a first purchase over the card's and X's pages, and moves nothing when it is confirmed", async () => {
  await visit(page, `${tribe.appUrl}/token/${mint}`);
  await button("Buy").click();
  await signInByMail(page, tribe.mailUrl(), "offline@example.com");
  await amount().fill("11");
  await button("Deposit").click();
  await connectXOnPage(page, "Jonas Fell", "offline_jonas");
  await fundByCard(page, "3");
  await expect.poll(() => amount().inputValue()).toBe("11");
  await button("Next").click();
  await readyToConfirm(page);
  await forgetShifts(page);
  await confirmInWallet(page);
  await page.waitForURL(`**/chat/${mint}`);
  await page.getByRole("button", { name: "Say hello" }).waitFor();
  // A person's first purchase has the tallest wallet dialog, with its progress below the buttons.
  const { sum, moved } = await worstShift(page);
  expect(sum, moved.join("; ")).toBeLessThanOrEqual(maxShift);
});

it("keeps a creation through each step offline, and completes it once online", async () => {
  await visit(page, tribe.appUrl);
  await page.getByRole("button", { name: "Create your Tribe" }).click();
  await expect.poll(() => button("Create").isEnabled()).toBe(true);
  await hasWholeApp();
  await amount().fill("7");
  // The form keeps its input, and a press says that nothing was paid.
  await withoutLine("create-form", async () => {
    await button("Create").click();
    await page.getByText("Nothing was signed and nothing was paid.").waitFor();
  });
  await button("OK").click();
  await expect.poll(() => amount().inputValue()).toBe("7");
  await expect.poll(() => button("Create").isEnabled()).toBe(true);
  await button("Create").click();
  // The wallet's dialog stays open and waits for the connection.
  const confirm = await readyToConfirm(page);
  await withoutLine("create-confirm", async () => {
    await offlineBanner(page).waitFor();
    await confirm.waitFor();
  });
  // The signed transaction is kept, and sent once online.
  await strike(page, apiCall("PUT", "/v1/factory/createToken"), {
    fault: "lost",
    before: () => page.context().setOffline(true),
  });
  await confirmInWallet(page);
  await offlineBanner(page).waitFor();
  await checkAccess("create-sending");
  // Goes offline after the answer to the signature, while the chain confirms; the pending creation is also resumed offline.
  await page.route("**/v1/factory/createToken", async (route) => {
    if (route.request().method() !== "PUT") return route.fallback();
    const response = await route.fetch();
    await page.context().setOffline(true);
    return route.fulfill({ response });
  });
  await page.context().setOffline(false);
  await offlineBanner(page).waitFor({ state: "detached" });
  await offlineBanner(page).waitFor();
  await checkAccess("create-waiting");
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.reload();
  await offlineBanner(page).waitFor();
  await page.getByRole("dialog").waitFor();
  await checkAccess("create-reloaded");
  await page.context().setOffline(false);
  await page.getByText("Completed").waitFor();
});
