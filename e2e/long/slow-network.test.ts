import type { Mint } from "@tribe/contract";
import type { Person } from "@tribe/devkit";
import type { Browser, CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newVisitor, phone, visit } from "../support/page/browser.ts";
import { maxShift, worstShift } from "../support/page/layout-shifts.ts";
import { tokens } from "../support/people/people.ts";
import { signUpWithX } from "../support/people/signed-in-person.ts";
import { enterProduct, leaveProduct } from "../support/product/shared-product.ts";
import type { Tribe } from "../support/product/tribe.ts";

// Fonts and the parts of the script over a slow line; what late answers do to a page: apps/web/screens/slow-line.

let tribe: Tribe;
let browser: Browser;
let mints: readonly Mint[];
const names = ["WWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", "نورا NORA الحسن"] as const;

beforeAll(async () => {
  ({ tribe, browser } = await enterProduct());
  const people: readonly Person[] = (
    await Promise.all(names.map((name, index) => signUpWithX(tribe, `slow${index}`, name)))
  ).map(({ person }) => person);
  mints = await Promise.all(people.map((person) => person.createTribe(tokens(1))));
});
afterAll(leaveProduct);

/** Slow 3G, with the values of the browsers' developer tools. */
const slowDown = async (to: Page): Promise<CDPSession> => {
  const session = await to.context().newCDPSession(to);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  return session;
};

it("has no layout shift while it loads over slow 3G, and shows no control that does not respond", async () => {
  const opens = async (path: string) => {
    const slow = await newVisitor(browser, phone);
    await slowDown(slow.page);
    await visit(slow.page, `${tribe.appUrl}${path}`, { waitUntil: "commit" });
    await slow.page.getByText(names[1]).first().waitFor();
    // The first paint has text and figures; controls appear only with the script.
    const dead = await slow.page.evaluate(() =>
      document.querySelector("#main")
        ? 0
        : document.querySelectorAll("#root main :is(button, input, [role=button], [role=tab])").length,
    );
    expect(dead).toBe(0);
    await slow.page.locator("#main").waitFor({ timeout: 60_000 });
    await slow.page.waitForLoadState("networkidle");
    const { sum, moved } = await worstShift(slow.page);
    expect(sum, `${path}: ${moved.join("; ")}`).toBeLessThanOrEqual(maxShift);
    await slow.close();
  };
  // Each page has its own throttled connection, so they can load in parallel.
  await Promise.all(["/", `/token/${mints[1]}`].map(opens));
});
