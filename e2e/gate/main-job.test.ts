import { Connection, LAMPORTS_PER_SOL, PublicKey } from "@solana/web3.js";
import { type Address, addressSchema, tokenIdSchema } from "@tribe/contract";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod/mini";
import {
  confirmInWallet,
  connectXOnPage,
  fundByCard,
  goToComposer,
  meetWallet,
  messageInChat,
  readyToConfirm,
  signInByMail,
  writeMessage,
} from "../support/page/at-the-page.ts";
import {
  asPeopleHaveIt,
  desktop,
  newVisitor,
  openBrowser,
  phone,
  picture,
  type Visitor,
  visit,
} from "../support/page/browser.ts";
import { maxShift, worstShiftInWallet } from "../support/page/layout-shifts.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import { auditToken } from "../support/product/audit.ts";
import { startTribe, type Tribe } from "../support/product/tribe.ts";

let tribe: Tribe;
let browser: Browser;
let chief: Visitor;
let member: Visitor;

beforeAll(async () => {
  [tribe, browser] = await Promise.all([startTribe({ hasOwnName: true }), openBrowser()]);
  [chief, member] = await Promise.all([
    newVisitor(browser, desktop, asPeopleHaveIt),
    newVisitor(browser, phone, asPeopleHaveIt),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await tribe?.stop();
});

const mintOf = (page: Page): Address => z.parse(addressSchema, new URL(page.url()).pathname.split("/")[2]);

/**
 * The value in lamports of moving from `x` by `a` base units: the price at `x` is x²/C. Implemented independently here on
 * purpose.
 */
const value = (x: bigint, a: bigint, coefficient: bigint) => {
  const numerator = (x + a) ** 3n - x ** 3n;
  const denominator = 3n * coefficient * 10n ** 18n;
  return { up: (numerator + denominator - 1n) / denominator, down: numerator / denominator };
};
const floor = 150n * 10n ** 9n;
const coefficient = 100_000_000n;
const percent2 = (lamports: bigint) => (lamports * 200n) / 10_000n;

/** Which of the newest messages and the message field are covered by visible notices. */
const coveredByNotices = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const notices = [...document.querySelectorAll("[data-sonner-toast]")].map((one) => one.getBoundingClientRect());
    const newest = [...document.querySelectorAll("[role=log] [role=article], [role=log] article")].slice(-2);
    return [...newest, ...document.querySelectorAll("textarea")].flatMap((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return notices.some((notice) => notice.top < bottom && notice.bottom > top)
        ? [one.textContent ?? "the field"]
        : [];
    });
  });

it("lets two people do the main job: sign in, fund, connect, create, buy, enter and talk", async () => {
  reportFailure("main-job", () => ({ visitors: [chief, member], tribe }));

  // The Chief, on a desktop.
  const a = chief.page;
  await visit(a, tribe.appUrl);
  // Plain localhost redirects to the app's own name.
  const home = tribe.config().appUrl;
  expect(home).toContain("//tribe.localhost:");
  await a.waitForURL(`${home}/`);
  await a.getByRole("tab", { name: "Leaderboard" }).waitFor();
  await picture(a, "desktop-home-empty");
  await a.getByRole("button", { name: "Sign in", exact: true }).click();
  await a.getByRole("textbox", { name: "E-mail" }).waitFor();
  await picture(a, "desktop-sign-in");
  await signInByMail(a, tribe.mailUrl(), "chief@example.com");
  await a.getByRole("dialog", { name: "Your wallet is ready" }).waitFor();
  await picture(a, "desktop-wallet-ready");
  await meetWallet(a);
  await a.getByRole("button", { name: "Connect X" }).waitFor();
  await picture(a, "desktop-connect-social");
  await connectXOnPage(a, "Mara Ember");
  await a.getByRole("textbox", { name: "Amount by card" }).waitFor();
  expect(await a.getByRole("link", { name: /^Open deBridge/ }).getAttribute("href")).toContain("outputChain=7565164");
  await picture(a, "desktop-fund");
  await fundByCard(a, "5");
  await a.getByRole("button", { name: "Enter the app" }).waitFor();
  await picture(a, "desktop-how-it-works");
  await a.getByRole("button", { name: "Enter the app" }).click();

  await a.getByRole("button", { name: "Create your Tribe" }).first().click();
  await a.getByRole("textbox", { name: "Amount" }).fill("5");
  await picture(a, "desktop-create");
  await a.getByRole("button", { name: "Create", exact: true }).click();
  await a.frameLocator('iframe[title="Confirm in your wallet"]').getByRole("button", { name: "Confirm" }).waitFor();
  await picture(a, "desktop-create-confirm");
  await confirmInWallet(a);
  await a.getByText("Completed").waitFor();
  await picture(a, "desktop-create-completed");
  await a.getByRole("button", { name: "Open your chat" }).click();
  await a.waitForURL("**/chat/*");
  const mint = mintOf(a);
  await writeMessage(a, "First words by the fire");
  await messageInChat(a, "First words by the fire").waitFor();
  await picture(a, "desktop-chat");

  // The new person, on a phone, begins with Buy, passes every requirement, and returns to the amount.
  const b = member.page;
  await visit(b, home);
  await b
    .getByRole("list", { name: "Tribes by volume" })
    .getByRole("link", { name: /Mara Ember/ })
    .click();
  await b.getByRole("button", { name: "Buy", exact: true }).waitFor();
  await picture(b, "phone-token");
  await b.getByRole("button", { name: "Buy", exact: true }).click();
  await signInByMail(b, tribe.mailUrl(), "member@example.com");
  await b.getByRole("button", { name: "Buy min. to enter chat" }).click();
  await expect.poll(() => b.getByRole("textbox", { name: "Amount" }).inputValue()).toBe("10");
  await picture(b, "phone-trade-short-of-sol");
  await b.getByRole("button", { name: "Deposit" }).click();
  await connectXOnPage(b, "Jonas Fell");
  await fundByCard(b, "2");
  await expect.poll(() => b.getByRole("textbox", { name: "Amount" }).inputValue()).toBe("10");
  await picture(b, "phone-trade");
  await b.getByRole("button", { name: "Next" }).click();
  await b.frameLocator('iframe[title="Confirm in your wallet"]').getByRole("button", { name: "Confirm" }).waitFor();
  await picture(b, "phone-trade-confirm");
  await readyToConfirm(b);
  const { sum, moved } = await worstShiftInWallet(b);
  expect(sum, moved.join("; ")).toBeLessThanOrEqual(maxShift);
  const chain = new Connection(tribe.config().rpcUrl, "confirmed");
  await confirmInWallet(b);

  // The confirmed buy joined and opened the chat; the two talk.
  await b.waitForURL(`**/chat/${mint}`);
  await b.getByRole("button", { name: "Say hello" }).waitFor();
  await picture(b, "phone-seat-taken");
  await goToComposer(b);
  await messageInChat(b, "First words by the fire").waitFor();
  await writeMessage(b, "Glad to be in");
  await messageInChat(a, "Glad to be in").waitFor();
  await writeMessage(a, "Welcome!");
  await messageInChat(b, "Welcome!").waitFor();
  expect(await coveredByNotices(b)).toEqual([]);
  await picture(b, "phone-chat");

  // What they hold, and what it cost with its fees, is in their wallet.
  await visit(b, `${home}/wallet`);
  await b.getByRole("region", { name: "Your tokens" }).getByRole("listitem").filter({ hasText: "10 MAR" }).waitFor();
  await b.getByRole("tab", { name: "Activity" }).click();
  const bought = b.getByRole("region", { name: "Activity" }).getByRole("listitem");
  await expect.poll(() => bought.textContent()).toMatch(/Bought 10 MAR.*−0\.00\d+ SOL/);

  await visit(a, `${home}/token/${mint}`);
  await a.getByRole("button", { name: "Sell", exact: true }).click();
  await a.getByRole("textbox", { name: "Amount" }).waitFor();
  await picture(a, "desktop-sell");
  await a.keyboard.press("Escape");

  // Checked on the chain, without code of the app, to the lamport.
  const config = tribe.config();
  const profile = await readProfile(chain, config.programAddress, mint);
  const first = value(floor, 5n * 10n ** 9n, coefficient).up;
  const second = value(floor + 5n * 10n ** 9n, 10n * 10n ** 9n, coefficient).up;
  expect(profile).toMatchObject({
    x: floor + 15n * 10n ** 9n,
    reserve: first + second,
    creatorFees: percent2(first) + percent2(second),
    platformFees: percent2(first) + percent2(second),
  });
  const supply = await chain.getTokenSupply(new PublicKey(mint));
  expect(supply.value.amount).toBe(String(15n * 10n ** 9n));
  expect(
    (await auditToken({ ...profile, rpcUrl: config.rpcUrl, program: config.programAddress, mint })).faults,
  ).toEqual([]);
  await expectExactPayment(chain, profile.address, second, 2);

  expect([...chief.complaints, ...member.complaints]).toEqual([]);
  await picture(a, "desktop-end");
});

/** The state account that names this mint, read raw: offsets as programs/curve/idl.json has them. */
const readProfile = async (chain: Connection, program: string, mint: Address) => {
  const accounts = await chain.getProgramAccounts(new PublicKey(program));
  const { decodeTokenState } = await import("@tribe/chain/accounts");
  for (const { pubkey, account } of accounts) {
    if (account.data.length < 100) continue;
    const state = decodeTokenState(account.data);
    if (state?.mint !== mint) continue;
    const { tokenId, reserve, creatorFees, platformFees } = state;
    return {
      address: pubkey,
      tokenId: z.decode(tokenIdSchema, String(tokenId)),
      x: state.curve.x,
      reserve,
      creatorFees,
      platformFees,
    };
  }
  throw new Error("No state account names this mint");
};

/** Expects that the buyer paid exactly the value, both fees, the token account's rent and the transaction fee. */
const expectExactPayment = async (chain: Connection, state: PublicKey, price: bigint, fundedSol: number) => {
  const [newest] = await chain.getSignaturesForAddress(state, { limit: 1 });
  if (!newest) throw new Error("The state account has a history");
  const transaction = await chain.getTransaction(newest.signature, { maxSupportedTransactionVersion: 0 });
  if (!transaction?.meta) throw new Error("The chain has the transaction");
  const { meta } = transaction;
  const keys = transaction.transaction.message.staticAccountKeys;
  const made = keys
    .map((key, index) => ({ key, before: meta.preBalances[index] ?? 0, after: meta.postBalances[index] ?? 0 }))
    .filter(({ before, after }) => before === 0 && after > 0);
  const rent = made.reduce((sum, { after }) => sum + after, 0);
  expect(made).toHaveLength(1);
  const payer = keys[0];
  if (!payer) throw new Error("A transaction has a payer");
  const before = meta.preBalances[0] ?? 0;
  const after = meta.postBalances[0] ?? 0;
  expect(before).toBe(fundedSol * LAMPORTS_PER_SOL);
  expect(BigInt(before - after)).toBe(price + percent2(price) * 2n + BigInt(rent) + BigInt(meta.fee));
  expect(await chain.getBalance(payer)).toBe(after);
};
