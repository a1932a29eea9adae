import type { Mint } from "@tribe/contract";
import type { Person } from "@tribe/devkit";
import { isolated } from "@tribe/domain/people";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFailed, vi } from "vitest";
import { holdCalls } from "../support/faults.ts";
import { say } from "../support/page/at-the-page.ts";
import {
  accessFaults,
  asPeopleHaveIt,
  desktop,
  type Looks,
  phone,
  picture,
  type Visitor,
  visit,
} from "../support/page/browser.ts";
import { messageField, messageLog, messageRow } from "../support/page/chat-log.ts";
import { dialogClosed, longPress, pressBeside } from "../support/page/message-actions.ts";
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
  onTestFailed(async () => {
    for (const [index, { page }] of visitors.entries())
      if (!page.isClosed()) await picture(page, `failed-chat-walk-${index}`);
    process.stdout.write(`${visitors.flatMap(({ complaints }) => complaints).join("\n")}\n`);
  });
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

const expectNoFaults = async (page: Page, name: string) =>
  expect(await accessFaults(page, `chat-walk-${name}`)).toEqual([]);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

it("opens at the first unread message, with the count of those below on the button to the newest", async () => {
  await maras.getByText("12 new messages").waitFor();
  await messageRow(maras, "Line 1").first().waitFor();
  await expectNoFaults(maras, "unread");
  for (const page of [maras, chiefs]) {
    await button(page, "To the newest message, 12 unread").click();
    await messageRow(page, "Line 12").waitFor();
    await page.getByRole("button", { name: /^To the newest message/ }).waitFor({ state: "detached" });
  }
});

it("shows likes and emoji of both people to both, with their names", async () => {
  await say(chiefs, "Boards are here");
  await messageRow(maras, "Boards are here").waitFor();
  const find = chiefs.getByRole("searchbox", { name: "Find an emoji" });
  await pressBeside(messageRow(chiefs, "Boards are here"), "React with an emoji");
  await find.fill("fire");
  await expectNoFaults(chiefs, "emoji");
  await button(chiefs, "fire").click();
  await messageRow(maras, "Boards are here").getByRole("button", { name: "🔥, 1" }).waitFor();
  await longPress(maras, messageRow(maras, "Boards are here"), "Message from Lena Ash");
  await expectNoFaults(maras, "menu");
  await button(maras, "Like").click();
  const twoLikes = messageRow(maras, "Boards are here").getByRole("button", { name: "Like, 2" });
  await pressBeside(messageRow(chiefs, "Boards are here"), "Like, 1");
  await twoLikes.waitFor();
  await dialogClosed(maras);
  await longPress(maras, messageRow(maras, "Boards are here"), "Message from Lena Ash");
  await button(maras, "Liked by").click();
  const likes = maras.getByRole("dialog", { name: "Liked by" });
  await likes.getByRole("link", { name: /Lena Ash/ }).waitFor();
  await expectNoFaults(maras, "liked-by");
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
  await expectNoFaults(maras, "reply");
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
  await expectNoFaults(jonass, "edit");
  await jonass.keyboard.press("Enter");
  await messageRow(chiefs, "Well done 🔥 all").getByText("edited").waitFor();
  await pressBeside(messageRow(chiefs, "Well done 🔥 all"), "Reply");
  await chiefs.getByText("Reply to", { exact: true }).waitFor();
  await say(chiefs, "It was a long day");
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

it("shows a link with a preview of its page, which the author removes", async () => {
  const { localMode } = tribe.config();
  if (!localMode) throw new Error("The embedded mode links its stand-ins");
  await say(chiefs, `See ${localMode.xUrl} or javascript:alert(1)`);
  const link = messageRow(maras, "See ").getByRole("link", { name: localMode.xUrl });
  await link.waitFor();
  expect(await link.getAttribute("rel")).toContain("noopener");
  expect(await link.getAttribute("target")).toBe("_blank");
  expect(
    await messageRow(maras, "See ")
      .getByRole("link", { name: /javascript/ })
      .count(),
  ).toBe(0);
  const preview = messageRow(maras, "See ").getByRole("link", { name: /X stand-in/ });
  await preview.waitFor();
  await expectNoFaults(chiefs, "preview");
  await messageRow(chiefs, "See ").getByRole("button", { name: "Remove link preview" }).click();
  await preview.waitFor({ state: "detached" });
});

it("lets a member report for one of four reasons, and the Chief pin and delete", async () => {
  await longPress(maras, messageRow(maras, "Boards are here"), "Message from Lena Ash");
  await button(maras, "Report").click();
  const dialog = maras.getByRole("dialog", { name: "Report message" });
  await dialog.waitFor();
  await expect.poll(() => dialog.getByRole("radio").count()).toBe(4);
  await dialog.getByRole("radio", { name: /Spam/ }).check();
  await expectNoFaults(maras, "report");
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
  await expectNoFaults(maras, "pinned");
});

it("moves through the messages by arrow keys, and opens the menu of the focused one", async () => {
  await messageRow(chiefs, "It was a long day").focus();
  await chiefs.keyboard.press("ArrowDown");
  await chiefs.keyboard.press("Enter");
  await chiefs.getByRole("dialog", { name: "Your message" }).waitFor();
  await expectNoFaults(chiefs, "keyboard-menu");
  await chiefs.keyboard.press("Escape");
  await dialogClosed(chiefs);
});

it("finds a message and scrolls to it, also one that is far above", async () => {
  await button(maras, "More").click();
  await button(maras, "Search messages").click();
  const dialog = maras.getByRole("dialog", { name: "Search messages" });
  await dialog.getByRole("searchbox").fill("line 1");
  await dialog.getByRole("button", { name: /Line 1\b(?!\d)/ }).waitFor();
  await expectNoFaults(maras, "search");
  await dialog.getByRole("button", { name: /Line 1\b(?!\d)/ }).click();
  await dialogClosed(maras);
  await expect.poll(() => messageRow(maras, "Line 1 in").isVisible()).toBe(true);
  await maras.getByRole("button", { name: /^To the newest message/ }).click();
  await messageRow(maras, "See ").waitFor();
});

it("applies slow mode, says why a message was not sent, and sends it once on retry", async () => {
  await button(chiefs, "Tribe settings").click();
  await chiefs.getByText("5 min", { exact: true }).click();
  await chiefs.getByText("24", { exact: true }).click();
  await expectNoFaults(chiefs, "settings");
  await button(chiefs, "Save").click();
  await chiefs.getByText("Tribe settings saved").waitFor();
  await dialogClosed(chiefs);
  await say(maras, "One in five minutes");
  await messageRow(chiefs, "One in five minutes").waitFor();
  await maras.getByText(/Slow mode: you can write again in/).waitFor();
  await expectNoFaults(maras, "slow");
  // From another device; the phone's page does not know of it.
  const chat = await jonas.openChat(mint);
  await chat.send("From the other phone");
  await chat.close();
  await say(jonass, "Too soon for this");
  await jonass.getByText(/^Not sent\. /).waitFor();
  await expectNoFaults(jonass, "not-sent");
  await button(chiefs, "Tribe settings").click();
  await chiefs.getByText("Off", { exact: true }).click();
  await chiefs.getByRole("dialog").getByText("12", { exact: true }).click();
  await button(chiefs, "Save").click();
  await dialogClosed(chiefs);
  await button(jonass, "Retry").click();
  await messageRow(chiefs, "Too soon for this").waitFor();
  await button(jonass, "Retry").waitFor({ state: "detached" });
  await expect.poll(() => messageLog(jonass).getByRole("article", { name: "Too soon for this" }).count()).toBe(1);
});

it("lets only the Chief write after the Chief sets it, and tells members so", async () => {
  await button(chiefs, "Tribe settings").click();
  await chiefs.getByRole("switch", { name: "Only you write" }).click();
  await button(chiefs, "Save").click();
  await maras.getByText("Only the Chief writes here right now.").waitFor();
  await expectNoFaults(maras, "only-chief");
  await dialogClosed(chiefs);
  await button(chiefs, "Tribe settings").click();
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
  await expectNoFaults(maras, "blocked");
  await people.getByRole("button", { name: /^Blocked/ }).click();
  await people.getByRole("button", { name: "Unblock" }).click();
  await chiefs.getByText("Mara Ember can join again").waitFor();
  await people.getByRole("button", { name: /^Members/ }).click();
  await people.getByRole("link", { name: /Mara Ember/ }).waitFor();
  await expectNoFaults(chiefs, "members");
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
  await say(chiefs, "Not for who is out");
  await messageRow(chiefs, "Not for who is out").waitFor();
  expect(await read.allTextContents()).toEqual(before);
  await expectNoFaults(jonass, "booted");
  await messageLog(chiefs)
    .getByText(/Jonas Fell is out, [\d.]+ LEN short\./)
    .waitFor();
  // Their sale is shown above it with their name, although they have lost the seat.
  await messageLog(chiefs)
    .getByText(/^Jonas Fell sold 6 LEN at [\d.]+ SOL each/)
    .waitFor();
  const people = chiefs.getByRole("complementary", { name: "Tribe" });
  await people.getByRole("button", { name: /^Booted 1/ }).click();
  await people.getByRole("link", { name: /Jonas Fell/ }).waitFor();
  await expectNoFaults(chiefs, "booted-list");
  await jonas.trade(mint, { side: "buy", tokens: tokens(12) });
  await say(jonass, "Back by the fire");
  for (const page of [chiefs, jonass]) await messageRow(page, "Back by the fire").waitFor();
  await expectNoFaults(jonass, "back");
  expect(visitors.flatMap(({ complaints }) => complaints)).toEqual([]);
});

it("handles endless words, right-to-left text and 4,000 characters on a narrow screen", async () => {
  const noor = (await signUpWithX(tribe, "walk_noor", "نور الهدى عبد الرحمن")).person;
  await noor.trade(mint, { side: "buy", tokens: tokens(12) });
  await noor.join(mint);
  const chat = await noor.openChat(mint);
  // A person who writes is at the end of the list.
  for (const page of [maras, chiefs]) await say(page, "Let's see");
  for (const page of [maras, chiefs]) await messageRow(page, "Let's see").waitFor();
  const word = "Donaudampfschifffahrtsgesellschaft".repeat(6);
  const long = "Twelve seats around one fire. ".repeat(140).slice(0, 4_000);
  for (const text of [word, "مساء الخير، الثمن 0.25 SOL", `https://example.com/${"a/".repeat(90)}`]) {
    await chat.send(text);
    await messageRow(maras, text).waitFor();
  }
  const directionOf = (words: string) =>
    messageLog(maras)
      .getByText(words, { exact: true })
      .evaluate((element) => getComputedStyle(element).direction);
  expect(await directionOf("مساء الخير، الثمن 0.25 SOL")).toBe("rtl");
  await expectNoFaults(maras, "hard-texts");
  await longPress(maras, messageRow(maras, word), `Message from ${isolated("نور الهدى عبد الرحمن")}`);
  await button(maras, "Reply").click();
  await dialogClosed(maras);
  // Counted as the server does: an emoji of two units is one character.
  for (const [count, words] of [
    [4_002, "2 too many"],
    [4_000, "4,000 of 4,000"],
  ] as const) {
    await messageField(maras).fill("🔥".repeat(count));
    await maras.getByText(words).waitFor();
  }
  await messageField(maras).fill(long);
  await expectNoFaults(maras, "long-draft");
  const isWithin = (page: Page) =>
    page.evaluate(
      () =>
        document.documentElement.scrollWidth <= innerWidth &&
        [...document.querySelectorAll("[role=log], [role=log] *")].every(
          (element) => element.getBoundingClientRect().right <= innerWidth + 1,
        ),
    );
  await expect.poll(() => isWithin(maras)).toBe(true);
  await messageField(maras).press("Enter");
  await messageRow(chiefs, long.slice(0, 60)).waitFor();
  await expectNoFaults(maras, "long");
  await expect.poll(() => isWithin(maras)).toBe(true);
  await chat.close();
});

it("keeps the field, the newest message and a sheet above a keyboard that covers the page", async () => {
  // As in Safari, which is not available on this machine.
  await maras.addInitScript(() => {
    const seen = Object.assign(new EventTarget(), { height: innerHeight, offsetTop: 0, scale: 1 });
    Object.defineProperty(window, "visualViewport", { value: seen });
  });
  await maras.reload();
  await say(maras, "Above the keys");
  const keyboard = (height: number) =>
    maras.evaluate((covered) => {
      if (!visualViewport) throw new Error("it was put there");
      Object.assign(visualViewport, { height: innerHeight - covered });
      visualViewport.dispatchEvent(new Event("resize"));
    }, height);
  const bottomOf = async (what: Locator) => {
    const box = await what.boundingBox();
    return box ? box.y + box.height : Number.POSITIVE_INFINITY;
  };
  const limit = (maras.viewportSize()?.height ?? 0) - 300;
  await keyboard(300);
  await expect.poll(() => bottomOf(messageField(maras))).toBeLessThanOrEqual(limit);
  await expect.poll(() => bottomOf(messageRow(maras, "Above the keys"))).toBeLessThanOrEqual(limit);
  await expectNoFaults(maras, "keyboard");
  await button(maras, "More").click();
  await button(maras, "Search messages").click();
  await expect.poll(() => bottomOf(maras.getByRole("dialog"))).toBeLessThanOrEqual(limit);
  await button(maras, "Close").click();
  await dialogClosed(maras);
  await keyboard(0);
  await expect.poll(() => bottomOf(messageField(maras))).toBeGreaterThan(limit);
});

it("counts new messages on the Chat tab and in the bottom bar, and goes back by a swipe", async () => {
  await maras.getByRole("link", { name: "Market", exact: true }).click();
  await say(chiefs, "Who is at the market?");
  const tab = maras.getByRole("navigation", { name: "Tribe" }).getByRole("link", { name: /^Chat/ });
  await tab.getByText("1 unread").waitFor();
  await picture(maras, "chat-walk-count");
  const session = await maras.context().newCDPSession(maras);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", x?: number) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: x === undefined ? [] : [{ x, y: 600 }] });
  // The swipe is too short, so the page returns.
  await touch("touchStart", 120);
  for (const x of [140, 160, 180]) await touch("touchMove", x);
  await touch("touchEnd");
  await tab.waitFor();
  await touch("touchStart", 60);
  for (const x of [90, 150, 220, 300]) await touch("touchMove", x);
  await touch("touchEnd");
  await maras.getByRole("navigation", { name: "Main" }).getByText("1 unread").waitFor();
  await expectNoFaults(maras, "tribes-count");
  // A slow phone measures the height of the message above late; the chat still opens at the unread one.
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await visit(maras, `${tribe.appUrl}/chat/${mint}`);
  await messageRow(maras, "Who is at the market?").waitFor();
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await session.detach();
});

it("shows a message sent before the list had loaded, although messages above it are unread", async () => {
  await visit(maras, `${tribe.appUrl}/you`);
  await say(chiefs, Array.from({ length: 20 }, (_, line) => `Meanwhile ${line}`).join("\n"));
  const messages = await holdCalls(maras, "**/api/v1/chat/messages*");
  await visit(maras, `${tribe.appUrl}/chat/${mint}`);
  await say(maras, "Here before the messages");
  await messageRow(chiefs, "Here before the messages").waitFor();
  messages.release();
  const end = messageRow(maras, "Here before the messages");
  await end.waitFor();
  const below = async () => {
    const [line, composer] = [await end.boundingBox(), await messageField(maras).boundingBox()];
    return line && composer ? line.y + line.height - composer.y : Number.POSITIVE_INFINITY;
  };
  await expect.poll(below).toBeLessThanOrEqual(0);
  await maras.unrouteAll();
});
