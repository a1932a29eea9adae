import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { apiCall, strike } from "../support/faults.ts";
import { accessFaults, openBrowser, phone } from "../support/page/browser.ts";
import { pressInFrame } from "../support/page/press-in-frame.ts";
import { openTwoBrowsers } from "../support/people/two-browsers.ts";
import { startTribe, type Tribe } from "../support/product/tribe.ts";

// One person with two browsers, whose request for the wallet ends without an answer.

let tribe: Tribe;
let browser: Browser;

beforeAll(async () => {
  [tribe, browser] = await Promise.all([startTribe(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await tribe?.stop();
});

it("reports the end of a request that gets no answer from here: withdrawn there, or answered without an acknowledgement", async () => {
  const { own, wallet, question, askToSend, askOtherDevice, close } = await openTwoBrowsers(
    tribe,
    browser,
    "asker@example.com",
  );
  await askToSend();
  await askOtherDevice();
  await question().waitFor();
  await pressInFrame(wallet().getByRole("button", { name: "Cancel" }));
  await own
    .getByRole("region", { name: "The request is over" })
    .getByText(/^This request is over\./)
    .waitFor();
  expect(await accessFaults(own, "second-device-over")).toEqual([]);

  await askToSend();
  await askOtherDevice();
  await question().waitFor();
  const struck = await strike(own, apiCall("POST", "/wallet/approval/end"), { fault: "unanswered" });
  await question().getByRole("button", { name: "Refuse", exact: true }).click();
  await own.getByRole("region", { name: "Refused" }).getByText("That browser gets nothing.").waitFor();
  expect(struck()).toBe(1);
  await own.unrouteAll();
  await wallet().getByText("Your other device refused this.").waitFor();
  await close();
});

it("the first browser is notified of the second one's request, without details, and refuses it", async () => {
  const { first, second, own, wallet, question, askToSend, askOtherDevice, close } = await openTwoBrowsers(
    tribe,
    browser,
    "refuser@example.com",
  );
  expect(await first.page.getByText("Your wallet has a question for you").count()).toBe(0);
  await askToSend();
  await wallet().getByText("A device of yours that has it can give it to this one.").waitFor();
  expect(await accessFaults(second.page, "second-device-offer-phone-light")).toEqual([]);
  await askOtherDevice();
  await wallet().getByText("Waiting for your other device...").waitFor();
  expect(await accessFaults(second.page, "second-device-asked-phone-light")).toEqual([]);

  await first.page.getByText("Your wallet has a question for you").waitFor();
  expect(await accessFaults(first.page, "second-device-told-desktop-dark")).toEqual([]);
  await question().getByText("This machine").waitFor();
  expect(await accessFaults(own, "second-device-question-desktop-dark")).toEqual([]);
  await own.setViewportSize(phone.viewport);
  await own.emulateMedia({ colorScheme: "light" });
  expect(await accessFaults(own, "second-device-question-phone-light")).toEqual([]);
  await question().getByRole("button", { name: "Refuse", exact: true }).click();
  await own.getByRole("region", { name: "Refused" }).getByText("That browser gets nothing.").waitFor();
  await wallet().getByText("Your other device refused this.").waitFor();
  await askOtherDevice();
  await question().waitFor();
  await close();
});
