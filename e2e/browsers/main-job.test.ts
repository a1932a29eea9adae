import { type Address, addressSchema } from "@tribe/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import {
  connectXOnPage,
  fundByCard,
  meetWallet,
  messageInChat,
  signInByMail,
  writeMessage,
} from "../support/page/at-the-page.ts";
import { startTribe, type Tribe } from "../support/product/tribe.ts";
import { engines } from "./driver/engines.ts";
import { desktop, phone, picture, usePeople } from "./driver/people.ts";
import { confirmInWallet, stands } from "./steps/confirm.ts";

// Two people do the main job, each in a browser of their own.

let tribe: Tribe;

beforeAll(async () => {
  tribe = await startTribe({ hasOwnName: true });
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
    await fundByCard(b, "2");
    await expect.poll(() => amount.inputValue()).toBe("10");
    await b.getByRole("button", { name: "Next" }).click();
    await connectXOnPage(b, "Jonas Fell", `jonas_${name}`);
    await expect.poll(() => amount.inputValue()).toBe("10");
    await b.getByRole("button", { name: "Next" }).click();
    await stands(b);
    await picture(member, "confirm");
    await confirmInWallet(b);
    await b.arrives(new RegExp(`/chat/${mint}`));
    await messageInChat(b, "First words by the fire").waitFor();
    await writeMessage(b, "Glad to be in");
    await messageInChat(a, "Glad to be in").waitFor();
    await writeMessage(a, "Welcome!");
    await messageInChat(b, "Welcome!").waitFor();
    await picture(member, "chat");
  });
});
