import type { Mint } from "@tribe/contract";
import { createPerson, type Person } from "@tribe/devkit";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFailed } from "vitest";
import { askForCode, confirmInWallet, lastMailAt, readCode } from "./support/page/at-the-page.ts";
import {
  accessFaults,
  desktop,
  newVisitor,
  openBrowser,
  phone,
  picture,
  type Visitor,
} from "./support/page/browser.ts";
import { pressInFrame } from "./support/page/press-in-frame.ts";
import { createTrader, sol, tokens } from "./support/people/people.ts";
import { startTribe, type Tribe } from "./support/product/tribe.ts";

// One installation and one story: SOL to an address, tokens to somebody by their name, and what is received.

let tribe: Tribe;
let browser: Browser;
/** Has a wallet on a first device (in Node) and comes to the page with a second one. */
let member: Person;
let chief: Person;
let mint: Mint;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  [tribe, browser] = await Promise.all([startTribe(), openBrowser()]);
  // First, because the page asks for a second code to the same address, 30 s later at the earliest.
  member = await createPerson({ appUrl: tribe.appUrl, email: "sender@example.com" });
  [chief] = await Promise.all([
    createTrader(tribe.appUrl, "send_chief"),
    member.connectX({ name: "Sender", username: "sender" }),
    member.fundByAirdrop(sol(20)),
  ]);
  mint = await chief.createTribe(tokens(1));
  await member.trade(mint, { side: "buy", tokens: tokens(12) });
  visitor = await newVisitor(browser, phone);
  page = visitor.page;
});
afterAll(async () => {
  await browser?.close();
  await tribe?.stop();
});
beforeEach(() => {
  onTestFailed(async () => {
    await picture(page, "failed-send");
    process.stdout.write(`${visitor.complaints.join("\n")}\n${tribe.output().slice(-4_000)}\n`);
  });
});

const mailUrl = (): string => {
  const { localMode } = tribe.config();
  if (!localMode) throw new Error("The embedded mode links its inbox");
  return localMode.mailUrl;
};
const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = () => page.getByRole("dialog");
const to = () => dialog().getByRole("textbox", { name: "To", exact: true });
const amount = () => dialog().getByRole("textbox", { name: "Amount" });
const wallet = () => page.frameLocator('iframe[title="Confirm in your wallet"]');
const confirm = () => wallet().getByRole("button", { name: "Confirm" });

/** Looks at it on a phone and on a desktop, light and dark, and lets axe look at each. */
const look = async (name: string) => {
  const faults: string[] = [];
  for (const [device, { viewport }] of Object.entries({ desktop, phone }))
    for (const colorScheme of ["dark", "light"] as const) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await expect
        .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme))
        .toContain(colorScheme);
      faults.push(...(await accessFaults(page, `send-${name}-${device}-${colorScheme}`)));
    }
  expect(faults).toEqual([]);
};

it("sends SOL to an address, which the wallet shows whole", async () => {
  await page.goto(`${tribe.appUrl}/wallet`);
  await button("Sign in to get a wallet").click();
  const signInMail = await lastMailAt(mailUrl(), member.email);
  await askForCode(page, member.email);
  await page.getByRole("textbox", { name: "Code" }).fill(await readCode(mailUrl(), member.email, signInMail));
  await button("Send").click();
  await to().fill(`${chief.address.slice(0, -1)}0`);
  await dialog().getByText("Invalid address").waitFor();
  await to().fill(member.address);
  await dialog().getByText("This is your own address").waitFor();
  await to().fill(mint);
  await dialog().getByText("This address belongs to a token or a program, not to a wallet").waitFor();
  await to().fill(chief.address);
  await amount().fill("20");
  await dialog().getByText("Insufficient balance").waitFor();
  expect(await button("Next").isEnabled()).toBe(false);
  await amount().fill("1.23456789");
  await button("Add a memo").click();
  await dialog().getByRole("textbox", { name: "Memo, public on chain" }).fill("for lunch");
  await look("form");
  const before = await chief.balance();
  await button("Next").click();

  const recoveryMail = await lastMailAt(mailUrl(), member.email);
  await pressInFrame(wallet().getByRole("button", { name: "E-mail me a code" }));
  await wallet()
    .getByRole("textbox", { name: "Code from the e-mail" })
    .fill(await readCode(mailUrl(), member.email, recoveryMail));
  await pressInFrame(wallet().getByRole("button", { name: "Continue" }));
  await wallet().getByText(chief.address, { exact: true }).waitFor();
  await wallet().getByText("1.23456789 SOL", { exact: true }).waitFor();
  await wallet().getByText("for lunch").waitFor();
  await wallet().getByText("Max SOL Required").waitFor();
  await expect.poll(() => confirm().isEnabled()).toBe(true);
  await look("confirm-sol");
  await confirmInWallet(page);
  await page.getByText("Transaction Confirmed").waitFor();
  expect((await chief.balance()) - before).toBe(1_234_567_890n);
  await button("OK").click();
});
