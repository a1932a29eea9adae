import { type Mint, routes, unitsPerToken } from "@tribe/contract";
import type { Person } from "@tribe/devkit";
import type { Browser, Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { forgetMailPace } from "../../apps/server/src/testing/forget-mail-pace.ts";
import { apiCall, strike } from "../support/faults.ts";
import {
  askForCode,
  confirmInWallet,
  lastMailAt,
  readCode,
  readyToConfirm,
  recoverByLink,
} from "../support/page/at-the-page.ts";
import { newVisitor, openBrowser, phone, type Visitor, visit } from "../support/page/browser.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import { createTrader, gather, tokens } from "../support/people/people.ts";
import { startTribe, type Tribe } from "../support/product/tribe.ts";

// A Chief airdrops tokens to two members with Light's real programs, leaves the page half-way, and resumes.

let tribe: Tribe;
let browser: Browser;
/** The Chief's wallet is on a first device (in Node); the page is their second device. */
let chief: Person;
let members: readonly Person[];
let mint: Mint;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  [tribe, browser] = await Promise.all([startTribe({ hasCompression: true }), openBrowser()]);
  const [first, ...others] = await Promise.all(
    ["airdropchief", "airdropone", "airdroptwo"].map((handle) => createTrader(tribe.appUrl, handle)),
  );
  if (!first) throw new Error("nobody came");
  [chief, members] = [first, others];
  mint = await gather([chief, ...others]);
  await chief.trade(mint, { side: "buy", tokens: tokens(100) });
  // The first device's code was mailed a moment ago.
  await forgetMailPace(tribe.dataDir);
  visitor = await newVisitor(browser, phone);
  page = visitor.page;
});
afterAll(async () => {
  await browser?.close();
  await tribe?.stop();
});

const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = () => page.getByRole("dialog");
const wallet = () => page.frameLocator('iframe[title="Confirm in your wallet"]');
const target = (name: string) => dialog().getByRole("switch", { name });
const bar = () => dialog().getByRole("progressbar");

const openDialog = async () => {
  await button("More").click();
  await dialog().getByRole("button", { name: "Create airdrop" }).click();
};
/** Aborts the submission of the batches: the setup is done, and nobody is paid. Returns a function that ends this. */
const holdBatches = async (): Promise<() => Promise<void>> => {
  let handedIn = 0;
  const hold = async (route: Route) => {
    if (route.request().method() !== "PUT") return route.fallback();
    handedIn += 1;
    return handedIn === 1 ? route.fallback() : route.abort();
  };
  await page.route("**/api/v1/airdrop/send", hold);
  return () => page.unroute("**/api/v1/airdrop/send", hold);
};

it("airdrops a token to the members with one confirmation, and pays everybody once when left half-way and resumed", async ({
  skip,
}) => {
  if (!tribe.config().hasCompression) skip("npm reaches no registry, so there are no programs of Light's");
  reportFailure("airdrop", () => ({ visitors: [visitor], tribe }));
  await visit(page, `${tribe.appUrl}/wallet`);
  await button("Sign in to get a wallet").click();
  const signInMail = await lastMailAt(tribe.mailUrl(), chief.email);
  await askForCode(page, chief.email);
  await page.getByRole("textbox", { name: "Code" }).fill(await readCode(tribe.mailUrl(), chief.email, signInMail));
  await button("Send").waitFor();
  await visit(page, `${tribe.appUrl}/chat/${mint}`);

  await openDialog();
  await dialog().getByRole("radio").first().check({ force: true });
  const amount = dialog().getByRole("textbox", { name: "Amount" });
  await amount.fill("1000");
  await dialog().getByText("Amount is too large").waitFor();
  expect(await button("Next").isEnabled()).toBe(false);
  await amount.fill("50.125");
  await dialog().getByText("2 seats taken, all the same").waitFor();
  await dialog().getByText("22.556", { exact: false }).waitFor();
  await expect.poll(() => button("Next").isEnabled()).toBe(true);
  await button("Next").click();

  await recoverByLink(page, tribe, chief.email);
  await wallet().getByText("3 recipients in 1 payment").waitFor();
  await wallet().getByText("50.125 tokens").first().waitFor();
  await readyToConfirm(page);
  const goOn = await holdBatches();
  await confirmInWallet(page);
  await expect.poll(() => bar().getAttribute("aria-valuenow")).toBe("20");
  // Another width would render the dialog again, and reload the wallet's frame.
  // The calls pass again only after the reload: before, the page would retry the batches by itself.
  await page.reload();
  await goOn();

  await openDialog();
  await dialog().getByText("It isn't finished.", { exact: false }).waitFor();
  await dialog().getByText("Set up · 0 of 3 recipients paid").waitFor();
  // The recipients were fixed when the airdrop was created.
  for (const [name, isOn] of [
    ["Include yourself", "true"],
    ["Include members", "true"],
    ["Include holders", "false"],
  ] as const) {
    expect(await target(name).isDisabled(), name).toBe(true);
    expect(await target(name).getAttribute("aria-checked"), name).toBe(isOn);
  }
  await button("Resume").click();
  await wallet().getByText("0 of 1 payment").waitFor();
  await readyToConfirm(page);
  await confirmInWallet(page);
  await dialog().getByText("3 recipients got", { exact: false }).waitFor();
  await button("Done").click();

  const shares = await Promise.all(members.map((member) => member.api(routes.claim.tokens, {})));
  const each = (50_125n * unitsPerToken * 9n) / 10n / 1_000n / 2n;
  expect(shares.map(({ tokens: brought }) => brought.map((token) => token.amount))).toEqual([[each], [each]]);

  // A second airdrop, which the Chief ends before anybody is paid.
  await openDialog();
  await dialog().getByRole("radio").first().check({ force: true });
  await amount.fill("2");
  await expect.poll(() => button("Next").isEnabled()).toBe(true);
  await button("Next").click();
  await readyToConfirm(page);
  const letGo = await holdBatches();
  await confirmInWallet(page);
  await expect.poll(() => bar().getAttribute("aria-valuenow")).toBe("20");
  await dialog().getByRole("button", { name: "Close", exact: true }).click();
  await dialog().first().waitFor({ state: "detached" });
  await letGo();
  await openDialog();
  await button("Create a new airdrop").click();
  await strike(page, apiCall("DELETE", "/v1/airdrop"), { fault: "refused" });
  await button("End it").click();
  await dialog().getByText("Failed to terminate the airdrop in progress", { exact: false }).waitFor();
  await button("End it").click();
  await wallet().getByText("End the airdrop").waitFor();
  await wallet().getByText("0 of 1 payment").waitFor();
  await readyToConfirm(page);
  await confirmInWallet(page);
  await dialog().getByText("Nobody was paid.", { exact: false }).waitFor();
  await button("Done").click();

  // The Chief's own part waits for its claim like everybody's. The dialog offers a deposit when there is too little SOL for it.
  const isPoor = async (route: Route) => {
    if (route.request().method() !== "GET") return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), balance: "0" } });
  };
  await page.route("**/api/v1/airdrop/by", isPoor);
  await visit(page, `${tribe.appUrl}/wallet`);
  await button("Claim").click();
  await button("Deposit SOL").waitFor();
  await page.unroute("**/api/v1/airdrop/by", isPoor);
  await visit(page, `${tribe.appUrl}/wallet`);
  await page.getByText("An airdrop waits for you").waitFor();
  await button("Claim").click();
  await dialog().getByRole("link", { name: "airdropchief", exact: false }).waitFor();
  await dialog().getByRole("checkbox").uncheck({ force: true });
  await button("No token selected").waitFor();
  expect(await button("No token selected").isEnabled()).toBe(false);
  await dialog().getByRole("checkbox").check({ force: true });
  await button("Claim airdrop").click();
  await wallet().getByText("5.0125 tokens").first().waitFor();
  // The same label as in the list, for the same figure.
  await wallet().getByText("Max SOL Required").waitFor();
  await readyToConfirm(page);
  await confirmInWallet(page);
  await dialog().getByRole("status").getByText("in your wallet").waitFor();
  expect(await dialog().getByRole("link", { name: "View on Explorer" }).getAttribute("href")).toContain("/tx/");
  await button("Done").click();
  await page.getByText("An airdrop waits for you").waitFor({ state: "detached" });
  expect((await chief.api(routes.claim.tokens, {})).tokens).toEqual([]);
});
