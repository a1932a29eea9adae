import { createPerson } from "@tribe/devkit";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { holdCalls } from "../support/faults.ts";
import {
  askForCode,
  confirmInWallet,
  connectXOnPage,
  fundByCard,
  lastMailAt,
  meetWallet,
  messageInChat,
  readCode,
  signInByMail,
  writeMessage,
} from "../support/page/at-the-page.ts";
import { accessFaults, idle, newVisitor, phone, type Visitor, visit } from "../support/page/browser.ts";
import { maxShift, worstShift } from "../support/page/layout-shifts.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import { putAnswersBack, setAnswersAside } from "../support/page/stored-answers.ts";
import { enterProduct, leaveProduct } from "../support/product/shared-product.ts";
import type { Tribe } from "../support/product/tribe.ts";

// A new person's first minutes on a phone; each test has its own browser.

let tribe: Tribe;
let browser: Browser;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  ({ tribe, browser } = await enterProduct());
});
afterAll(leaveProduct);
beforeEach(async () => {
  visitor = await newVisitor(browser, phone);
  page = visitor.page;
  reportFailure("first-minutes", () => ({ visitors: [visitor], tribe }));
});

const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = (name: string) => page.getByRole("dialog", { name });
const signIn = () => page.getByRole("banner").getByRole("button", { name: "Sign in" }).click();
const checkAccess = async (name: string) => expect(await accessFaults(page, `first-${name}`)).toEqual([]);

it("leads a new person from the home page to their first message, explains SOL before it costs any, and explains once how it works", async () => {
  const began = performance.now();
  await visit(page, tribe.appUrl);
  await signIn();
  await signInByMail(page, tribe.mailUrl(), "first-stranger@example.com");
  await meetWallet(page);
  await connectXOnPage(page, "Mara Ember", "first_mara");
  const funds = dialog("Add SOL");
  await funds.getByText("With SOL you buy its token, and enough of it is your seat.").waitFor();
  await funds.getByText("Next: how it works.").waitFor();
  await funds.getByRole("button", { name: "How it works" }).click();
  await dialog("How it works").getByRole("button", { name: "OK" }).click();
  await fundByCard(page, "1");
  await dialog("How it works").getByRole("button", { name: "Enter the app" }).click();
  await button("Create your Tribe").click();
  await button("Create").click();
  await confirmInWallet(page);
  await button("Open your chat").click();
  await writeMessage(page, "Hello");
  await messageInChat(page, "Hello").waitFor();
  process.stdout.write(
    `From the front page to the first message: ${((performance.now() - began) / 1_000).toFixed(1)} s\n`,
  );
});

it("returns to the code step after a reload, accepts the mailed code, and promises only what the wallet does", async () => {
  const email = "first-reloads@example.com";
  await visit(page, tribe.appUrl);
  await signIn();
  await page.getByText("We'll e-mail you a 6-digit code.").waitFor();
  const before = await lastMailAt(tribe.mailUrl(), email);
  await askForCode(page, email);
  const code = await readCode(tribe.mailUrl(), email, before);
  await page.reload();
  await dialog("Check your e-mail").getByText(email).waitFor();
  await page.getByText("Next: your wallet, made on this device.").waitFor();
  await checkAccess("code");
  // Entering the same address again requests no new code while this one is fresh.
  await button("Use another e-mail").click();
  await button("Send code").click();
  await page.getByRole("textbox", { name: "Code" }).fill(code);
  await dialog("Your wallet is ready").waitFor();
  await page.getByText("Only you can spend from it.").waitFor();
  await page.getByText("Next: connect X, so people know you.").waitFor();
  await checkAccess("wallet-ready");
});

it("keeps postponed steps on Home until they are done, and says why a connection to X failed", async () => {
  const first = await createPerson({ appUrl: tribe.appUrl });
  await first.connectX({ name: "First Owner", username: "first_owner" });
  await visit(page, `${tribe.appUrl}/you`);
  await button("Sign in with e-mail").click();
  await signInByMail(page, tribe.mailUrl(), "first-later@example.com");
  await dialog("Your wallet is ready").getByRole("button", { name: "Later" }).click();
  await dialog("Connect social").getByRole("button", { name: "Later" }).click();
  await dialog("How it works").waitFor();
  await checkAccess("how-it-works");
  await button("Enter the app").click();
  await dialog("How it works").waitFor({ state: "detached" });

  await page.getByRole("link", { name: "Home", exact: true }).click();
  const setup = page.getByRole("region", { name: "Finish setting up" });
  await setup.getByRole("button", { name: "Add SOL" }).waitFor();
  await checkAccess("finish-setting-up");

  await page.getByRole("link", { name: "You", exact: true }).click();
  await page.getByRole("button", { name: /^Connect social/ }).click();
  await button("Connect X").click();
  await button("Cancel").click();
  const refusal = dialog("Connect social").getByRole("alert");
  await refusal.getByText("X wasn't connected").waitFor();
  await refusal.getByText("You cancelled at X, or X didn't confirm it.").waitFor();
  expect(new URL(page.url()).pathname).toBe("/you");
  await button("Connect X").click();
  await page.getByLabel("Display name").fill("First Owner");
  await page.getByLabel("Handle").fill("first_owner");
  await button("Continue").click();
  await refusal.getByText("This social account belongs to someone else").waitFor();
  await refusal.getByText("unlink this one in the Tribe account that has it", { exact: false }).waitFor();
  await checkAccess("x-is-taken");
  await dialog("Connect social").getByRole("button", { name: "Close" }).click();
  await dialog("Connect social").waitFor({ state: "detached" });

  await page.getByRole("link", { name: "Home", exact: true }).click();
  await setup.getByRole("button", { name: "Connect X" }).click();
  await dialog("Connect social").waitFor();
  await connectXOnPage(page, "Jonas Fell", "first_jonas");
  await setup.getByRole("button", { name: "Add SOL" }).waitFor();
  await expect.poll(() => setup.getByRole("button", { name: "Connect X" }).count()).toBe(0);

  // Keep the answers from before the deposit: a page that is opened with them starts with outdated data.
  await expect.poll(async () => (await setAnswersAside(page)).join()).toContain('["balance"');
  await setup.getByRole("button", { name: "Add SOL" }).click();
  await fundByCard(page, "1");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("tribe:v1:home-notices"))).toBe("0");
  await putAnswersBack(page);
  // On a slow connection the cache is shown long before the answers arrive.
  await page.route(/\/api\/v1\/signIn$|rpc/, async (route) => {
    await page.getByRole("tab", { name: "Leaderboard" }).waitFor({ state: "attached" });
    await idle(page);
    await route.continue();
  });
  await page.reload();
  await page.getByRole("tab", { name: "Leaderboard" }).waitFor();
  await page.waitForLoadState("networkidle");
  expect(await setup.count()).toBe(0);
  const { sum, moved } = await worstShift(page);
  expect(sum, moved.join("; ")).toBeLessThanOrEqual(maxShift);
});

it("does not restart a completed sign-up because of outdated cached answers, and shows Home", async () => {
  const making = await holdCalls(page, "**/v1/wallet/sharing");
  await visit(page, tribe.appUrl);
  await signIn();
  await signInByMail(page, tribe.mailUrl(), "first-kept@example.com");
  await expect.poll(making.count).toBe(1);
  // Cached here: the person is signed in and has no wallet yet.
  await expect.poll(async () => (await setAnswersAside(page)).join()).toContain('["localUser"]');
  making.release();
  await dialog("Your wallet is ready").getByRole("button", { name: "Later" }).click();
  await dialog("Connect social").getByRole("button", { name: "Later" }).click();
  await button("Enter the app").waitFor();

  // As in a page that was closed within a second, the cache holds no more than that.
  const first = page;
  page = await first.context().newPage();
  await first.close();
  await page.goto(`${tribe.appUrl}/healthz`);
  await putAnswersBack(page);
  const signIns = await holdCalls(page, "**/api/v1/signIn");
  const isRunning = page.waitForResponse(/\/FlowRunner-[^/]+\.js$/);
  await visit(page, tribe.appUrl);
  await isRunning;
  await button("Create your Tribe").waitFor();
  await idle(page);
  expect(await page.getByRole("dialog").count()).toBe(0);
  await expect.poll(signIns.count).toBeGreaterThan(0);
  signIns.release();
  await page.getByText("Finish setting up").waitFor();
  await button("Create your Tribe").click();
  await dialog("Connect social").waitFor();
});
