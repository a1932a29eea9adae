import { TOKEN_PROGRAM_ID } from "@solana/spl-token";
import { apiErrors, type Mint, routes } from "@tribe/contract";
import type { Person } from "@tribe/devkit";
import { airdropLacking } from "@tribe/domain/airdrop";
import { walletErrorTexts } from "@tribe/domain/words";
import type { Browser, Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, it, onTestFailed } from "vitest";
import { webSocketUrlOf } from "../../apps/server/src/engines/chain/connect.ts";
import { mintTokens } from "../../apps/server/src/modules/airdrop/testing/given-tokens.ts";
import { forgetMailPace } from "../../apps/server/src/testing/forget-mail-pace.ts";
import { passWalletTime } from "../../apps/server/src/testing/pass-wallet-time.ts";
import { apiCall, strike } from "../support/faults.ts";
import {
  askForCode,
  confirmInWallet,
  dayMs,
  lastMailAt,
  readCode,
  readyToConfirm,
  recoverByLink,
} from "../support/page/at-the-page.ts";
import {
  accessFaults,
  accessFaultsInAllLooks,
  desktop,
  newVisitor,
  openBrowser,
  phone,
  picture,
  visit,
} from "../support/page/browser.ts";
import { pressInFrame } from "../support/page/press-in-frame.ts";
import { buyOut } from "../support/people/buy-out.ts";
import { createTrader, gather, sol, tokens } from "../support/people/people.ts";
import { newVisitorAs, signUpWithX } from "../support/people/signed-in-person.ts";
import { startTribe, type Tribe } from "../support/product/tribe.ts";

// What a Chief and two members read about airdrops with Light's real programs, in less usual cases.

let tribe: Tribe;
let browser: Browser;
/** The Chief's wallet is on a first device (in Node); the page is their second device. */
let chief: Person;
let members: readonly Person[];
let mint: Mint;
let page: Page;

beforeAll(async () => {
  [tribe, browser] = await Promise.all([startTribe({ hasCompression: true }), openBrowser()]);
  const [first, ...others] = await Promise.all([
    signUpWithX(tribe, "airdropchief"),
    ...["airdropone", "airdroptwo"].map((handle) => createTrader(tribe.appUrl, handle)),
  ]);
  [chief, members] = [first.person, others];
  mint = await gather([chief, ...others]);
  await chief.trade(mint, { side: "buy", tokens: tokens(100) });
  if (tribe.config().hasCompression) await chief.airdrop(mint, tokens(50));
  // The first device's code was mailed a moment ago.
  await forgetMailPace(tribe.dataDir);
  page = (await newVisitorAs(browser, phone, first)).page;
});
afterAll(async () => {
  await browser?.close();
  await tribe?.stop();
});

const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = () => page.getByRole("dialog");
const wallet = () => page.frameLocator('iframe[title="Confirm in your wallet"]');
const bar = () => dialog().getByRole("progressbar");
const target = (name: string) => dialog().getByRole("switch", { name });
/** Checks the page with axe on a phone and on a desktop, light and dark. */
const checkAccess = async (name: string, devices?: { phone: typeof phone }) =>
  expect(await accessFaultsInAllLooks(page, `airdrop-${name}`, { devices })).toEqual([]);
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

it("asks for a day's wait above 5 SOL's worth, and a day later resumes the same list once, as of yesterday, and pays everybody", async ({
  skip,
}) => {
  if (!tribe.config().hasCompression) skip("npm reaches no registry, so there are no programs of Light's");
  onTestFailed(() => picture(page, "failed-airdrop-waits"));
  const [seller] = members;
  if (!seller) return expect.unreachable();
  const brought = async () =>
    (await Promise.all(members.map((member) => member.api(routes.claim.tokens, {})))).map(
      ({ tokens: each }) => each.find(({ mintAddress }) => mintAddress === mint)?.amount ?? 0n,
    );
  const before = await brought();
  await chief.trade(mint, { side: "buy", tokens: tokens(1_100) });
  await visit(page, `${tribe.appUrl}/chat/${mint}`);
  await openDialog();
  await dialog().getByRole("radio").first().check({ force: true });
  await dialog().getByRole("textbox", { name: "Amount" }).fill("1100");
  await target("Include yourself").click();
  await expect.poll(() => button("Next").isEnabled()).toBe(true);
  await button("Next").click();
  await recoverByLink(page, tribe, chief.email);
  const typed = wallet().getByRole("textbox", { name: "Type “airdrop” to give it away" });
  await typed.fill("airdrop");
  await wallet().getByText("Presses let out 5 SOL's worth in 24 hours", { exact: false }).waitFor();
  const ask = await readyToConfirm(page, "Ask, and wait");
  await checkAccess("asks-to-wait", { phone });
  await pressInFrame(ask);
  await wallet().getByText("Asked: it waits a day").waitFor();
  await checkAccess("waits", { phone });
  await pressInFrame(wallet().getByRole("button", { name: "OK" }));
  await dialog().getByText(walletErrorTexts.waits, { exact: false }).waitFor();
  await checkAccess("paused-for-a-day", { phone });
  // At once nothing goes on: the wait stands, and says until when.
  await button("Resume").click();
  await typed.fill("airdrop");
  await wallet().getByText("You asked for it: it can be confirmed from", { exact: false }).waitFor();
  expect(await wallet().getByRole("button", { name: "Confirm" }).isEnabled()).toBe(false);
  await pressInFrame(wallet().getByRole("button", { name: "Cancel" }));

  await passWalletTime(tribe.dataDir, chief.email, dayMs);
  await seller.trade(mint, { side: "sell", tokens: tokens(2) });
  await openDialog();
  await button("Resume").click();
  await typed.fill("airdrop");
  await wallet().getByText("The list is as of yesterday: 1 of 2 recipients", { exact: false }).waitFor();
  await readyToConfirm(page);
  await checkAccess("a-day-later", { phone });
  const goOn = await holdBatches();
  await confirmInWallet(page);
  await expect.poll(() => bar().getAttribute("aria-valuenow")).toBe("20");
  await page.reload();
  await goOn();
  // Left half-way, it is neither waited for nor counted again.
  await openDialog();
  await button("Resume").click();
  await typed.fill("airdrop");
  await wallet().getByText("You confirmed this list before: 1 of 2 recipients", { exact: false }).waitFor();
  await readyToConfirm(page);
  await checkAccess("resumed-again", { phone });
  await confirmInWallet(page);
  await dialog().getByText("2 recipients got", { exact: false }).waitFor();
  await checkAccess("paid-a-day-later", { phone });
  await button("Done").click();
  const now = await brought();
  expect(now.map((amount, index) => amount - (before[index] ?? 0n))).toEqual([tokens(550), tokens(550)]);
  const { sends = [] } = await chief.api(routes.wallet.safety, {});
  expect(sends).toEqual([]);
});

it("offers the minimum amount that gives everybody some, and reports failures and the progress of another device", async ({
  skip,
}) => {
  if (!tribe.config().hasCompression) skip("npm reaches no registry, so there are no programs of Light's");
  onTestFailed(() => picture(page, "failed-airdrop-sentences"));
  const { rpcUrl } = tribe.config();
  const units = 1_000_000n;
  const whole = await mintTokens({ chain: { rpcUrl, webSocketUrl: webSocketUrlOf(rpcUrl) } }, chief.address, {
    program: TOKEN_PROGRAM_ID,
    decimals: 0,
    units,
  });
  await visit(page, `${tribe.appUrl}/chat/${mint}`);
  await openDialog();
  // A token without decimals, and fewer of it than recipients.
  await dialog()
    .getByRole("radio", { name: whole.slice(0, 4), exact: false })
    .check({ force: true });
  const amount = dialog().getByRole("textbox", { name: "Amount" });
  await amount.fill("1");
  await dialog().getByText("Amount is too small to be airdropped for Chief").waitFor();
  expect(await button("Next").isEnabled()).toBe(false);
  await checkAccess("least", { phone });
  await button("Set the least amount").click();
  await expect.poll(() => button("Next").isEnabled()).toBe(true);
  const least = Number(await amount.inputValue());
  await amount.fill(`${least - 1}`);
  await button("Set the least amount").waitFor();
  await button("Set the least amount").click();
  await expect.poll(() => amount.inputValue()).toBe(`${least}`);
  await expect.poll(() => button("Next").isEnabled()).toBe(true);

  await strike(page, apiCall("POST", "/v1/airdrop"), { fault: "refused" });
  await button("Next").click();
  await dialog().getByText("Failed to create airdrop task", { exact: false }).waitFor();
  await button("Next").click();
  // Nobody knows what these tokens are worth: they wait a day.
  await pressInFrame(await readyToConfirm(page, "Ask, and wait"));
  await pressInFrame(wallet().getByRole("button", { name: "OK" }));
  await dialog().getByText(walletErrorTexts.waits, { exact: false }).waitFor();
  await passWalletTime(tribe.dataDir, chief.email, dayMs);
  await button("Resume").click();
  await readyToConfirm(page);
  // One answer says that the Chief has too little of the token; the page stops there.
  const message = airdropLacking(25n, 1, "tokens");
  const lacking = {
    status: apiErrors.insufficient_tokens.status,
    json: { error: { code: "insufficient_tokens", message } },
  };
  await page.route("**/api/v1/airdrop/send", (route) => route.fulfill(lacking), { times: 1 });
  await confirmInWallet(page);
  await dialog().getByText("Failed to get message").waitFor();
  await dialog().getByText("You need 2.5 more tokens for the rest of this airdrop", { exact: false }).waitFor();
  await checkAccess("paused", { phone });
  // Meanwhile the Chief's other device completes the airdrop.
  await chief.airdrop(mint, tokens(1));
  await button("Resume").click();
  await page.getByText("No existing airdrop found", { exact: false }).first().waitFor();
  await dialog().getByRole("radio").first().waitFor();
  await dialog().getByRole("button", { name: "Close", exact: true }).click();

  // At first the request for open claims fails.
  const refusals = await strike(page, apiCall("GET", "/v1/airdrop/by"), {
    fault: "refused",
    times: Number.POSITIVE_INFINITY,
  });
  await visit(page, `${tribe.appUrl}/wallet`);
  await page.getByText("Error fetching airdrop tokens").waitFor();
  expect(refusals()).toBeGreaterThan(0);
  await checkAccess("claimable-unknown", { phone });
  await page.unrouteAll({ behavior: "wait" });
  await button("Try again").click();
  await page.getByText("An airdrop waits for you").waitFor();

  // Holders can't be chosen as recipients once the Tribe has migrated.
  const whale = await createTrader(tribe.appUrl, "airdropwhale");
  await whale.fundByAirdrop(sol(100));
  await buyOut(whale, mint);
  await visit(page, `${tribe.appUrl}/chat/${mint}`);
  await openDialog();
  await dialog().getByRole("radio").first().check({ force: true });
  await target("Include members").waitFor();
  expect(await target("Include holders").count()).toBe(0);
});

// Continues the story above: each member has a token of the Tribe and one of the other mint. Their first devices are in Node.
it("lets each member claim both tokens in a browser of their own", async ({ skip }) => {
  if (!tribe.config().hasCompression) skip("npm reaches no registry, so there are no programs of Light's");
  for (const [index, device] of [phone, desktop].entries()) {
    const member = members[index];
    if (!member) return expect.unreachable();
    const before = await member.api(routes.claim.tokens, {});
    expect(before.tokens).toHaveLength(2);
    await forgetMailPace(tribe.dataDir);
    const { page: own } = await newVisitor(browser, device);
    onTestFailed(() => picture(own, `failed-member-${index}`));
    const ownDialog = own.getByRole("dialog");
    await visit(own, `${tribe.appUrl}/wallet`);
    await own.getByRole("button", { name: "Sign in to get a wallet" }).click();
    const signInMail = await lastMailAt(tribe.mailUrl(), member.email);
    await askForCode(own, member.email);
    await own.getByRole("textbox", { name: "Code" }).fill(await readCode(tribe.mailUrl(), member.email, signInMail));
    await own.getByText("2 airdrops wait for you").waitFor();
    await own.getByRole("button", { name: "Claim", exact: true }).click();
    // Both airdrops are from the same Chief, and link to their page.
    await expect.poll(() => ownDialog.getByRole("link", { name: "airdropchief", exact: false }).count()).toBe(2);
    await own.getByRole("button", { name: "Claim 2 tokens" }).click();
    await recoverByLink(own, tribe, member.email);
    await readyToConfirm(own);
    expect(await accessFaults(own, `airdrop-member-confirm-${index}`)).toEqual([]);
    await confirmInWallet(own);
    await ownDialog.getByText("in your wallet").nth(1).waitFor();
    expect(await accessFaults(own, `airdrop-member-claimed-${index}`)).toEqual([]);
    await expect.poll(async () => (await member.api(routes.claim.tokens, {})).tokens).toEqual([]);
    await own.context().close();
  }
});
