import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFailed } from "vitest";
import { forgetMailPace } from "../apps/server/src/testing/forget-mail-pace.ts";
import { freezeChain, holdCalls } from "./support/faults.ts";
import { isLongRun } from "./support/long-run.ts";
import {
  askForCode,
  confirmInWallet,
  connectXOnPage,
  fundByCard,
  lastMailAt,
  meetWallet,
  readCode,
  readyToConfirm,
  signInByMail,
} from "./support/page/at-the-page.ts";
import { accessFaults, newVisitor, openBrowser, phone, picture, visit } from "./support/page/browser.ts";
import { keptTransactions } from "./support/page/kept.ts";
import { maxShift, worstShift, worstShiftInWallet } from "./support/page/layout-shifts.ts";
import { pressInFrame } from "./support/page/press-in-frame.ts";
import { landedOf } from "./support/people/landed.ts";
import { startTribe, type Tribe } from "./support/product/tribe.ts";
import { enterScene, openTab, type Scene } from "./support/scene.ts";

// What a person is told of money when the page that asked for it is gone, hidden by another, or has waited too long.

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
beforeEach(({ task }) => {
  onTestFailed(async () => {
    for (const [index, page] of scene.page.context().pages().entries())
      await picture(page, `failed-${task.name}-${index}`.replace(/[^a-z0-9]+/gi, "-"));
    process.stdout.write(`${scene.visitor.complaints.join("\n")}\n${tribe.output().slice(-3_000)}\n`);
  });
});

const status = (page: Page, text: string) => page.getByRole("dialog").getByText(text);

/** Leads a small sale in a page to its confirm view. */
const reachSale = async (page: Page, amount: string) => {
  await visit(page, `${tribe.appUrl}/token/${scene.mint}`);
  await begin(page, "Sell", amount);
};

/** Nothing has moved on the way to the wallet's question, neither on the page nor in the box. */
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

it("shows one truth in two tabs: the other tab stays silent, and picks the trade up when the first one is gone", async () => {
  const first = await scene.page.context().newPage();
  const before = await landedOf(tribe, scene.member.address);
  await reachSale(first, "0.25");
  await readyToConfirm(first);
  await expectStill(first);
  const thaw = await freezeChain(tribe);
  try {
    await confirmInWallet(first);
    await status(first, "Processing...").waitFor();
    const second = scene.page;
    await visit(second, `${tribe.appUrl}/you`);
    await second.getByRole("heading", { name: "You", exact: true }).waitFor();
    await expect.poll(() => keptTransactions(second)).toBe(1);
    expect(await second.getByRole("dialog").count()).toBe(0);
    await first.close();
  } finally {
    thaw();
  }
  await scene.page.getByText("Transaction Confirmed").waitFor();
  await expect.poll(() => keptTransactions(scene.page)).toBe(0);
  expect(await accessFaults(scene.page, "phone-truth-unseen-end")).toEqual([]);
  await expect.poll(() => landedOf(tribe, scene.member.address)).toBe(before + 1);
});

it("goes on with what was signed when the person signs out in another tab and in again, and asks for nothing meanwhile", async () => {
  const { page } = await openTab(scene);
  const other = scene.page;
  const before = await landedOf(tribe, scene.member.address);
  await reachSale(page, "0.25");
  const thaw = await freezeChain(tribe);
  try {
    await confirmInWallet(page);
    await status(page, "Processing...").waitFor();
    await visit(other, `${tribe.appUrl}/you`);
    await other.getByRole("button", { name: "Sign out" }).click();
    // Behind the dialog.
    await page.locator("header").getByText("Sign in").waitFor({ state: "attached" });
    await status(page, "Processing...").waitFor();
    expect(await page.locator("iframe").count()).toBe(0);
  } finally {
    thaw();
  }
  const email = `${scene.name}@example.com`;
  const lastMail = await lastMailAt(tribe.mailUrl(), email);
  await forgetMailPace(tribe.dataDir);
  await other.getByRole("button", { name: "Sign in" }).first().click();
  await askForCode(other, email);
  await other.getByRole("textbox", { name: "Code" }).fill(await readCode(tribe.mailUrl(), email, lastMail));
  await page.getByText("Transaction Confirmed").waitFor();
  await expect.poll(() => keptTransactions(page)).toBe(0);
  await expect.poll(() => landedOf(tribe, scene.member.address)).toBe(before + 1);
  await page.close();
});

it.runIf(isLongRun)(
  "says after 120 s that nobody has answered yet, lets the person look again or leave, and tells the end all the same",
  async () => {
    const tab = await openTab(scene);
    const { page } = tab;
    const before = await landedOf(tribe, scene.member.address);
    await page.route("**/api/v2/factory/trade*", (route) =>
      route.request().method() === "POST" ? route.fallback() : route.abort("connectionreset"),
    );
    // No frame tells it either.
    await page.routeWebSocket("**/ws*", () => undefined);
    await reachSale(page, "0.25");
    await confirmInWallet(page);
    await status(page, "Processing...").waitFor();
    await expect.poll(() => keptTransactions(page)).toBe(1);
    await page.clock.fastForward(121_000);
    // The timers have run; the clock itself must fit the server's again, or it takes no call.
    await page.clock.setSystemTime(new Date());
    await status(page, "Transaction confirmation timeout").waitFor();
    expect(await accessFaults(page, "phone-truth-timeout")).toEqual([]);
    const lookAgain = page.getByRole("button", { name: "Check again" });
    // Answers wait for the test, so that the dialog is seen looking.
    const tickets = await holdCalls(page, "**/api/v2/factory/trade*", {
      matches: (request) => request.method() !== "POST",
      fault: "lost",
    });
    await lookAgain.click();
    await status(page, "Checking…").waitFor();
    await expect.poll(tickets.count).toBeGreaterThan(0);
    expect(await lookAgain.getAttribute("aria-busy")).toBe("true");
    expect(await accessFaults(page, "phone-truth-looking")).toEqual([]);
    tickets.release();
    await page.getByText(/^Checked at .*: no answer yet\.$/).waitFor();
    await expect.poll(() => lookAgain.getAttribute("aria-busy")).toBeNull();
    expect(await accessFaults(page, "phone-truth-looked")).toEqual([]);
    await status(page, "Transaction confirmation timeout").waitFor();
    await expect.poll(() => keptTransactions(page)).toBe(1);

    await page.keyboard.press("Escape");
    await page.getByRole("dialog").first().waitFor({ state: "detached" });
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.getByText("Transaction Confirmed").waitFor();
    await expect.poll(() => keptTransactions(page)).toBe(0);
    await expect.poll(() => landedOf(tribe, scene.member.address)).toBe(before + 1);

    // What lies there until it is taken away keeps nobody from the next trade: the wallet takes no press while it is covered.
    await begin(page, "Buy", "1.5");
    await readyToConfirm(tab.page);
    expect(await accessFaults(page, "phone-truth-notice-waits")).toEqual([]);
    await pressInFrame(tab.wallet().getByRole("button", { name: "Cancel" }));
    await page.keyboard.press("Escape");
    await page.getByText("Transaction Confirmed").waitFor();
    await page.close();
  },
);

it("says that a creation is overdue, lets the person leave, and shows its end when it comes", async () => {
  const visitor = await newVisitor(browser, phone);
  const first = visitor.page;
  onTestFailed(async () => {
    for (const [index, at] of first.context().pages().entries()) await picture(at, `failed-overdue-creation-${index}`);
    process.stdout.write(`${visitor.complaints.join("\n")}\n`);
  });
  await visit(first, tribe.appUrl);
  await first.getByRole("banner").getByRole("button", { name: "Sign in" }).click();
  await signInByMail(first, tribe.mailUrl(), "overdue@example.com");
  await meetWallet(first);
  await connectXOnPage(first, "Mara Ember");
  await fundByCard(first, "5");
  await first.getByRole("button", { name: "Enter the app" }).waitFor();

  const page = await first.context().newPage();
  // What the page lets go by its reload, another tab would pick up.
  await first.close();
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await page.clock.install();
  await visit(page, tribe.appUrl);
  await button("Create your Tribe").click();
  await button("Create").click();
  // What prepares it gets through; nothing that hands it in or asks for it does.
  await page.route("**/api/v1/factory/createToken*", (route) =>
    route.request().method() === "POST" ? route.continue() : route.abort("connectionreset"),
  );
  // The first thing that this wallet signs.
  await readyToConfirm(page);
  await expectStill(page);
  await confirmInWallet(page);
  await page.getByText("Processing transaction").waitFor();
  await page.getByRole("dialog").getByRole("link", { name: "View on Explorer" }).waitFor();
  await page.clock.fastForward(121_000);
  // The timers have run; the clock itself must fit the server's again, or it takes no call.
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

it("shows no words in the wallet's box before their font is there: they would move under the finger", async () => {
  const { page } = await openTab(scene);
  const isAsked = page.waitForRequest((request) => /getMultipleAccounts/.test(request.postData() ?? ""));
  const seen: string[] = [];
  // On a slow line the font comes after all else that the box asks for.
  await page.route(/inter-latin-wght.*\.woff2/, async (route) => {
    const frame = route.request().frame();
    if (frame !== page.mainFrame()) {
      await isAsked;
      seen.push((await frame.locator("#root").textContent()) ?? "");
    }
    await route.continue();
  });
  await reachSale(page, "0.25");
  await readyToConfirm(page);
  expect(new Set(seen)).toEqual(new Set([""]));
  await expectStill(page);
});
