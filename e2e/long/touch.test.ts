import { type Mint, routes } from "@tribe/contract";
import { createPerson, type Person } from "@tribe/devkit";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFailed } from "vitest";
import { forgetMailPace } from "../../apps/server/src/testing/forget-mail-pace.ts";
import { holdCalls } from "../support/faults.ts";
import { signInByMail } from "../support/page/at-the-page.ts";
import {
  accessFaults,
  desktop,
  loaded,
  newVisitor,
  openBrowser,
  phone,
  picture,
  type Visitor,
  visit,
} from "../support/page/browser.ts";
import { setAnswersAside } from "../support/page/kept-answers.ts";
import { maxShift, worstShift } from "../support/page/layout-shifts.ts";
import { smallTargets } from "../support/page/targets.ts";
import { createTrader, sol, tokens } from "../support/people/people.ts";
import { newVisitorAs, signUpWithX } from "../support/people/signed-in-person.ts";
import { startTribe, type Tribe } from "../support/product/tribe.ts";

// Sizes of touch targets, layout shifts and accessibility of many screens.

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
  onTestFailed(async () => {
    await picture(visitor.page, "failed-hand");
    process.stdout.write(`${visitor.complaints.join("\n")}\n`);
  });
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

it("shows Wallet and You without faults on each screen and in each theme", async () => {
  const somebody = await signUpWithX(tribe, "receiver");
  visitor = await newVisitorAs(browser, phone, somebody);
  const { page } = visitor;
  const faults: string[] = [];
  for (const { viewport } of [phone, desktop])
    for (const colorScheme of ["dark", "light"] as const) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      for (const path of ["wallet", "you"]) {
        await open(page, `/${path}`);
        await loaded(page);
        faults.push(...(await accessFaults(page, `hand-${path}-${viewport.width}-${colorScheme}`)));
      }
    }
  await page.setViewportSize(phone.viewport);
  await open(page, "/wallet");
  await page.getByRole("button", { name: "Receive" }).click();
  // The wallet's own frame renders this.
  const address = page.frameLocator('iframe[title="Your wallet\'s address"]');
  await address.getByRole("img", { name: "QR code of your address" }).waitFor();
  await address.getByText(somebody.person.address, { exact: true }).waitFor();
  faults.push(...(await accessFaults(page, "hand-receive")));
  expect(faults).toEqual([]);
  await visitor.close();
});

it("has no layout shift on You when the profile of a person with a bio is loaded again", async () => {
  const somebody = await signUpWithX(tribe, "lines");
  await somebody.person.api(routes.identity.updateUser, { body: { bio: "One\nTwo\nThree" } });
  visitor = await newVisitorAs(browser, phone, somebody);
  const { page } = visitor;
  await open(page, "/you");
  await page.getByText("Two").waitFor();
  await expect.poll(async () => (await setAnswersAside(page)).join()).toContain('["localUser"]');
  const asked = await holdCalls(page, "**/api/v1/signIn");
  await page.reload();
  await page.getByRole("status", { name: "Loading your profile" }).waitFor();
  await expect.poll(asked.count).toBeGreaterThan(0);
  asked.release();
  await page.getByRole("button", { name: "Edit profile" }).waitFor();
  const { sum, moved } = await worstShift(page);
  expect(sum, moved.join("; ")).toBeLessThanOrEqual(maxShift);
  await visitor.close();
});
