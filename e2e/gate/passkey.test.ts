import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { plugIn } from "../support/page/authenticator.ts";
import { newVisitor, openBrowser, phone } from "../support/page/browser.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import { openWalletPage, signUpOnPage } from "../support/page/wallet-page.ts";
import { startTribe, type Tribe } from "../support/product/tribe.ts";

// A person's first passkey, on the real product, with Chromium's virtual authenticator.

let tribe: Tribe;
let browser: Browser;

beforeAll(async () => {
  [tribe, browser] = await Promise.all([startTribe({ hasOwnName: true }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await tribe?.stop();
});

it("a new person makes a passkey on the wallet's own page, and one without PRF is refused with nothing lost", async () => {
  const visitor = await newVisitor(browser, phone);
  const { page } = visitor;
  reportFailure("passkey", () => ({ visitors: [visitor], tribe }));
  await signUpOnPage(page, tribe, "keeper@example.com");
  const own = await openWalletPage(page, tribe);
  await own.getByRole("heading", { name: "What brings your wallet back" }).waitFor();

  const plain = await plugIn(own, { hasPrf: false });
  await own.getByRole("button", { name: "Add a passkey" }).click();
  await own.getByRole("alert").getByText("it lacks what browsers call PRF").waitFor();
  await own.getByRole("heading", { name: "This browser doesn't lock" }).waitFor();
  await plain.leave();

  const authenticator = await plugIn(own);
  await own.getByRole("button", { name: "Add a passkey" }).click();
  await own.getByText("Your passkey brings the wallet back, and locks this browser").waitFor();
  await own.getByRole("heading", { name: "This browser locks" }).waitFor();
  expect(await authenticator.credentials()).toHaveLength(1);
});
