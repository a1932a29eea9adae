import type { Mint } from "@tribe/contract";
import type { Person } from "@tribe/devkit";
import { isolated } from "@tribe/domain/people";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFailed } from "vitest";
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
import { dialogClosed, longPress } from "../support/page/message-actions.ts";
import { gather, tokens } from "../support/people/people.ts";
import { newVisitorAs, type SignedInPerson, signUpWithX } from "../support/people/signed-in-person.ts";
import { enterProduct, leaveProduct } from "../support/product/shared-product.ts";
import type { Tribe } from "../support/product/tribe.ts";

// What a chat does at its edges: long texts, a keyboard over it, a swipe, a list that comes late. The Chief is on a desktop, Mara on
// a phone.

let tribe: Tribe;
let browser: Browser;
let mint: Mint;
const visitors: Visitor[] = [];
/** Each person's page. */
let chiefs: Page;
let maras: Page;

beforeAll(async () => {
  ({ tribe, browser } = await enterProduct());
  const [lena, mara, third] = await Promise.all([
    signUpWithX(tribe, "edge_lena", "Lena Ash"),
    signUpWithX(tribe, "edge_mara", "Mara Ember"),
    signUpWithX(tribe, "edge_jonas", "Jonas Fell"),
  ]);
  const jonas: Person = third.person;
  mint = await gather([lena.person, mara.person, jonas]);
  const chat = await jonas.openChat(mint);
  for (let line = 1; line <= 12; line += 1) await chat.send(`Line ${line}\nin three\nlines of text`);
  await chat.close();
  chiefs = await enter(desktop, lena);
  maras = await enter({ ...phone, hasTouch: true }, mara);
  for (const text of ["It was a long day", "Good night"]) {
    await say(chiefs, text);
    await messageRow(maras, text).waitFor({ state: "attached" });
  }
});
afterAll(leaveProduct);
beforeEach(() => {
  onTestFailed(async () => {
    for (const [index, { page }] of visitors.entries())
      if (!page.isClosed()) await picture(page, `failed-chat-edges-${index}`);
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
  expect(await accessFaults(page, `chat-edges-${name}`)).toEqual([]);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

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
  await messageRow(maras, "Good night").waitFor();
});

it("handles endless words, right-to-left text and 4,000 characters on a narrow screen", async () => {
  const noor = (await signUpWithX(tribe, "edge_noor", "نور الهدى عبد الرحمن")).person;
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
