import type { Mint } from "@tribe/contract";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFailed } from "vitest";
import { apiCall, strike } from "./support/faults.ts";
import {
  confirmInWallet,
  connectXOnPage,
  fundByCard,
  lastMailAt,
  offlineBanner,
  readCode,
  readyToConfirm,
} from "./support/page/at-the-page.ts";
import {
  accessFaults,
  asPeopleHaveIt,
  newVisitor,
  openBrowser,
  phone,
  picture,
  type Visitor,
  visit,
} from "./support/page/browser.ts";
import { forgetShifts, maxShift, worstShift } from "./support/page/layout-shifts.ts";
import { createTrader, tokens } from "./support/people/people.ts";
import { startTribe, type Tribe } from "./support/product/tribe.ts";

// The main job of a newcomer on a phone whose line is gone at each step: the page says so, nothing that was typed is lost, and it goes on
// when the line is back. What was signed without a line: outcomes.test.ts; what was written: states.test.ts.

let tribe: Tribe;
let browser: Browser;
let visitor: Visitor;
let page: Page;
let mint: Mint;

beforeAll(async () => {
  [tribe, browser] = await Promise.all([startTribe(), openBrowser()]);
  const chief = await createTrader(tribe.appUrl, "chief");
  mint = await chief.createTribe(tokens(1));
  visitor = await newVisitor(browser, phone, asPeopleHaveIt);
  page = visitor.page;
});
afterAll(async () => {
  await browser?.close();
  await tribe?.stop();
});
beforeEach(({ task }) => {
  onTestFailed(async () => {
    await picture(page, `failed-offline-${task.name}`.replace(/[^a-z0-9]+/gi, "-"));
    process.stdout.write(`${page.url()}\n${visitor.complaints.join("\n")}\n${tribe.output().slice(-2_000)}\n`);
  });
});

const button = (name: string) => page.getByRole("button", { name, exact: true });
const amount = () => page.getByRole("textbox", { name: "Amount" });
const code = () => page.getByRole("textbox", { name: "Code" });
const look = async (name: string) => expect(await accessFaults(page, `offline-${name}`)).toEqual([]);
/** Waits until the browser has kept every part of the app: without a line no other can be had. */
const hasWholeApp = () => page.evaluate(async () => void (await navigator.serviceWorker.ready));
/** Does something while the line is gone, which the page says, and has the line back. */
const withoutLine = async (name: string, work: () => Promise<unknown>): Promise<void> => {
  await page.context().setOffline(true);
  await work();
  await offlineBanner(page).waitFor();
  await look(name);
  await page.context().setOffline(false);
};

it("keeps the address and the code of a sign-in, and goes on with them by itself when the line is back", async () => {
  await visit(page, `${tribe.appUrl}/token/${mint}`);
  await button("Buy").click();
  const email = "offline@example.com";
  await page.getByRole("textbox", { name: "E-mail" }).fill(email);
  const before = await lastMailAt(tribe.mailUrl(), email);
  await withoutLine("send-code", async () => {
    await button("Send code").click();
    await page.locator("button[aria-busy=true]", { hasText: "Send code" }).waitFor();
    expect(await page.getByRole("textbox", { name: "E-mail" }).inputValue()).toBe(email);
  });
  await code().waitFor();
  const digits = await readCode(tribe.mailUrl(), email, before);
  await withoutLine("code", async () => {
    await code().fill(digits);
    await page.locator("button[aria-busy=true]", { hasText: "Sign in" }).waitFor();
    // A box for each digit.
    const boxes = page.getByRole("dialog").locator("input");
    expect(
      await boxes.evaluateAll((all) => all.map((box) => (box instanceof HTMLInputElement ? box.value : "")).join("")),
    ).toContain(digits);
  });
  await amount().waitFor();
});

it("says that nothing was paid when a purchase can't be prepared, and goes on with its amount when the line is back", async () => {
  await amount().fill("11");
  await button("Deposit").click();
  await fundByCard(page, "3");
  await expect.poll(() => amount().inputValue()).toBe("11");
  await button("Next").click();
  await connectXOnPage(page, "Jonas Fell");
  await expect.poll(() => amount().inputValue()).toBe("11");
  await hasWholeApp();
  await withoutLine("prepare", async () => {
    await button("Next").click();
    await page.getByText("Nothing was signed and nothing was paid.").waitFor();
  });
  await button("OK").click();
  await expect.poll(() => amount().inputValue()).toBe("11");
  await button("Next").click();
  await readyToConfirm(page);
  await forgetShifts(page);
  await confirmInWallet(page);
  await page.waitForURL(`**/chat/${mint}`);
  // The first purchase of somebody has the tallest box, which says below its buttons that it is being signed.
  const { sum, moved } = await worstShift(page);
  expect(sum, moved.join("; ")).toBeLessThanOrEqual(maxShift);
});

it("keeps a Tribe that is being created through each step without a line, and completes it when the line is back", async () => {
  await visit(page, tribe.appUrl);
  await page.getByRole("button", { name: "Create your Tribe" }).click();
  await expect.poll(() => button("Create").isEnabled()).toBe(true);
  await hasWholeApp();
  await amount().fill("7");
  // The form: what is typed stays, and a press says that nothing was paid.
  await withoutLine("create-form", async () => {
    await button("Create").click();
    await page.getByText("Nothing was signed and nothing was paid.").waitFor();
  });
  await button("OK").click();
  await expect.poll(() => amount().inputValue()).toBe("7");
  await expect.poll(() => button("Create").isEnabled()).toBe(true);
  await button("Create").click();
  // The wallet's box: it stays, and waits for the line.
  const confirm = await readyToConfirm(page);
  await withoutLine("create-confirm", async () => {
    await offlineBanner(page).waitFor();
    await confirm.waitFor();
  });
  // What was signed is kept, and sent when the line is back.
  await strike(page, apiCall("PUT", "/v1/factory/createToken"), {
    fault: "lost",
    before: () => page.context().setOffline(true),
  });
  await confirmInWallet(page);
  await offlineBanner(page).waitFor();
  await look("create-sending");
  // The wait for the chain: the answer to the signature is the last that comes; what is under way is picked up again without a line, too.
  await page.route("**/v1/factory/createToken", async (route) => {
    if (route.request().method() !== "PUT") return route.fallback();
    const response = await route.fetch();
    await page.context().setOffline(true);
    return route.fulfill({ response });
  });
  await page.context().setOffline(false);
  await offlineBanner(page).waitFor({ state: "detached" });
  await offlineBanner(page).waitFor();
  await look("create-waiting");
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.reload();
  await offlineBanner(page).waitFor();
  await page.getByRole("dialog").waitFor();
  await look("create-reloaded");
  await page.context().setOffline(false);
  await page.getByText("Completed").waitFor();
});
