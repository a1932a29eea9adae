import { createSolanaRpc, generateKeyPairSigner, address as kitAddress, lamports as kitLamports } from "@solana/kit";
import type { Browser } from "playwright-core";
import { expect } from "vitest";
import { desktop, newVisitor, phone } from "../page/browser.ts";
import { pressInFrame } from "../page/press-in-frame.ts";
import { reportFailure } from "../page/report-failure.ts";
import { addressOn, beginToSend, openWalletPage, signInAgain, signUpOnPage } from "../page/wallet-page.ts";
import type { Tribe } from "../product/tribe.ts";
import { sol } from "./people.ts";

/** One person with 2 SOL and two browsers: the first has the wallet and shows its own page, the second has none. */
export const openTwoBrowsers = async (tribe: Tribe, browser: Browser, email: string) => {
  const [first, second] = await Promise.all([newVisitor(browser, desktop), newVisitor(browser, phone)]);
  reportFailure("two-browsers", () => ({ visitors: [first, second], tribe }));
  await signUpOnPage(first.page, tribe, email);
  await signInAgain(second.page, tribe, email);
  const own = await openWalletPage(first.page, tribe);
  const address = kitAddress(await addressOn(own));
  const rpc = createSolanaRpc(tribe.config().rpcUrl);
  await rpc.requestAirdrop(address, kitLamports(sol(2))).send();
  await expect.poll(async () => (await rpc.getBalance(address, { commitment: "confirmed" }).send()).value).toBe(sol(2));
  const recipient = await generateKeyPairSigner();
  const wallet = () => second.page.frameLocator('iframe[title="Confirm in your wallet"]');
  return {
    first,
    second,
    /** The wallet's own page in the first browser. */
    own,
    recipient: recipient.address,
    /** The wallet's frame in the second browser. */
    wallet,
    /** Starts a transaction in the second browser, up to the wallet's frame. */
    askToSend: () => beginToSend(second.page, tribe, { to: recipient.address, sol: "0.5" }),
    askOtherDevice: () => pressInFrame(wallet().getByRole("button", { name: "Approve on another device" })),
    /** The other browser's request, on the wallet's own page. */
    question: () => own.getByRole("region", { name: "A browser asks for your wallet" }),
    close: async () => {
      await Promise.all([first.close(), second.close()]);
    },
  };
};
