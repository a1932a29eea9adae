import type { Mint } from "@tribe/contract";
import type { Person } from "@tribe/devkit";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { writeMessage } from "../support/page/at-the-page.ts";
import { asPeopleHaveIt, desktop, type Looks, phone, type Visitor, visit } from "../support/page/browser.ts";
import { messageField, messageLog, messageRow } from "../support/page/chat-log.ts";
import { dialogClosed, longPress, pressBeside } from "../support/page/message-actions.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import { gather, tokens } from "../support/people/people.ts";
import { newVisitorAs, type SignedInPerson, signUpWithX } from "../support/people/signed-in-person.ts";
import { enterProduct, leaveProduct } from "../support/product/shared-product.ts";
import type { Tribe } from "../support/product/tribe.ts";

// One installation for all tests, in order: the Chief on a desktop, Mara on a phone, Jonas on another phone in the other theme.

let tribe: Tribe;
let browser: Browser;
let mint: Mint;
let jonas: Person;
const visitors: Visitor[] = [];
/** Each person's page. */
let chiefs: Page;
let maras: Page;
let jonass: Page;

beforeAll(async () => {
  ({ tribe, browser } = await enterProduct());
  const [lena, mara, third] = await Promise.all([
    signUpWithX(tribe, "walk_lena", "Lena Ash"),
    signUpWithX(tribe, "walk_mara", "Mara Ember"),
    signUpWithX(tribe, "walk_jonas", "Jonas Fell"),
  ]);
  jonas = third.person;
  mint = await gather([lena.person, mara.person, jonas]);
  const chat = await jonas.openChat(mint);
  for (let line = 1; line <= 12; line += 1) await chat.send(`Line ${line}\nin three\nlines of text`);
  await chat.close();
  chiefs = await enter(desktop, lena);
  maras = await enter({ ...phone, hasTouch: true }, mara);
  jonass = await enter({ ...phone, colorScheme: "dark", hasTouch: true }, third);
});
afterAll(leaveProduct);
beforeEach(() => {
  reportFailure("chat-walk", () => ({ visitors }));
});

/** Opens the chat in a signed-in browser. */
const enter = async (looks: Looks, somebody: SignedInPerson): Promise<Page> => {
  const visitor = await newVisitorAs(browser, looks, somebody, asPeopleHaveIt);
  visitors.push(visitor);
  const { page } = visitor;
  await visit(page, `${tribe.appUrl}/chat/${mint}`);
  await messageField(page).waitFor();
  return page;
};

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

it("opens at the first unread message, with the count of those below on the button to the newest", async () => {
  await maras.getByText("12 new messages").waitFor();
  await messageRow(maras, "Line 1").first().waitFor();
  for (const page of [maras, chiefs]) {
    await button(page, "To the newest message, 12 unread").click();
    await messageRow(page, "Line 12").waitFor();
    await page.getByRole("button", { name: /^To the newest message/ }).waitFor({ state: "detached" });
  }
});

it("shows likes and emoji of both people to both, with their names", async () => {
  await writeMessage(chiefs, "Boards are here");
  await messageRow(maras, "Boards are here").waitFor();
  const find = chiefs.getByRole("searchbox", { name: "Find an emoji" });
  await pressBeside(messageRow(chiefs, "Boards are here"), "React with an emoji");
  await find.fill("fire");
  await button(chiefs, "fire").click();
  await messageRow(maras, "Boards are here").getByRole("button", { name: "🔥, 1" }).waitFor();
  await longPress(maras, messageRow(maras, "Boards are here"), "Message from Lena Ash");
  await button(maras, "Like").click();
  const twoLikes = messageRow(maras, "Boards are here").getByRole("button", { name: "Like, 2" });
  await pressBeside(messageRow(chiefs, "Boards are here"), "Like, 1");
  await twoLikes.waitFor();
  await dialogClosed(maras);
  await longPress(maras, messageRow(maras, "Boards are here"), "Message from Lena Ash");
  await button(maras, "Liked by").click();
  const likes = maras.getByRole("dialog", { name: "Liked by" });
  await likes.getByRole("link", { name: /Lena Ash/ }).waitFor();
  await likes.getByRole("link", { name: /Lena Ash/ }).click();
  await maras.getByRole("heading", { name: "Lena Ash" }).waitFor();
  expect(new URL(maras.url()).pathname).toMatch(/^\/user\//);
  await maras.goBack();
  await messageField(maras).waitFor();
});

it("replies with a quote that links to the message, and mentions a name from the list", async () => {
  await longPress(maras, messageRow(maras, "Line 12"), "Message from Jonas Fell");
  await button(maras, "Reply").click();
  await maras.getByText("Reply to", { exact: true }).waitFor();
  await dialogClosed(maras);
  await messageField(maras).pressSequentially("Thanks @le");
  await chiefs.getByText("Mara Ember is typing").locator("..").locator("img").waitFor();
  await maras.getByRole("option", { name: /Lena Ash/ }).waitFor();
  await maras.keyboard.press("Enter");
  await maras.keyboard.press("Enter");
  await messageRow(maras, "Thanks").waitFor();
  await messageRow(chiefs, "Thanks").getByRole("link", { name: "@Lena Ash" }).waitFor();
  await messageRow(chiefs, "Thanks")
    .getByRole("button", { name: /Line 12/ })
    .click();
  await expect.poll(() => messageRow(chiefs, "Line 12").isVisible()).toBe(true);
});

it("inserts an emoji, edits a message with the Up arrow, and deletes it to a tombstone that its reply still quotes", async () => {
  await messageField(jonass).fill("Well done ");
  await button(jonass, "Emoji").click();
  await jonass.getByRole("searchbox", { name: "Find an emoji" }).fill("fire");
  await button(jonass, "fire").click();
  await expect.poll(() => messageField(jonass).inputValue()).toBe("Well done 🔥");
  await dialogClosed(jonass);
  // Safari ends a composition before the Enter that confirms its word, and tells that only by the key's code.
  await messageField(jonass).evaluate((field) => {
    field.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true }));
    const confirming = { key: "Enter", keyCode: 229, bubbles: true, cancelable: true };
    field.dispatchEvent(new KeyboardEvent("keydown", confirming));
  });
  expect(await messageField(jonass).inputValue()).toBe("Well done 🔥");
  await messageField(jonass).press("Enter");
  await messageRow(chiefs, "Well done 🔥").waitFor();
  // Others may receive it before its author's page knows that it is stored; until then it can't be edited.
  await vi.waitFor(
    async () => {
      await messageField(jonass).press("ArrowUp");
      await jonass.getByText("Edit message").waitFor({ timeout: 5_000 });
    },
    { timeout: 90_000 },
  );
  await messageField(jonass).press("End");
  await jonass.keyboard.type(" all");
  await jonass.keyboard.press("Enter");
  await messageRow(chiefs, "Well done 🔥 all").getByText("edited").waitFor();
  await pressBeside(messageRow(chiefs, "Well done 🔥 all"), "Reply");
  await chiefs.getByText("Reply to", { exact: true }).waitFor();
  await writeMessage(chiefs, "It was a long day");
  await messageRow(jonass, "It was a long day").waitFor();
  await longPress(jonass, messageRow(jonass, "Well done 🔥 all"), "Your message");
  await button(jonass, "Delete").click();
  await jonass
    .getByRole("dialog", { name: "Delete this message?" })
    .getByRole("button", { name: "Delete", exact: true })
    .click();
  await messageRow(chiefs, "It was a long day").getByText("Deleted message").waitFor();
  await messageLog(chiefs).getByText("Deleted", { exact: true }).waitFor();
  await dialogClosed(jonass);
});

it("lets a member report for one of four reasons, and the Chief pin and delete", async () => {
  await longPress(maras, messageRow(maras, "Boards are here"), "Message from Lena Ash");
  await button(maras, "Report").click();
  const dialog = maras.getByRole("dialog", { name: "Report message" });
  await dialog.waitFor();
  await expect.poll(() => dialog.getByRole("radio").count()).toBe(4);
  await dialog.getByRole("radio", { name: /Spam/ }).check();
  await dialog.getByRole("button", { name: "Report" }).click();
  await maras.getByText("Reported. We'll look at it.").waitFor();
  await dialogClosed(maras);
  await pressBeside(messageRow(chiefs, "Boards are here"), "More");
  await chiefs.getByRole("menuitem", { name: "Pin" }).click();
  await maras.getByRole("button", { name: /^Pinned message of Lena Ash/ }).waitFor();
  await pressBeside(messageRow(chiefs, "Thanks"), "More");
  await chiefs.getByRole("menuitem", { name: "Delete" }).click();
  await chiefs.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await messageLog(maras).getByText("Deleted by the Chief").waitFor();
  await dialogClosed(chiefs);
});

it("saves a Tribe's settings: 24 seats, and that only the Chief writes, which members are told", async () => {
  await button(chiefs, "Tribe settings").click();
  await chiefs.getByText("24", { exact: true }).click();
  await chiefs.getByRole("switch", { name: "Only you write" }).click();
  await button(chiefs, "Save").click();
  await chiefs.getByText("Tribe settings saved").waitFor();
  await maras.getByText("Only the Chief writes here right now.").waitFor();
  await dialogClosed(chiefs);
  await button(chiefs, "Tribe settings").click();
  await chiefs.getByRole("dialog").getByText("12", { exact: true }).click();
  await chiefs.getByRole("switch", { name: "Only you write" }).click();
  await button(chiefs, "Save").click();
  await dialogClosed(chiefs);
  await messageField(maras).waitFor();
});

it("blocks a member after a confirmation, removes them at once, and lets them in again", async () => {
  const people = chiefs.getByRole("complementary", { name: "Tribe" });
  await people.getByRole("button", { name: "Block Mara Ember" }).click();
  await chiefs.getByRole("dialog", { name: "Block Mara Ember?" }).getByRole("button", { name: "Block" }).click();
  await chiefs.getByText("Successfully blocked the user").waitFor();
  await dialogClosed(chiefs);
  await maras.getByText("The Chief has blocked you from this chat").waitFor();
  await people.getByRole("button", { name: /^Blocked/ }).click();
  await people.getByRole("button", { name: "Unblock" }).click();
  await chiefs.getByText("Mara Ember can join again").waitFor();
  await people.getByRole("button", { name: /^Members/ }).click();
  await people.getByRole("link", { name: /Mara Ember/ }).waitFor();
  await messageField(maras).waitFor();
});

it("tells a member who sold too much why they lost the seat and how to return, and readmits them when they hold enough", async () => {
  await jonas.trade(mint, { side: "sell", tokens: tokens(6) });
  await jonass.getByText("You left", { exact: true }).waitFor();
  await jonass.getByText("You're outside", { exact: true }).waitFor();
  await jonass.getByRole("heading", { name: /^You gave up seat \d+$/ }).waitFor();
  await jonass.getByRole("button", { name: /^Come back · / }).waitFor();
  // The messages on their screen stay, and no new ones are added.
  const read = jonass.getByRole("region", { name: "What you could read" }).getByRole("listitem");
  await read.first().waitFor();
  const before = await read.allTextContents();
  await writeMessage(chiefs, "Not for who is out");
  await messageRow(chiefs, "Not for who is out").waitFor();
  expect(await read.allTextContents()).toEqual(before);
  await messageLog(chiefs)
    .getByText(/Jonas Fell is out, [\d.]+ LEN short\./)
    .waitFor();
  // Their sale is shown above it with their name, although they have lost the seat.
  await messageLog(chiefs)
    .getByText(/^Jonas Fell sold 6 LEN for [\d.]+ SOL/)
    .waitFor();
  const people = chiefs.getByRole("complementary", { name: "Tribe" });
  await people.getByRole("button", { name: /^Out 1/ }).click();
  await people.getByRole("link", { name: /Jonas Fell/ }).waitFor();
  await jonas.trade(mint, { side: "buy", tokens: tokens(12) });
  await writeMessage(jonass, "Back by the fire");
  for (const page of [chiefs, jonass]) await messageRow(page, "Back by the fire").waitFor();
  expect(visitors.flatMap(({ complaints }) => complaints)).toEqual([]);
});
