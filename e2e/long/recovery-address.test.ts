import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { lastMailAt, readFromMail } from "../support/page/at-the-page.ts";
import { accessFaults, desktop, newVisitor, openBrowser, phone, type Visitor } from "../support/page/browser.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import { openWalletPage, proveByMail, section, signUpOnPage } from "../support/page/wallet-page.ts";
import { startTribe, type Tribe } from "../support/product/tribe.ts";

const email = "mara@kit.example";
let tribe: Tribe;
let browser: Browser;
let visitor: Visitor;

beforeAll(async () => {
  [tribe, browser] = await Promise.all([startTribe(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await tribe?.stop();
});
const printOnFailure = () => reportFailure("recovery-kit", () => ({ visitors: [visitor], tribe }));

it("changes the recovery address by a link to the new one, and the previous one stops it in another browser", async () => {
  printOnFailure();
  visitor = await newVisitor(browser, desktop);
  await signUpOnPage(visitor.page, tribe, email);
  const own = await openWalletPage(visitor.page, tribe);
  await section(own, "Recovery address").getByRole("button", { name: "Change it" }).click();
  const proven = await proveByMail(own, "Recovery address", tribe, email);
  const change = section(proven, "Recovery address");
  await change.getByRole("button", { name: "Change it" }).click();
  const next = "mara.new@kit.example";
  await change.getByRole("textbox", { name: "New address" }).fill("nobody");
  await change.getByRole("button", { name: "Send the link" }).click();
  await change.getByRole("alert").waitFor();
  await change.getByRole("textbox", { name: "New address" }).fill(next);
  expect(await accessFaults(proven, "own-page-new-address-desktop")).toEqual([]);
  const before = await lastMailAt(tribe.mailUrl(), email);
  await change.getByRole("button", { name: "Send the link" }).click();
  await change.getByText("We sent a link to").waitFor();
  const link = await readFromMail(tribe.mailUrl(), { email: next, after: -1, what: /(https?:\S+#email=\S+)/ });
  const stranger = await newVisitor(browser, phone);
  await stranger.page.goto(link);
  await stranger.page.getByRole("heading", { name: "Open this link in the browser that asked" }).waitFor();
  expect(await accessFaults(stranger.page, "email-link-elsewhere-phone")).toEqual([]);
  const tab = await own.context().newPage();
  await tab.goto(link);
  await tab.getByRole("button", { name: "Use this address" }).click();
  await tab.getByRole("heading", { name: "This is your address" }).waitFor();
  await visitor.page.goto(`${tribe.appUrl}/you/security`);
  await visitor.page.getByText(`another recovery address, ${next}`).waitFor();
  expect(await accessFaults(visitor.page, "security-new-address-desktop")).toEqual([]);
  // The previous address gets the link by mail, which may be opened in any browser.
  const stop = await readFromMail(tribe.mailUrl(), { email, after: before, what: /(https?:\S+#stop=\S+)/ });
  await stranger.page.goto(stop);
  await stranger.page.getByRole("heading", { name: "Keep your recovery address?" }).waitFor();
  expect(await accessFaults(stranger.page, "stop-page-phone")).toEqual([]);
  await stranger.page.getByRole("button", { name: "Stop the change" }).click();
  await stranger.page.getByRole("heading", { name: "Stopped: your recovery address stays" }).waitFor();
  await visitor.page.reload();
  await visitor.page.getByRole("link", { name: "Open your wallet's own page" }).waitFor();
  await visitor.page.getByText(`another recovery address, ${next}`).waitFor({ state: "detached" });
  await stranger.close();
});
