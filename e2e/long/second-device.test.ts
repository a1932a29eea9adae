import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { apiCall, strike } from "../support/faults.ts";
import { accessFaults, openBrowser } from "../support/page/browser.ts";
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
