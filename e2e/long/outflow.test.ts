import { createSolanaRpc, address as kitAddress, lamports as kitLamports } from "@solana/kit";
import { type Address, addressSchema, lamportsPerSol } from "@tribe/contract";
import type { Person } from "@tribe/devkit";
import { formatExact } from "@tribe/domain/money";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { passWalletTime } from "../../apps/server/src/testing/pass-wallet-time.ts";
import { confirmInWallet, connectXOnPage, dayMs, meetWallet, signInByMail } from "../support/page/at-the-page.ts";
import { newVisitor, openBrowser, phone, type Visitor, visit } from "../support/page/browser.ts";
import { pressInFrame } from "../support/page/press-in-frame.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import { createTrader, sol, tokens } from "../support/people/people.ts";
import { startTribe, type Tribe } from "../support/product/tribe.ts";

// A thief at an unlocked browser presses whatever the app's own screens let them press. What it brings them is read from the chain.

const email = "victim@example.com";
const promised = 5n * lamportsPerSol;

describe("a thief at an unlocked browser, on a real chain", () => {
  let tribe: Tribe;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let thief: Person;
  let victim: Address;
  beforeAll(async () => {
    [tribe, browser] = await Promise.all([startTribe({ hasCompression: true }), openBrowser()]);
    thief = await createTrader(tribe.appUrl, "outflowthief");
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
  const balance = async (): Promise<bigint> =>
    (await createSolanaRpc(tribe.config().rpcUrl).getBalance(kitAddress(victim), { commitment: "confirmed" }).send())
      .value;

  /** Expects that no press is enough. @returns what the wallet says that presses may still let out */
  const isRefused = async (): Promise<string> => {
    const notice = wallet().getByText("Presses let out 5 SOL's worth in 24 hours", { exact: false });
    await notice.waitFor();
    const sentence = (await notice.textContent()) ?? "";
    await pressInFrame(wallet().getByRole("button", { name: "Cancel" }));
    return /, and (.+?) of it is left/.exec(sentence)?.[1] ?? sentence;
  };
  const create = async (firstBuy: string) => {
    await page.getByRole("textbox", { name: "Amount" }).fill(firstBuy);
    await expect.poll(() => button("Create").isEnabled()).toBe(true);
    await button("Create").click();
  };
  const airdrop = async (amount: string) => {
    await button("More").click();
    await dialog().getByRole("button", { name: "Create airdrop" }).click();
    await dialog().getByRole("radio").first().check({ force: true });
    await dialog().getByRole("textbox", { name: "Amount" }).fill(amount);
    await dialog().getByRole("switch", { name: "Include yourself" }).click();
    await expect.poll(() => button("Next").isEnabled()).toBe(true);
    await button("Next").click();
  };
  const send = async (amount: bigint) => {
    await visit(page, `${tribe.appUrl}/wallet`);
    await button("Send").click();
    await dialog().getByRole("textbox", { name: "To", exact: true }).fill(thief.address);
    await dialog().getByRole("textbox", { name: "Amount" }).fill(formatExact(amount).replaceAll(",", ""));
    await button("Next").click();
  };
  const isSent = () => dialog().getByText("Transaction Confirmed").waitFor();

  it("takes at most 5 SOL in a day by a creation, an airdrop, half again, and what is left, and as much on the next day", async ({
    skip,
  }) => {
    if (!tribe.config().hasCompression) skip("npm reaches no registry, so there are no programs of Light's");
    reportFailure("outflow", () => ({ visitors: [visitor], tribe }));
    await visit(page, tribe.appUrl);
    await page.getByRole("banner").getByRole("button", { name: "Sign in" }).click();
    await signInByMail(page, tribe.mailUrl(), email);
    await meetWallet(page);
    await connectXOnPage(page, "Mara Ember");
    victim = z.parse(
      addressSchema,
      await dialog()
        .getByText(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
        .textContent(),
    );
    await createSolanaRpc(tribe.config().rpcUrl)
      .requestAirdrop(kitAddress(victim), kitLamports(sol(40)))
      .send();
    await expect.poll(balance).toBe(sol(40));
    await page.getByRole("dialog", { name: "Add SOL" }).getByRole("button", { name: "Later" }).click();
    await button("Enter the app").click();

    // A first buy of more than 5 SOL, then one below.
    await button("Create your Tribe").click();
    await create("1100");
    expect(await isRefused()).toBe("5 SOL");
    await create("800");
    await confirmInWallet(page);
    await page.getByText("Completed").waitFor();
    await button("Open your chat").click();
    await page.waitForURL("**/chat/*");
    const mint = z.parse(addressSchema, new URL(page.url()).pathname.split("/")[2]);

    // The only member is the thief: a third of the tokens goes, half of the rest does not.
    const before = await thief.balance();
    await thief.trade(mint, { side: "buy", tokens: tokens(12) });
    await thief.join(mint);
    await page.reload();
    await airdrop("280");
    await confirmInWallet(page);
    await dialog().getByText("1 recipient got", { exact: false }).waitFor();
    await button("Done").click();
    await airdrop("260");
    await isRefused();

    // What is left, to the lamport.
    await send(1n);
    await confirmInWallet(page);
    await isSent();
    await send(4n * lamportsPerSol);
    const left = BigInt(Math.round(Number.parseFloat(await isRefused()) * Number(lamportsPerSol)));
    await send(left + 1n);
    await isRefused();
    await send(left);
    await confirmInWallet(page);
    await isSent();
    await send(1n);
    expect(await isRefused()).toBe("nothing");
    await thief.claim(mint);
    await thief.trade(mint, { side: "sell", tokens: tokens(292) });
    const taken = (await thief.balance()) - before;
    expect(taken).toBeGreaterThan(left);
    expect(taken).toBeLessThan(promised);

    // A lamport yesterday, and not all today.
    await passWalletTime(tribe.dataDir, email, dayMs);
    const yesterday = await thief.balance();
    await send(30n * lamportsPerSol);
    expect(await isRefused()).toBe("5 SOL");
    await send(promised + 1n);
    await isRefused();
    await send(promised);
    await confirmInWallet(page);
    await isSent();
    await send(1n);
    expect(await isRefused()).toBe("nothing");
    expect((await thief.balance()) - yesterday).toBe(promised);
  });
});
