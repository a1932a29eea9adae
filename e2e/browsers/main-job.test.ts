import { createSolanaRpc, generateKeyPairSigner } from "@solana/kit";
import { type Address, addressSchema } from "@tribe/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import {
  connectXOnPage,
  fundByCard,
  goToComposer,
  meetWallet,
  messageInChat,
  signInByMail,
  writeMessage,
} from "../support/page/at-the-page.ts";
import { startTribe, type Tribe } from "../support/product/tribe.ts";
import { engines } from "./driver/engines.ts";
import { desktop, phone, picture, usePeople } from "./driver/people.ts";
import type { EngineScreen } from "./driver/screen.ts";
import { confirmInWallet, stands, wallet } from "./steps/confirm.ts";

// Two people do the main job, and go on with what they have then: a sale, sends, an airdrop, the wallet's own page.

let tribe: Tribe;

beforeAll(async () => {
  tribe = await startTribe({ hasOwnName: true, hasCompression: true });
});
afterAll(() => tribe?.stop());

describe.each(engines)("in $name", (engine) => {
  const test = it.skipIf(!engine.isHere);
  const person = usePeople(engine, { chief: desktop, member: phone });
  const name = engine.name.toLowerCase();
  const emailOf = (who: string) => `${who}@${name}.example`;
  let mint: Address;

  test("lets two people do the main job: sign in, fund, connect, create, buy, enter and talk", async () => {
    const [chief, member] = [person("chief"), person("member")];
    const home = tribe.config().appUrl;
    const a = chief.screen;
    await a.open(tribe.appUrl);
    // Plain localhost redirects to the app's own name.
    await a.arrives(`${home}/`);
    await a.getByRole("tab", { name: "Leaderboard" }).waitFor();
    await picture(chief, "home");
    await a.getByRole("button", { name: "Sign in", exact: true }).first().click();
    await signInByMail(a, tribe.mailUrl(), emailOf("chief"));
    await meetWallet(a);
    await connectXOnPage(a, "Mara Ember", `mara_${name}`);
    await fundByCard(a, "5");
    await a.getByRole("button", { name: "Enter the app" }).click();
    await a.getByRole("button", { name: "Create your Tribe" }).first().click();
    // Who holds more than 1 SOL is asked to make the wallet safer, once.
    await a.getByRole("dialog").getByRole("button", { name: "Later" }).click();
    await a.getByRole("textbox", { name: "Amount" }).fill("5");
    await a.getByRole("button", { name: "Create", exact: true }).click();
    await stands(a);
    await picture(chief, "confirm");
    await confirmInWallet(a);
    await a.getByText("Completed").waitFor();
    await a.getByRole("button", { name: "Open your chat" }).click();
    const { pathname } = await a.arrives(/\/chat\/\w+/);
    mint = z.parse(addressSchema, pathname.split("/")[2]);
    await writeMessage(a, "First words by the fire");
    await messageInChat(a, "First words by the fire").waitFor();
    await picture(chief, "chat");

    const b = member.screen;
    await b.open(`${home}/token/${mint}`);
    await b.getByRole("button", { name: "Buy", exact: true }).waitFor();
    await picture(member, "token");
    await b.getByRole("button", { name: "Buy", exact: true }).click();
    await signInByMail(b, tribe.mailUrl(), emailOf("member"));
    await b.getByRole("button", { name: "Buy min. to enter chat" }).click();
    const amount = b.getByRole("textbox", { name: "Amount" });
    await expect.poll(() => amount.inputValue()).toBe("10");
    await b.getByRole("button", { name: "Deposit" }).click();
    await connectXOnPage(b, "Jonas Fell", `jonas_${name}`);
    await fundByCard(b, "2");
    await expect.poll(() => amount.inputValue()).toBe("10");
    await b.getByRole("button", { name: "Next" }).click();
    await stands(b);
    await picture(member, "confirm");
    await confirmInWallet(b);
    await b.arrives(new RegExp(`/chat/${mint}`));
    await goToComposer(b);
    await messageInChat(b, "First words by the fire").waitFor();
    await writeMessage(b, "Glad to be in");
    await messageInChat(a, "Glad to be in").waitFor();
    await writeMessage(a, "Welcome!");
    await messageInChat(b, "Welcome!").waitFor();
    await picture(member, "chat");
  });

  /** Confirms in the open dialog, and closes it once the chain has confirmed. */
  const confirmed = async (screen: EngineScreen) => {
    await confirmInWallet(screen);
    await screen.getByRole("dialog").getByText("Transaction Confirmed").waitFor();
    await screen.getByRole("button", { name: "OK", exact: true }).click();
  };

  test("sells a token, and sends SOL to an address that the wallet shows in full", async () => {
    const { screen } = person("chief");
    const home = tribe.config().appUrl;
    await screen.open(`${home}/token/${mint}`);
    await screen.getByRole("button", { name: "Sell", exact: true }).click();
    await screen.getByRole("textbox", { name: "Amount" }).fill("1");
    await screen.getByRole("button", { name: "Next", exact: true }).click();
    await confirmed(screen);

    const { address } = await generateKeyPairSigner();
    await screen.open(`${home}/wallet`);
    await screen.getByRole("button", { name: "Send", exact: true }).click();
    await screen.getByRole("dialog").getByRole("textbox", { name: "To", exact: true }).fill(address);
    await screen.getByRole("dialog").getByRole("textbox", { name: "Amount" }).fill("0.5");
    await screen.getByRole("button", { name: "Next", exact: true }).click();
    await wallet(screen).getByText(address, { exact: true }).waitFor();
    await confirmed(screen);
    const chain = createSolanaRpc(tribe.config().rpcUrl);
    await expect
      .poll(async () => (await chain.getBalance(address, { commitment: "confirmed" }).send()).value)
      .toBe(500_000_000n);
    const activity = screen.getByRole("region", { name: "Activity" });
    for (const words of ["Sent to", "Sold 1"]) await activity.getByText(words).first().waitFor();
    await picture(person("chief"), "activity");
  });

  test("receives by the wallet's own dialog, which Escape closes from within", async () => {
    const { screen } = person("chief");
    await screen.open(`${tribe.config().appUrl}/wallet`);
    await screen.getByRole("button", { name: "Receive", exact: true }).click();
    const frame = screen.frameLocator('iframe[title="Your wallet\'s address"]');
    await frame.getByRole("img", { name: "QR code of your address" }).waitFor();
    await picture(person("chief"), "receive");
    await frame.getByRole("textbox", { name: /^Ask for an amount/ }).click();
    await screen.keyboard.press("Escape");
    await screen.getByRole("dialog").first().waitFor({ state: "detached" });
  });

  test("pays an airdrop, which a member claims", async ({ skip }) => {
    if (!tribe.config().hasCompression) skip("npm reaches no registry, so there are no programs of Light's");
    const [a, b] = [person("chief").screen, person("member").screen];
    await a.open(`${tribe.config().appUrl}/chat/${mint}`);
    await a.getByRole("button", { name: "Create airdrop" }).click();
    const dialog = a.getByRole("dialog");
    await dialog.getByText("MAR", { exact: false }).first().click();
    await dialog.getByRole("textbox", { name: "Amount" }).fill("2");
    await a.getByRole("button", { name: "Next", exact: true }).click();
    await confirmInWallet(a);
    await dialog.getByText(/recipients? got/).waitFor();
    await picture(person("chief"), "airdrop");
    await a.getByRole("button", { name: "Done", exact: true }).click();

    await b.open(`${tribe.config().appUrl}/wallet`);
    await b.getByRole("button", { name: "Claim", exact: true }).click();
    await b.getByRole("button", { name: "Claim airdrop", exact: true }).click();
    await confirmInWallet(b);
    await b.getByRole("dialog").getByRole("status").getByText("in your wallet").waitFor();
    await picture(person("member"), "claim");
    await b.getByRole("button", { name: "Done", exact: true }).click();
  });
});
