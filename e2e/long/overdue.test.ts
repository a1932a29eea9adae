import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { holdCalls } from "../support/faults.ts";
import {
  confirmInWallet,
  connectXOnPage,
  fundByCard,
  meetWallet,
  readyToConfirm,
  signInByMail,
} from "../support/page/at-the-page.ts";
import { accessFaults, newVisitor, openBrowser, phone, visit } from "../support/page/browser.ts";
import { maxShift, worstShift, worstShiftInWallet } from "../support/page/layout-shifts.ts";
import { pressInFrame } from "../support/page/press-in-frame.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import { countStoredTransactions } from "../support/page/stored-transactions.ts";
import { landedOf } from "../support/people/landed.ts";
import { startTribe, type Tribe } from "../support/product/tribe.ts";
import { enterScene, openTab, type Scene } from "../support/scene.ts";

// What a person learns about a trade when its page was closed, is covered by another, or has waited too long.

let tribe: Tribe;
let browser: Browser;
let scene: Scene;

beforeAll(async () => {
  [tribe, browser] = await Promise.all([startTribe(), openBrowser()]);
  scene = await enterScene(tribe, browser, phone, "truth");
});
afterAll(async () => {
  await browser?.close();
  await tribe?.stop();
});
beforeEach(() => reportFailure("overdue", () => ({ visitors: [scene.visitor], tribe })));

const status = (page: Page, text: string) => page.getByRole("dialog").getByText(text);

/** Opens a small sale up to its confirm view. */
const reachSale = async (page: Page, amount: string) => {
  await visit(page, `${tribe.appUrl}/token/${scene.mint}`);
  await begin(page, "Sell", amount);
};

/** Expects no layout shift up to the wallet's dialog, neither on the page nor in the wallet's frame. */
const expectStill = async (page: Page) => {
  for (const { sum, moved } of [await worstShift(page), await worstShiftInWallet(page)])
    expect(sum, moved.join("; ")).toBeLessThanOrEqual(maxShift);
};

/** From the open token page to the wallet. */
const begin = async (page: Page, opener: "Buy" | "Sell", amount: string) => {
  await page.getByRole("button", { name: opener, exact: true }).click();
  await page.getByRole("textbox", { name: "Amount" }).fill(amount);
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.frameLocator('iframe[title="Confirm in your wallet"]').getByRole("button", { name: "Confirm" }).waitFor();
};

it("says after 120 s that there is no answer yet, lets the person check again or leave, and still reports the end", async () => {
  const tab = await openTab(scene);
  const { page } = tab;
  const before = await landedOf(tribe, scene.member.address);
  await page.route("**/api/v2/factory/trade*", (route) =>
    route.request().method() === "POST" ? route.fallback() : route.abort("connectionreset"),
  );
  // The WebSocket does not report it either.
  await page.routeWebSocket("**/ws*", () => undefined);
  await reachSale(page, "0.25");
  await confirmInWallet(page);
  await status(page, "Processing...").waitFor();
  await expect.poll(() => countStoredTransactions(page)).toBe(1);
  await page.clock.fastForward(121_000);
  // The timers have run; the clock must match the server's again, or the server refuses the calls.
  await page.clock.setSystemTime(new Date());
  await status(page, "Transaction confirmation timeout").waitFor();
  expect(await accessFaults(page, "phone-truth-timeout")).toEqual([]);
  const checkAgain = page.getByRole("button", { name: "Check again" });
  // Hold the answers, so that the dialog's checking state is visible.
  const tickets = await holdCalls(page, "**/api/v2/factory/trade*", {
    matches: (request) => request.method() !== "POST",
    fault: "lost",
  });
  await checkAgain.click();
  await status(page, "Checking…").waitFor();
  await expect.poll(tickets.count).toBeGreaterThan(0);
  expect(await checkAgain.getAttribute("aria-busy")).toBe("true");
  expect(await accessFaults(page, "phone-truth-looking")).toEqual([]);
  tickets.release();
  await page.getByText(/^Checked at .*: no answer yet\.$/).waitFor();
  await expect.poll(() => checkAgain.getAttribute("aria-busy")).toBeNull();
  expect(await accessFaults(page, "phone-truth-looked")).toEqual([]);
  await status(page, "Transaction confirmation timeout").waitFor();
  await expect.poll(() => countStoredTransactions(page)).toBe(1);

  await page.keyboard.press("Escape");
  await page.getByRole("dialog").first().waitFor({ state: "detached" });
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.getByText("Transaction Confirmed").waitFor();
  await expect.poll(() => countStoredTransactions(page)).toBe(0);
  await expect.poll(() => landedOf(tribe, scene.member.address)).toBe(before + 1);

  // A notice that stays must not block the next trade: the wallet ignores presses while it is covered.
  await begin(page, "Buy", "1.5");
  await readyToConfirm(tab.page);
  expect(await accessFaults(page, "phone-truth-notice-waits")).toEqual([]);
  await pressInFrame(tab.wallet().getByRole("button", { name: "Cancel" }));
  await page.keyboard.press("Escape");
  await page.getByText("Transaction Confirmed").waitFor();
  await page.close();
});

it("says that a creation takes too long, lets the person leave, and shows its end when it is known", async () => {
  const visitor = await newVisitor(browser, phone);
  const first = visitor.page;
  reportFailure("overdue-creation", () => ({ visitors: [visitor] }));
  await visit(first, tribe.appUrl);
  await first.getByRole("banner").getByRole("button", { name: "Sign in" }).click();
  await signInByMail(first, tribe.mailUrl(), "overdue@example.com");
  await meetWallet(first);
  await connectXOnPage(first, "Mara Ember");
  await fundByCard(first, "5");
  await first.getByRole("button", { name: "Enter the app" }).waitFor();

  const page = await first.context().newPage();
  // Another tab would resume the creation during the reload.
  await first.close();
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await page.clock.install();
  await visit(page, tribe.appUrl);
  await button("Create your Tribe").click();
  await button("Create").click();
  // The preparation passes; submission and status requests do not.
  await page.route("**/api/v1/factory/createToken*", (route) =>
    route.request().method() === "POST" ? route.continue() : route.abort("connectionreset"),
  );
  // The first transaction that this wallet signs.
  await readyToConfirm(page);
  await expectStill(page);
  await confirmInWallet(page);
  await page.getByText("Processing transaction").waitFor();
  await page.getByRole("dialog").getByRole("link", { name: "View on Explorer" }).waitFor();
  await page.clock.fastForward(121_000);
  // The timers have run; the clock must match the server's again, or the server refuses the calls.
  await page.clock.setSystemTime(new Date());
  await page.getByText("Transaction confirmation timeout").waitFor();
  expect(await accessFaults(page, "phone-creation-overdue")).toEqual([]);
  await button("Check again").click();
  await page.getByText("Processing transaction").waitFor();
  await page.clock.fastForward(121_000);
  await page.clock.setSystemTime(new Date());
  await page.getByText("Transaction confirmation timeout").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").first().waitFor({ state: "detached" });
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.reload();
  await page.getByText("Completed").waitFor();
  await button("Open your chat").waitFor();
  await visitor.close();
});
