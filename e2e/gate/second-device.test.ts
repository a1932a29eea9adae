import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { confirmInWallet } from "../support/page/at-the-page.ts";
import { phone } from "../support/page/browser.ts";
import { primaryButtons } from "../support/page/screen-faults.ts";
import { openTwoBrowsers } from "../support/people/two-browsers.ts";
import { enterProduct, leaveProduct } from "../support/product/shared-product.ts";
import type { Tribe } from "../support/product/tribe.ts";

// One person with two browsers: the one with the wallet shares it with the other one, or refuses.

let tribe: Tribe;
let browser: Browser;

beforeAll(async () => {
  ({ tribe, browser } = await enterProduct());
});
afterAll(leaveProduct);

it("shares the wallet with the browser whose number is typed, over a reload in both, and that one signs", async () => {
  const { second, own, recipient, wallet, question, askToSend, askOtherDevice, close } = await openTwoBrowsers(
    tribe,
    browser,
    "sharer@example.com",
  );
  await askToSend();
  await askOtherDevice();
  await question().getByRole("button", { name: "It's me, go on" }).click();
  const shown = wallet().locator("[data-number]");
  const number = await shown.getAttribute("data-number");
  expect(number).toMatch(/^[0-9]{9}$/);
  await question().getByRole("textbox", { name: "The number on that browser's screen" }).waitFor();

  // While another browser waits for an answer, giving it is the page's main action.
  await own.setViewportSize({ width: 1280, height: 2_400 });
  expect(await primaryButtons(own)).toEqual(["Give it my wallet"]);
  await own.setViewportSize(phone.viewport);

  // Back closes the dialog, and the request stays open.
  await second.page.goBack();
  await second.page.getByRole("dialog").first().waitFor({ state: "detached" });
  await askToSend();
  await shown.waitFor();
  expect(await shown.getAttribute("data-number")).toBe(number);
  await Promise.all([own.reload(), second.page.reload()]);
  // The request continues with the same number once the wallet is needed again.
  await askToSend();
  await shown.waitFor();
  expect(await shown.getAttribute("data-number")).toBe(number);
  const typed = question().getByRole("textbox", { name: "The number on that browser's screen" });
  await typed.fill("123 456 789");
  await question().getByRole("button", { name: "Give it my wallet" }).click();
  await question().getByText("That isn't the number.").waitFor();
  await typed.fill((number ?? "").replace(/(...)/g, "$1 ").trim());
  await typed.press("Enter");
  await own.getByRole("region", { name: "Approved" }).getByText("That browser has your wallet").waitFor();

  await wallet().getByText(recipient, { exact: true }).waitFor();
  await confirmInWallet(second.page);
  await second.page.getByRole("dialog").getByText("Transaction Confirmed").waitFor();
  await close();
});
