import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { newVisitor, phone, type Visitor, visit } from "../support/page/browser.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import { enterProduct, leaveProduct } from "../support/product/shared-product.ts";
import type { Tribe } from "../support/product/tribe.ts";

// Sign-in with Google and the connection of Farcaster on a phone; each test has its own browser.

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
  reportFailure("identity", () => ({ visitors: [visitor], tribe }));
});

const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = (name: string) => page.getByRole("dialog", { name });
const leaveForGoogle = async () => {
  await page.getByRole("banner").getByRole("button", { name: "Sign in" }).click();
  await button("Continue with Google").click();
  await page.getByRole("heading", { name: "Choose an account" }).waitFor();
};
const wallet = async (): Promise<string> =>
  (await page
    .getByRole("button", { name: /^Copy address/ })
    .first()
    .getAttribute("title")) ?? "none";

it("takes a new person from Google to their own wallet, and to the same one the next time", async () => {
  await visit(page, `${tribe.appUrl}/?tab=migrated`);
  await page.getByRole("banner").getByRole("button", { name: "Sign in" }).click();
  await button("Continue with Google").waitFor();
  await button("Continue with Google").click();
  await page.getByRole("button", { name: "Mara Ember" }).click();
  await dialog("Your wallet is ready").waitFor();
  // The OAuth code is not in the URL, nor in the history.
  await expect.poll(() => page.url()).toBe(`${tribe.appUrl}/?tab=migrated`);
  const made = await wallet();
  await dialog("Your wallet is ready").getByRole("button", { name: "Later" }).click();
  await dialog("Connect social").getByRole("button", { name: "Later" }).click();
  await button("Enter the app").click();
  await page.getByRole("link", { name: "You", exact: true }).click();
  await page.getByText("mara.ember@gmail.com").waitFor();
  await button("Sign out").click();
  await page.getByText("You're signed out").waitFor();
  await leaveForGoogle();
  await page.getByRole("button", { name: "Mara Ember" }).click();
  await page.getByText("mara.ember@gmail.com").waitFor();
  expect(await wallet()).toBe(made);
});

it("connects Farcaster with an approval on another device, accepts it as the social account, and unlinks it", async () => {
  await visit(page, tribe.appUrl);
  await leaveForGoogle();
  await page.getByRole("textbox", { name: "E-mail" }).fill("caster@gmail.com");
  await button("Next").click();
  await dialog("Your wallet is ready").getByRole("button", { name: "Later" }).click();
  await dialog("Connect social").getByText("Connect your social to get the full experience").waitFor();
  await button("Connect Farcaster").click();
  await dialog("Connect Farcaster").getByRole("img", { name: "QR code that opens Farcaster" }).waitFor();
  const [approval] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("link", { name: "Open Farcaster" }).click(),
  ]);
  await approval.getByRole("button", { name: "Ada Okafor" }).click();
  await approval.getByRole("heading", { name: "Approved" }).waitFor();
  await approval.close();
  await page.getByText("Farcaster account connected").waitFor();
  // The requirement is met, so the next step is shown.
  await button("Enter the app").click();
  await page.getByRole("link", { name: "You", exact: true }).click();
  await button("Manage socials @ada on Farcaster").click();
  await dialog("Manage socials").getByRole("button", { name: "Connect X" }).waitFor();
  await button("Unlink Farcaster").click();
  await dialog("Unlink Farcaster?").getByRole("button", { name: "Unlink" }).click();
  await page.getByText("Farcaster account unlinked").waitFor();
  await dialog("Manage socials").getByRole("button", { name: "Connect Farcaster" }).waitFor();
});
