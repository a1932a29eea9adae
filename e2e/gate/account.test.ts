import { readFile } from "node:fs/promises";
import { type Mint, routes } from "@tribe/contract";
import type { Person } from "@tribe/devkit";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { forgetMailPace } from "../../apps/server/src/testing/forget-mail-pace.ts";
import { lastMailAt, messageInChat, readCode, signInByMail } from "../support/page/at-the-page.ts";
import { newVisitor, phone, type Visitor, visit } from "../support/page/browser.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import { createTrader, gather } from "../support/people/people.ts";
import { enterProduct, leaveProduct } from "../support/product/shared-product.ts";
import type { Tribe } from "../support/product/tribe.ts";

// One person's account on a phone, from its sessions to its deletion. The person's first device runs in Node.

let tribe: Tribe;
let browser: Browser;
let chief: Person;
let member: Person;
let mint: Mint;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  ({ tribe, browser } = await enterProduct());
  [chief, member] = await Promise.all([
    createTrader(tribe.appUrl, "accountchief"),
    createTrader(tribe.appUrl, "accountmember"),
  ]);
  mint = await gather([chief, member]);
  for (const [person, text] of [
    [chief, "from the Chief"],
    [member, "from the member"],
  ] as const) {
    const chat = await person.openChat(mint);
    await chat.send(text);
    await chat.close();
  }
  // The first device's code was mailed a moment ago.
  await forgetMailPace(tribe.dataDir);
  visitor = await newVisitor(browser, phone);
  page = visitor.page;
});
afterAll(leaveProduct);

const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = (name: string) => page.getByRole("dialog", { name });
const open = (path: string) => visit(page, `${tribe.appUrl}${path}`);
const printOnFailure = () => reportFailure("account", () => ({ visitors: [visitor], tribe }));

it("lists a person's sessions, and ends one of them", async () => {
  printOnFailure();
  await open("/you");
  await button("Sign in with e-mail").click();
  await signInByMail(page, tribe.mailUrl(), member.email);
  await page.getByRole("link", { name: /^Security/ }).click();
  await page.getByText("This device", { exact: true }).waitFor();
  await button("Sign out Unknown device").click();
  await dialog("Sign out that device?").getByRole("button", { name: "Sign out" }).click();
  await page.getByText("Signed out", { exact: true }).waitFor();
  await button("Sign out Unknown device").waitFor({ state: "detached" });
  await expect(member.apiOnce(routes.identity.sessions, {})).rejects.toMatchObject({ code: "unauthorized" });
});

it("hides a blocked person's messages, and shows them again after unblocking", async () => {
  printOnFailure();
  await open(`/user/${chief.address}`);
  await button("Block").click();
  await dialog(`Block Trader accountchief?`).getByRole("button", { name: "Block" }).click();
  await page.getByText("Trader accountchief is blocked").waitFor();
  await button("Unblock").waitFor();
  await open(`/chat/${mint}`);
  await messageInChat(page, "from the member").waitFor();
  await page.getByText("From somebody you blocked").waitFor();
  expect(await messageInChat(page, "from the Chief").count()).toBe(0);
  await button("Show").click();
  await messageInChat(page, "from the Chief").waitFor();
  await open("/you/account");
  await button("Unblock Trader accountchief").waitFor();
  await button("Unblock Trader accountchief").click();
  await page.getByText("Trader accountchief is unblocked").waitFor();
  await open(`/chat/${mint}`);
  await messageInChat(page, "from the Chief").waitFor();
});

it("exports all of a person's stored data as a file", async () => {
  printOnFailure();
  await open("/you/account");
  const begun = page.waitForEvent("download");
  await button("Download my data").click();
  const file = JSON.parse(await readFile(await (await begun).path(), "utf8"));
  expect(file).toMatchObject({ profile: { email: member.email }, messages: [{ text: "from the member" }] });
  await page.getByText("Your data is saved").waitFor();
});

it("deletes an account with a mailed code, and leaves its messages without a name", async () => {
  printOnFailure();
  await open("/you/account");
  await button("Delete account").click();
  await dialog("Delete your account").getByText("Nobody can open your wallet afterwards.").waitFor();
  expect(await button("Mail me the code").isDisabled()).toBe(true);
  await page.getByRole("checkbox", { name: "I understand that this can't be undone" }).check();
  const before = await lastMailAt(tribe.mailUrl(), member.email);
  await button("Mail me the code").click();
  await page.getByRole("textbox", { name: "Code" }).fill(await readCode(tribe.mailUrl(), member.email, before));
  await button("Delete my account").click();
  await page.getByText("Your account is deleted").waitFor();
  await page.getByText("Sign in to see your account.").waitFor();
  const { messages } = await chief.api(routes.chat.messages, { query: { mint, limit: 50 } });
  expect(messages.find(({ text }) => text === "from the member")?.author).toMatchObject({
    displayName: "Deleted account",
    address: null,
  });
});
