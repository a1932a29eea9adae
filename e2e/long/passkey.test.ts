import { createSolanaRpc, generateKeyPairSigner, address as kitAddress, lamports as kitLamports } from "@solana/kit";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { confirmInWallet, readyToConfirm } from "../support/page/at-the-page.ts";
import { plugIn } from "../support/page/authenticator.ts";
import { accessFaults, newVisitor, openBrowser, phone, type Visitor, visit } from "../support/page/browser.ts";
import { pressInFrame } from "../support/page/press-in-frame.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import { addressOn, beginToSend, openWalletPage, signUpOnPage } from "../support/page/wallet-page.ts";
import { sol } from "../support/people/people.ts";
import { startTribe, type Tribe } from "../support/product/tribe.ts";

// What a person's passkey does for them, on the real product, with Chromium's virtual authenticator.

let tribe: Tribe;
let browser: Browser;
let email: string;
let visitor: Visitor;
/** The tab with the passkey. */
let own: Page;
let authenticator: Awaited<ReturnType<typeof plugIn>>;
let people = 0;

beforeAll(async () => {
  [tribe, browser] = await Promise.all([startTribe({ hasOwnName: true }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await tribe?.stop();
});
/** Each test has a new person with a passkey and 30 SOL. */
beforeEach(async () => {
  people += 1;
  email = `keeper${people}@example.com`;
  visitor = await newVisitor(browser, phone);
  reportFailure("passkey", () => ({ visitors: [visitor], tribe }));
  await signUpOnPage(visitor.page, tribe, email);
  own = await openWalletPage(visitor.page, tribe);
  authenticator = await plugIn(own);
  await own.getByRole("button", { name: "Add a passkey" }).click();
  await own.getByRole("heading", { name: "This browser locks" }).waitFor();
  const holder = await addressOn(own);
  await createSolanaRpc(tribe.config().rpcUrl)
    .requestAirdrop(kitAddress(holder), kitLamports(sol(30)))
    .send();
  await expect.poll(() => balanceOf(holder)).toBe(sol(30));
  return () => visitor.close();
});

const wallet = () => own.frameLocator('iframe[title="Confirm in your wallet"]');

/** In the tab with the passkey, sends SOL to a new recipient, up to the wallet's Confirm. */
const askToSend = async (amount: string): Promise<string> => {
  const { address } = await generateKeyPairSigner();
  await beginToSend(own, tribe, { to: address, sol: amount });
  return address;
};
const confirmSend = async (recipient: string) => {
  await wallet().getByText(recipient, { exact: true }).waitFor();
  await wallet().getByText("Presses let out 5 SOL's worth in 24 hours", { exact: false }).waitFor();
  expect(await wallet().getByRole("textbox", { name: /^Type/ }).count()).toBe(0);
  await readyToConfirm(own);
  await wallet().getByText("Your passkey is asked for next").waitFor();
  await confirmInWallet(own);
};
const balanceOf = async (of: string): Promise<bigint> =>
  (await createSolanaRpc(tribe.config().rpcUrl).getBalance(kitAddress(of), { commitment: "confirmed" }).send()).value;

it("one use of the passkey unlocks the wallet and sends more than is allowed without it", async () => {
  await own.getByRole("button", { name: "Lock now" }).click();
  await own.getByRole("region", { name: "This browser locks" }).getByText("Locked.").waitFor();
  const recipient = await askToSend("6");
  const before = authenticator.touches();
  await confirmSend(recipient);
  await own.getByRole("dialog").getByText("Transaction Confirmed").waitFor();
  expect(await balanceOf(recipient)).toBe(sol(6));
  expect(authenticator.touches()).toBe(before + 1);
});

it("restores the wallet with the passkey after the browser lost its storage", async () => {
  await visit(visitor.page, "about:blank");
  await visit(own, "about:blank");
  await authenticator.clearStorage(tribe.config().signerUrl);
  const before = authenticator.touches();
  const recipient = await askToSend("0.1");
  await wallet().getByText(`Your passkey or a link e-mailed to ${email} brings it here.`).waitFor();
  expect(await accessFaults(own, "passkey-recovery-phone-light")).toEqual([]);
  await pressInFrame(wallet().getByRole("button", { name: "Use your passkey" }));
  await wallet().getByText(recipient, { exact: true }).waitFor();
  await readyToConfirm(own);
  await confirmInWallet(own);
  await own.getByRole("dialog").getByText("Transaction Confirmed").waitFor();
  expect(await balanceOf(recipient)).toBe(100_000_000n);
  expect(authenticator.touches()).toBe(before + 1);
});
