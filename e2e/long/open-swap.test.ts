import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rpcCall } from "../support/faults.ts";
import { confirmInWallet } from "../support/page/at-the-page.ts";
import { accessFaults, openBrowser, phone } from "../support/page/browser.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import { landedOf } from "../support/people/landed.ts";
import { startTribe, type Tribe } from "../support/product/tribe.ts";
import { enterPool, enterScene, openTab } from "../support/scene.ts";

let tribe: Tribe;
let browser: Browser;

beforeAll(async () => {
  [tribe, browser] = await Promise.all([startTribe(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await tribe?.stop();
});

it("returns to a swap with an unknown outcome, instead of making a second one", async () => {
  const scene = await enterPool(await enterScene(tribe, browser, phone, "openswap"));
  const { page: tab, member, mint, open } = await openTab(scene);
  reportFailure("swap-open", () => ({ visitors: [scene.visitor], tribe }));
  const press = (name: string) => tab.getByRole("button", { name, exact: true }).click();
  const confirmFrame = tab.locator('iframe[title="Confirm in your wallet"]');
  const begin = async () => {
    await press("Buy");
    await tab.getByRole("textbox", { name: "Amount" }).fill("0.1");
    await press("Next");
  };
  const sends = rpcCall("sendTransaction");
  await tab.route("**/*", (route, request) => (sends(request) ? route.abort("connectionreset") : route.fallback()));
  await open(`/token/${mint}`);
  const before = await landedOf(tribe, member.address);
  await begin();
  await confirmInWallet(tab);
  await tab.getByRole("dialog").getByText("Processing...").waitFor();
  await tab.clock.fastForward(121_000);
  // The timers have run; the clock must match the server's again, or the server refuses the calls.
  await tab.clock.setSystemTime(new Date());
  const timeout = tab.getByRole("dialog").getByText("Transaction confirmation timeout");
  await timeout.waitFor();
  await tab.keyboard.press("Escape");
  await timeout.waitFor({ state: "detached" });

  await begin();
  await timeout.waitFor();
  await tab.getByText("You still have an open trade in this token. Finish it or wait a moment.").waitFor();
  expect(await confirmFrame.count()).toBe(0);
  expect(await accessFaults(tab, "swap-still-open")).toEqual([]);
  await tab.unrouteAll({ behavior: "ignoreErrors" });
  await tab.getByRole("dialog").getByText("Transaction Confirmed").waitFor();
  // Only the dialog shows its end, and no additional notice.
  expect(await tab.getByText("Transaction Confirmed").count()).toBe(1);
  await press("OK");
  await expect.poll(() => landedOf(tribe, member.address)).toBe(before + 1);

  await begin();
  await confirmFrame.waitFor();
  await scene.visitor.close();
});
