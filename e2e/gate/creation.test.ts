import { Connection } from "@solana/web3.js";
import { lamports } from "@tribe/contract";
import { formatExact } from "@tribe/domain/money";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { confirmInWallet, connectXOnPage, fundByCard, meetWallet, signInByMail } from "../support/page/at-the-page.ts";
import { newVisitor, phone, type Visitor, visit } from "../support/page/browser.ts";
import { pressInFrame } from "../support/page/press-in-frame.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import { enterProduct, leaveProduct } from "../support/product/shared-product.ts";
import type { Tribe } from "../support/product/tribe.ts";

let tribe: Tribe;
let browser: Browser;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  ({ tribe, browser } = await enterProduct());
  visitor = await newVisitor(browser, phone);
  page = visitor.page;
});
afterAll(leaveProduct);

const button = (name: string) => page.getByRole("button", { name, exact: true });
const firstBuy = () => page.getByRole("textbox", { name: "Amount" });
const wallet = () => page.frameLocator('iframe[title="Confirm in your wallet"]');

/** A figure of the form's definition list, by its name. */
const figure = async (name: string): Promise<string> => {
  const value = page.getByRole("dialog").locator(`dt:text-is(${JSON.stringify(name)}) + dd`);
  return (await value.textContent()) ?? "";
};

it("tells a Chief the cost of the first buy, offers a deposit for the missing amount, and takes no more than shown", async () => {
  reportFailure("creation", () => ({ visitors: [visitor], tribe }));
  const { rpcUrl } = tribe.config();
  await visit(page, tribe.appUrl);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await signInByMail(page, tribe.mailUrl(), "founder@example.com");
  await meetWallet(page);
  await connectXOnPage(page, "Mara Ember", "creation_mara");
  await fundByCard(page, "1");
  await button("Enter the app").click();

  await button("Create your Tribe").click();
  await expect.poll(() => button("Create").isEnabled()).toBe(true);
  // Without a first buy the form shows no figures of one.
  await expect.poll(() => figure("Max Spend")).toMatch(/ SOL\b/);
  expect(await page.getByRole("dialog").getByText("Price", { exact: true }).count()).toBe(0);
  await firstBuy().fill("5");
  await expect.poll(() => figure("You get")).toBe("5 MAR");

  // One SOL is more than a creation's minimum, and far less than this first buy costs.
  await firstBuy().fill("800");
  const short = page.getByText(/You need [\d.]+ SOL, fees and one-time deposit included\./).first();
  const needed = /[\d.]+ SOL/.exec((await short.textContent()) ?? "")?.[0] ?? "";
  // A first buy counts towards the 5 SOL that presses let out in a day: this one stays below.
  expect(Number.parseFloat(needed)).toBeGreaterThan(2.9);
  expect(Number.parseFloat(needed)).toBeLessThan(3.2);
  expect(await button("Create").isDisabled()).toBe(true);
  await firstBuy().fill("5000");
  await page.getByText("Only 2,793.512 MAR are left to buy").waitFor();
  await expect.poll(() => figure("You get")).toBe("2,793.512 MAR");

  await firstBuy().fill("800");
  await button("Deposit").click();
  // There is one SOL: no more than the rest is asked for.
  const amountByCard = async () => Number(await page.getByRole("textbox", { name: "Amount by card" }).inputValue());
  await expect.poll(amountByCard).toBeGreaterThan(Number.parseFloat(needed) - 1);
  expect(await amountByCard()).toBeLessThan(Number.parseFloat(needed));
  await fundByCard(page, "5");
  await expect.poll(() => firstBuy().inputValue()).toBe("800");
  await expect.poll(() => button("Create").isEnabled()).toBe(true);

  // The wallet shows the same figures as the form; Cancel there leads back to the amount.
  await expect.poll(() => figure("Max Spend")).toMatch(/^[\d.]+ SOL/);
  // What it is worth stands behind it.
  const maxSpend = /^[\d.]+ SOL/.exec(await figure("Max Spend"))?.[0] ?? "";
  await button("Create").click();
  await wallet().getByText(maxSpend, { exact: true }).waitFor();
  await pressInFrame(wallet().getByRole("button", { name: "Cancel" }));
  await expect.poll(() => firstBuy().inputValue()).toBe("800");
  await button("Create").click();
  await confirmInWallet(page);
  await page.getByText("Completed").waitFor();
  const explorer = page.getByRole("dialog").getByRole("link", { name: "View on Explorer" });
  await explorer.waitFor();

  // Checked on the chain, without code of the app: exactly this amount was paid, to the lamport.
  const signature = new URL((await explorer.getAttribute("href")) ?? "").pathname.split("/").at(-1) ?? "";
  const chain = new Connection(rpcUrl, "confirmed");
  const meta = (await chain.getTransaction(signature, { maxSupportedTransactionVersion: 0 }))?.meta;
  const left = BigInt((meta?.preBalances[0] ?? 0) - (meta?.postBalances[0] ?? 0));
  expect(`${formatExact(lamports(left))} SOL`).toBe(maxSpend);

  // A person who has a Tribe is led to it, and is offered no other.
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").first().waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Open Mara Ember", exact: true }).click();
  await page.getByRole("textbox", { name: "Message", exact: true }).waitFor();
  expect(visitor.complaints).toEqual([]);
});
