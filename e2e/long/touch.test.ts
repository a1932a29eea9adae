import type { Mint } from "@tribe/contract";
import { createPerson, type Person } from "@tribe/devkit";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { forgetMailPace } from "../../apps/server/src/testing/forget-mail-pace.ts";
import { signInByMail } from "../support/page/at-the-page.ts";
import { accessFaults, loaded, newVisitor, openBrowser, phone, type Visitor, visit } from "../support/page/browser.ts";
import { maxShift, worstShift } from "../support/page/layout-shifts.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import { smallTargets } from "../support/page/targets.ts";
import { createTrader, sol, tokens } from "../support/people/people.ts";
import { newVisitorAs, signUpWithX } from "../support/people/signed-in-person.ts";
import { startTribe, type Tribe } from "../support/product/tribe.ts";

// Sizes of touch targets and layout shifts of many screens as the server writes them; any of them by itself: apps/web/screens.

let tribe: Tribe;
let browser: Browser;
let member: Person;
let mint: Mint;
let visitor: Visitor;

beforeAll(async () => {
  [tribe, browser] = await Promise.all([startTribe(), openBrowser()]);
  member = await createPerson({ appUrl: tribe.appUrl, email: "hand@example.com" });
  const [chief] = await Promise.all([
    createTrader(tribe.appUrl, "chief"),
    member.connectX({ name: "Hand", username: "hand" }),
    member.fundByAirdrop(sol(3)),
  ]);
  mint = await chief.createTribe(tokens(1));
  await member.trade(mint, { side: "buy", tokens: tokens(12) });
  // The first device's code was mailed a moment ago.
  await forgetMailPace(tribe.dataDir);
});
afterAll(async () => {
  await browser?.close();
  await tribe?.stop();
});
beforeEach(() => {
  reportFailure("hand", () => ({ visitors: [visitor] }));
});

const open = (page: Page, path: string) => visit(page, `${tribe.appUrl}${path}`);

it("has no touch target on a phone that is too small for a finger, and no layout shift", async () => {
  visitor = await newVisitor(browser, { ...phone, hasTouch: true });
  const { page } = visitor;
  const small: string[] = [];
  const check = async (name: string) => {
    await loaded(page);
    const { sum, moved } = await worstShift(page);
    expect(sum, `${name}: ${moved.join("; ")}`).toBeLessThanOrEqual(maxShift);
    const found = await smallTargets(page);
    small.push(...found.small.map((target) => `${name}: ${target}`));
    if (found.looked < 3) small.push(`${name}: only ${found.looked} targets seen`);
  };
  await open(page, "/");
  await check("home as a visitor");
  await page.getByRole("banner").getByRole("button", { name: "Sign in" }).click();
  // The dialog's main button is disabled until an address is entered.
  await page.getByRole("textbox", { name: "E-mail" }).fill(member.email);
  await check("sign in");
  await signInByMail(page, tribe.mailUrl(), member.email);
  await page.getByRole("dialog").first().waitFor({ state: "detached" });
  for (const path of ["/", "/tribes", "/wallet", "/you", "/earnings", `/token/${mint}`, `/chat/${mint}`]) {
    await open(page, path);
    await check(path.replace(mint, "mint"));
  }
  await open(page, `/token/${mint}`);
  await page.getByRole("button", { name: "Buy", exact: true }).click();
  await page.getByRole("textbox", { name: "Amount" }).waitFor();
  await check("trade");
  expect(small).toEqual([]);
  await visitor.close();
});

it("shows the wallet's own address in its frame without faults", async () => {
  const somebody = await signUpWithX(tribe, "receiver");
  visitor = await newVisitorAs(browser, phone, somebody);
  const { page } = visitor;
  await open(page, "/wallet");
  await page.getByRole("button", { name: "Receive" }).click();
  // The wallet's own frame renders this.
  const address = page.frameLocator('iframe[title="Your wallet\'s address"]');
  await address.getByRole("img", { name: "QR code of your address" }).waitFor();
  await address.getByText(somebody.person.address, { exact: true }).waitFor();
  expect(await accessFaults(page, "hand-receive")).toEqual([]);
  await visitor.close();
});
