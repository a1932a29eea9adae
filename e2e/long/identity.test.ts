import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { lastMailAt, readCode, signInByMail } from "../support/page/at-the-page.ts";
import { accessFaults, newVisitor, phone, type Visitor, visit } from "../support/page/browser.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import { enterProduct, leaveProduct } from "../support/product/shared-product.ts";
import type { Tribe } from "../support/product/tribe.ts";

// Sign-in with Google to an account that a mailed code has made.

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

it("asks for a mailed code when the address has an account, and signs in to that account from then on", async () => {
  const email = "ada@okafor.example";
  await visit(page, tribe.appUrl);
  await page.getByRole("banner").getByRole("button", { name: "Sign in" }).click();
  await signInByMail(page, tribe.mailUrl(), email);
  await dialog("Your wallet is ready").waitFor();
  const made = await wallet();
  await visitor.close();

  visitor = await newVisitor(browser, phone);
  page = visitor.page;
  await visit(page, `${tribe.appUrl}/you`);
  const before = await lastMailAt(tribe.mailUrl(), email);
  await leaveForGoogle();
  await page.getByRole("button", { name: "Ada Okafor" }).click();
  await dialog("Check your e-mail").getByText("link your Google account").waitFor();
  expect(await accessFaults(page, "google-code")).toEqual([]);
  await page.getByRole("textbox", { name: "Code" }).fill(await readCode(tribe.mailUrl(), email, before));
  await page.getByText("Your Google account is linked").waitFor();
  await button("Review devices").click();
  await button("Sign out everywhere else").waitFor();
  await visit(page, `${tribe.appUrl}/you`);
  await page.getByText(email).waitFor();
  expect(await wallet()).toBe(made);
});
