import { type Mint, routes, tokenUnits } from "@tribe/contract";
import { createPerson, type Person } from "@tribe/devkit";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFailed } from "vitest";
import { forgetMailPace } from "../../apps/server/src/testing/forget-mail-pace.ts";
import { freezeChain, holdCalls } from "../support/faults.ts";
import {
  askForCode,
  confirmInWallet,
  connectXOnPage,
  lastMailAt,
  offlineBanner,
  readCode,
  readyToConfirm,
  recoverByLink,
  said,
  say,
} from "../support/page/at-the-page.ts";
import { accessFaults, loaded, newVisitor, phone, picture, type Visitor, visit } from "../support/page/browser.ts";
import { keptTransactions } from "../support/page/kept.ts";
import { pressInFrame } from "../support/page/press-in-frame.ts";
import { openGiver } from "../support/people/giver.ts";
import { createTrader, sol, tokens } from "../support/people/people.ts";
import { enterProduct, leaveProduct } from "../support/product/shared-product.ts";
import type { Tribe } from "../support/product/tribe.ts";

// One installation for all tests, on a phone: each test begins where the previous one has ended.

let tribe: Tribe;
let browser: Browser;
let chief: Person;
/** The member's wallet is on a first device (in Node); the page is their second device. */
let member: Person;
/** Uses a chain that does not answer, in another browser: a mocked clock applies to the whole browser. */
let leaver: Person;
let mint: Mint;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  ({ tribe, browser } = await enterProduct());
  member = await createPerson({ appUrl: tribe.appUrl, email: "states-second@example.com" });
  leaver = await createPerson({ appUrl: tribe.appUrl, email: "states-leaver@example.com" });
  [chief] = await Promise.all([
    createTrader(tribe.appUrl, "stateschief"),
    leaver.connectX({ name: "Leaver", username: "states_leaver" }),
    leaver.fundByAirdrop(sol(3)),
    member.connectX({ name: "Second Device", username: "states_second" }),
    member.fundByAirdrop(sol(3)),
  ]);
  mint = await chief.createTribe(tokens(1));
  await member.trade(mint, { side: "buy", tokens: tokens(12) });
  // The first device's code was mailed a moment ago.
  await forgetMailPace(tribe.dataDir);
  visitor = await newVisitor(browser, phone);
  page = visitor.page;
});
afterAll(leaveProduct);
beforeEach(() => {
  onTestFailed(async () => {
    await picture(page, "failed-states");
    process.stdout.write(`${visitor.complaints.join("\n")}\n${tribe.output().slice(-4_000)}\n`);
  });
});

const expectNoFaults = async (name: string) => expect(await accessFaults(page, `phone-${name}`)).toEqual([]);
const open = (path: string) => visit(page, `${tribe.appUrl}${path}`);
/** Closes the dialog and waits: closing goes back in the history, which would abort the next navigation. */
const leaveDialog = async () => {
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").first().waitFor({ state: "detached" });
};
const button = (name: string) => page.getByRole("button", { name, exact: true });
const amount = () => page.getByRole("textbox", { name: "Amount" });
const storedTexts = async () => {
  const { messages } = await member.api(routes.chat.messages, { query: { mint, limit: 50 } });
  return messages.map(({ text }) => text);
};
/** The Next button of a sale that costs the seat. */
const nextAndLeave = () => button("Next, and leave the chat");
const details = () => page.getByText("Details", { exact: true });
const wallet = () => page.frameLocator('iframe[title="Confirm in your wallet"]');

it("says that a mailed code is wrong, and accepts the right one afterwards", async () => {
  await open(`/chat/${mint}`);
  await page.getByText("Trader stateschief is inside").waitFor();
  await expectNoFaults("chat-of-others");
  await page.getByRole("button", { name: /^Join · 10 TRA ≈ / }).click();
  await page.getByText("Please sign in first").waitFor();
  const before = await lastMailAt(tribe.mailUrl(), member.email);
  await askForCode(page, member.email);
  const code = await readCode(tribe.mailUrl(), member.email, before);
  await page.getByRole("textbox", { name: "Code" }).fill(code === "000000" ? "000001" : "000000");
  await page.getByText("That code isn't right. Use the newest e-mail.").waitFor();
  await expectNoFaults("wrong-code");
  await page.getByRole("textbox", { name: "Code" }).fill(code);
  await amount().waitFor();
  await page.keyboard.press("Escape");
  // Until the dialog has closed, it contains a Join button as well.
  await page.getByRole("dialog").first().waitFor({ state: "detached" });
  await page.getByText("You hold enough to take a seat").waitFor();
});

it("joins by the join dialog, lists the members, and shows a member's profile", async () => {
  await button("Join").click();
  await button("Join chat").waitFor();
  await expectNoFaults("join-chat");
  const messages = await holdCalls(page, "**/api/v1/chat/messages*", { fault: "lost" });
  await button("Join chat").click();
  await page.getByRole("status", { name: "Loading messages" }).waitFor();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expectNoFaults("chat-loading");
  messages.release();
  await button("Try again").waitFor();
  await expectNoFaults("chat-not-opened");
  const below = await page
    .getByRole("textbox", { name: "Message", exact: true })
    .evaluate((field) => (field.closest("form")?.getBoundingClientRect().bottom ?? Infinity) - innerHeight);
  expect(below).toBeLessThanOrEqual(0);
  await page.unrouteAll();
  await button("Try again").click();
  await button("Try again").waitFor({ state: "detached" });
  await say(page, "In by the dialog");
  await said(page, "In by the dialog").waitFor();

  await page.getByRole("link", { name: /^Members/ }).click();
  await page
    .getByRole("main")
    .getByRole("link", { name: /Trader stateschief/ })
    .waitFor();
  await expectNoFaults("members");
  await page.getByRole("link", { name: "Chat", exact: true }).click();
  await button("Members").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("2 of 12 seats are taken.").or(dialog.getByText("1 of 12 seats are taken.")).waitFor();
  await dialog.getByRole("link", { name: /Trader stateschief/ }).waitFor();
  await expectNoFaults("chat-members");
  const profile = await holdCalls(page, "**/api/v1/user/profile*");
  await dialog.getByRole("link", { name: /Trader stateschief/ }).click();
  await page.waitForURL(`**/user/${chief.address}`);
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("status", { name: "Loading the profile" }).waitFor();
  await expectNoFaults("user-loading");
  profile.release();
  await page.getByRole("main").getByRole("heading", { name: "Trader stateschief" }).waitFor();
  await loaded(page);
  await page.unrouteAll();
  await expectNoFaults("user");
});

it("recovers the wallet in its own frame, and resumes a trade that a reload interrupted", async () => {
  await open(`/token/${mint}`);
  await button("Sell").click();
  await amount().fill("5");
  await page.getByText("You'll lose your seat").waitFor();
  await expectNoFaults("seat-lost");
  await nextAndLeave().click();
  await wallet().getByRole("button", { name: "E-mail me a link" }).waitFor();
  await expectNoFaults("recovery");
  await recoverByLink(page, tribe, member.email);
  // The wallet has asked the chain by then: a sale without a price would want a typed word.
  await readyToConfirm(page);
  // Without the freeze the trade would be complete before the check.
  const thaw = await freezeChain(tribe);
  try {
    await confirmInWallet(page);
    await expect.poll(() => keptTransactions(page)).toBe(1);
    await page.reload();
  } finally {
    thaw();
  }
  await page.getByRole("dialog").getByText("Transaction Confirmed").waitFor();
  await page.getByRole("dialog").getByRole("link", { name: "View on Explorer" }).waitFor();
  await expectNoFaults("transaction-success");
  await button("OK").click();
  await expect.poll(() => keptTransactions(page)).toBe(0);
});

it("says after a sale below the threshold that the seat was given up, and offers the purchase that brings it back", async () => {
  await open(`/chat/${mint}`);
  await page.getByText("You left", { exact: true }).waitFor();
  await page.getByRole("heading", { name: /^You gave up seat \d+$/ }).waitFor();
  await expectNoFaults("booted");
  await page.getByRole("button", { name: /^Come back · 3 TRA ≈ / }).click();
  await expect.poll(() => amount().inputValue()).toBe("3");
  await leaveDialog();
});

it("says how much a buy lacks for a seat, offers the rest, and opens the chat when the seat is back", async () => {
  await open(`/token/${mint}`);
  await button("Buy").click();
  await amount().fill("1");
  await button("Next").click();
  await confirmInWallet(page);
  await page.getByText(/^You're 2 .+ short of a seat\.$/).waitFor();
  await expectNoFaults("short-of-a-seat");
  await button("Buy min. to enter chat").click();
  await expect.poll(() => amount().inputValue()).toBe("2");
  await button("Next").click();
  await confirmInWallet(page);
  await page.waitForURL(`**/chat/${mint}`);
  await said(page, "In by the dialog").waitFor();
  await button("View on Explorer").waitFor();
  await expectNoFaults("chat-after-a-buy");
});

it("lets a person leave a buy that gets no answer, and offers the chat when the buy has brought a seat", async () => {
  const own = await newVisitor(browser, phone);
  const tab = own.page;
  onTestFailed(() => picture(tab, "failed-states-tab"));
  const tabButton = (name: string) => tab.getByRole("button", { name, exact: true });
  const box = tab.frameLocator('iframe[title="Confirm in your wallet"]');
  await visit(tab, `${tribe.appUrl}/token/${mint}`);
  await tabButton("Buy").click();
  await tab.getByText("Please sign in first").waitFor();
  const beforeSignIn = await lastMailAt(tribe.mailUrl(), leaver.email);
  await askForCode(tab, leaver.email);
  await tab.getByRole("textbox", { name: "Code" }).fill(await readCode(tribe.mailUrl(), leaver.email, beforeSignIn));
  await tab.getByRole("textbox", { name: "Amount" }).fill("10");
  await tabButton("Next").click();
  await recoverByLink(tab, tribe, leaver.email);
  await box.getByRole("button", { name: "Confirm" }).waitFor();
  await tab.clock.install();
  const thaw = await freezeChain(tribe);
  try {
    await confirmInWallet(tab);
    await tab.getByText("Processing...").waitFor();
    await tab.clock.fastForward(121_000);
    // The timers have run; the clock must match the server's again, or the server refuses the calls.
    await tab.clock.setSystemTime(new Date());
    await tab.getByText("Transaction confirmation timeout").waitFor();
    expect(await accessFaults(tab, "phone-nobody-answers")).toEqual([]);
    await tabButton("OK").click();
    await tab.getByRole("dialog").first().waitFor({ state: "detached" });
  } finally {
    thaw();
  }
  await tabButton("Join chat").waitFor();
  await tabButton("View on Explorer").waitFor();
  expect(new URL(tab.url()).pathname).toBe(`/token/${mint}`);
  expect(await accessFaults(tab, "phone-buy-behind-closed-dialog")).toEqual([]);
  await tabButton("Join chat").click();
  await tab.getByRole("dialog").getByRole("button", { name: "Join chat" }).click();
  await tab.waitForURL(`**/chat/${mint}`);
  await own.close();
});

it("shows why a trade failed and returns to its amount", async () => {
  await open(`/token/${mint}`);
  await button("Buy").click();
  await details().click();
  await page.getByRole("textbox", { name: /Slippage/ }).fill("0");
  await amount().fill("1.5");
  await button("Next").click();
  await wallet().getByRole("button", { name: "Confirm" }).waitFor();
  await chief.trade(mint, { side: "buy", tokens: tokens(20) });
  await confirmInWallet(page);
  await page.getByText("Confirm transaction failed: Slippage exceeded").waitFor();
  await expectNoFaults("transaction-error");
  await button("OK").click();
  await expect.poll(() => amount().inputValue()).toBe("1.5");
});

it("asks again when the price moves beyond the slippage before the wallet has seen the trade", async () => {
  await amount().fill("2");
  await page.route(
    "**/api/v2/factory/trade",
    async (route) => {
      await chief.trade(mint, { side: "buy", tokens: tokens(20) });
      await route.continue();
    },
    { times: 1 },
  );
  await button("Next").click();
  await page.getByText(/^The price moved more than your slippage/).waitFor();
  expect(await amount().inputValue()).toBe("2");
  await expectNoFaults("price-moved");
});

it("reads thousands separators in pasted amounts, a typed comma as a decimal point, and accepts no letters", async () => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const paste = async (text: string, becomes: string) => {
    await page.evaluate((words) => navigator.clipboard.writeText(words), text);
    await amount().selectText();
    await page.keyboard.press("ControlOrMeta+V");
    await expect.poll(() => amount().inputValue()).toBe(becomes);
  };
  await paste("1,000", "1000");
  await paste("1,000", "1000");
  await paste("1,234.567", "1234.567");
  await paste("1e5", "1234.567");
  await amount().clear();
  await amount().pressSequentially("1,000");
  await expect.poll(() => amount().inputValue()).toBe("1.000");

  await details().click();
  const slippage = page.getByRole("textbox", { name: /Slippage/ });
  await slippage.clear();
  await slippage.pressSequentially("5.5");
  await page.getByText("Slippage 5.5%").waitFor();
  await button("1%").click();
  await expect.poll(() => slippage.inputValue()).toBe("1");
  await button("5%").click();
  await amount().focus();
  await expect.poll(() => slippage.inputValue()).toBe("5");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("tribe:v1:slippage"))).toBe("500");
});

it("sells the whole sellable balance, and says that tokens in a second account can't be sold", async () => {
  const { tokenId } = await member.api(routes.market.profile, { query: { mint } });
  const giver = await openGiver(tribe, { tokenId, mint, units: tokens(1), to: member.address });
  await giver.giveElsewhere(tokenUnits(1n));
  await page.getByRole("tab", { name: "Sell" }).click();
  const line = page.getByText("0.000000001 TRA more are in another account of yours and can't be traded here.");
  await line.waitFor();
  await button("100%").click();
  await expect.poll(() => amount().inputValue()).toBe("10");
  await expectNoFaults("tokens-elsewhere");
  await nextAndLeave().click();
  await wallet().getByText("10 tokens", { exact: true }).waitFor();
  // The emptied account is closed with the sale; the other one stays.
  await wallet().getByText("Closes your account", { exact: true }).waitFor();
  await picture(page, "sell-all-confirm");
  await pressInFrame(wallet().getByRole("button", { name: "Cancel" }));
  await amount().waitFor();
  await page.getByRole("tab", { name: "Buy" }).click();
});

it("shows the same SOL amounts in the wallet as in the dialog", async () => {
  await page.getByRole("button", { name: /change to SOL$/ }).click();
  await amount().fill("0.5");
  const figure = (name: string) =>
    page
      .locator("dl > div", { has: page.getByText(name, { exact: true }) })
      .locator("dd")
      .textContent();
  await expect.poll(() => figure("Minimum received")).toMatch(/^\d/);
  const min = Number.parseFloat((await figure("Minimum received")) ?? "");
  // This amount moves the price far, and the panel says so before anything is pressed.
  await page.getByText(/^You'd pay .+ today's price$/).waitFor();
  await expectNoFaults("high-impact");
  await page.getByRole("button", { name: "Buy anyway" }).click();
  await wallet().getByText("at most 0.5 SOL", { exact: true }).waitFor();
  // The wallet itself reads the token's name from the node, and shows the slippage set in the dialog.
  await wallet()
    .getByRole("heading", { name: /^Buy “.+” \(“TRA”\)$/ })
    .waitFor();
  await wallet().getByText("Max slippage", { exact: true }).waitFor();
  expect(
    await wallet()
      .getByText(/100,000|up to/)
      .count(),
  ).toBe(0);
  expect(
    await wallet()
      .getByText(new RegExp(`^at least ${Math.floor(min)}\\.\\d+ tokens$`))
      .count(),
  ).toBe(1);
  await picture(page, "fixed-sol-confirm");
  await pressInFrame(wallet().getByRole("button", { name: "Cancel" }));
  await page.getByRole("button", { name: /^SOL: change to/ }).click();
});

it("says how much SOL a buy needs and offers a deposit", async () => {
  await amount().fill("1000");
  await page.getByText(/^You need .* SOL, fees/).waitFor();
  // So many move the price far, which the button says.
  expect(await button("Buy anyway").isDisabled()).toBe(true);
  await expectNoFaults("too-little-sol");
  await button("Deposit").click();
  await page.getByRole("textbox", { name: "Amount by card" }).waitFor();
  await leaveDialog();
});

it("keeps a message written offline over a reload, and sends it once when the connection is back", async () => {
  await open(`/chat/${mint}`);
  await said(page, "In by the dialog").waitFor();
  await page.context().setOffline(true);
  await offlineBanner(page).waitFor();
  await say(page, "Better not");
  await button("Cancel").click();
  await say(page, "Written in a tunnel");
  await said(page, "Better not").waitFor({ state: "detached" });
  await expectNoFaults("offline");
  // Only the page's files can be loaded again: the tab is reloaded while the message is still pending.
  await page.route("**/api/v1/realtime/**", (route) => route.abort());
  await page.context().setOffline(false);
  await page.reload();
  await said(page, "Written in a tunnel").waitFor();
  await page.getByText("Sends when you're back").waitFor();
  await page.unrouteAll();
  await page.reload();
  await expect.poll(storedTexts).toContain("Written in a tunnel");
  expect(await storedTexts()).not.toContain("Better not");
  expect((await storedTexts()).filter((text) => text === "Written in a tunnel")).toHaveLength(1);
});

it("shows a new message in the list of Tribes as soon as it arrives", async () => {
  await open("/tribes");
  await page.getByText(/Written in a tunnel/).waitFor();
  const chat = await chief.openChat(mint);
  await chat.send("A word to all");
  await page.getByText("Trader stateschief: A word to all").waitFor();
  await chat.close();
});

it("shows the cached home listing before the server answers", async () => {
  await open("/");
  const row = page.getByRole("list", { name: "Tribes by volume" }).getByRole("link", { name: /Trader stateschief/ });
  await row.waitFor();
  const kept = () => page.evaluate(() => localStorage.getItem("tribe:v1:tokens") ?? "");
  await expect.poll(kept).toContain("Trader stateschief");
  await page.route("**/api/v1/token/list*", () => undefined); // never answered
  await page.reload();
  await row.waitFor();
  await page.unrouteAll();
});

it("confirms before it unlinks X, requires X before the profile, which is edited by keyboard and keeps its input", async () => {
  await open("/you");
  await page.getByRole("button", { name: /^Manage socials/ }).click();
  await button("Unlink X").waitFor();
  await expectNoFaults("manage-socials");
  await button("Unlink X").click();
  await button("Unlink").waitFor();
  await expectNoFaults("confirm");
  await button("Unlink").click();
  await page.getByText("X account unlinked").waitFor();
  await button("Connect X").waitFor();
  await leaveDialog();

  await button("Edit profile").click();
  await page.getByText("To edit your profile, connect at least one social").waitFor();
  await connectXOnPage(page, "✨ ✨", "states_sparkles");
  await page.getByText("X account connected").waitFor();
  const bio = page.getByRole("textbox", { name: "Bio" });
  await bio.fill("Typed before a reload");
  await expectNoFaults("edit-profile");
  await page.reload();
  await button("Edit profile").click();
  await expect.poll(() => bio.inputValue()).toBe("Typed before a reload");
  await bio.fill("1\n2\n3\n4\n5");
  await page.getByText("4 lines at most").waitFor();
  expect(await button("Save").isDisabled()).toBe(true);
  await bio.fill("Two lines\nof a bio");
  await bio.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("Profile saved").waitFor();
  // The closing form still shows the text as well.
  await page.getByRole("region", { name: "Profile" }).getByText("Two lines of a bio").waitFor();
});

it("says how to change a name from which no symbol can be made", async () => {
  await button("Create your Tribe").click();
  await page.getByText(/have no letter or digit to make a symbol from\. Change the name/).waitFor();
  expect(await button("Create").isDisabled()).toBe(true);
  await expectNoFaults("no-symbol");
});

it("says that something unexpected happened when a press handler throws, and reports it to the server without secrets", async () => {
  expect(visitor.complaints.filter((line) => line.startsWith("uncaught"))).toEqual([]);
  await page.keyboard.press("Escape");
  await page.evaluate(() =>
    document.addEventListener("click", () => Promise.reject(new Error("Broken for mara@example.com")), { once: true }),
  );
  await page.getByRole("heading", { name: "You", exact: true }).click();
  await page.getByText("Unexpected error").waitFor();
  await expect.poll(() => tribe.output()).toContain("Error: Broken for …");
  expect(tribe.output()).not.toContain("mara@example.com");
});
