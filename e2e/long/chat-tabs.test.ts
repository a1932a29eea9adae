import type { Mint } from "@tribe/contract";
import type { Person } from "@tribe/devkit";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFailed } from "vitest";
import { writeMessage } from "../support/page/at-the-page.ts";
import {
  asPeopleHaveIt,
  desktop,
  type Looks,
  openBrowser,
  phone,
  type Visitor,
  visit,
} from "../support/page/browser.ts";
import { messageField, messageRow } from "../support/page/chat-log.ts";
import { aimBeside } from "../support/page/message-actions.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import { gather } from "../support/people/people.ts";
import { newVisitorAs, type SignedInPerson, signUpWithX } from "../support/people/signed-in-person.ts";
import { startTribe, type Tribe } from "../support/product/tribe.ts";

// The Chief on a desktop, Mara on a phone, and Jonas, who writes from Node.

let tribe: Tribe;
let browser: Browser;
let mint: Mint;
let jonas: Person;
const visitors: Visitor[] = [];
/** Each person's page. */
let chiefs: Page;
let maras: Page;

beforeAll(async () => {
  [tribe, browser] = await Promise.all([startTribe(), openBrowser()]);
  const [lena, mara, third] = await Promise.all([
    signUpWithX(tribe, "lena", "Lena Ash"),
    signUpWithX(tribe, "mara", "Mara Ember"),
    signUpWithX(tribe, "jonas", "Jonas Fell"),
  ]);
  jonas = third.person;
  mint = await gather([lena.person, mara.person, jonas]);
  const chat = await jonas.openChat(mint);
  for (let line = 1; line <= 12; line += 1) await chat.send(`Line ${line}\nin three\nlines of text`);
  await chat.close();
  chiefs = await enter(desktop, lena);
  maras = await enter({ ...phone, hasTouch: true }, mara);
});
afterAll(async () => {
  await browser?.close();
  await tribe?.stop();
});
beforeEach(() => {
  reportFailure("chat-tabs", () => ({ visitors }));
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

// Not in the gate until it is known why the list once lay two rows too far up at the press.
it("keeps the pressed message in place while others write, and counts the press even when the page has moved", async () => {
  onTestFailed(() => chiefs.mouse.up());
  await writeMessage(chiefs, "Who has the key?");
  const target = messageRow(chiefs, "Who has the key?");
  const placeOf = async () => {
    const box = await target.boundingBox();
    return box && [Math.round(box.y), Math.round(box.height)];
  };
  await aimBeside(target, "Reply");
  await chiefs.mouse.down();
  const before = await placeOf();
  const chat = await jonas.openChat(mint);
  for (const text of ["First meanwhile", "Second meanwhile", "Last meanwhile"]) await chat.send(text);
  await chat.close();
  // The page has received it when it announces it to screen readers.
  await chiefs
    .locator("[aria-live=polite]")
    .getByText(/Last meanwhile|\d+ new messages/)
    .waitFor({ state: "attached" });
  expect(await placeOf()).toEqual(before);
  await chiefs.evaluate(() => document.body.style.setProperty("translate", "0 80px"));
  await chiefs.mouse.up();
  await chiefs.getByText("Reply to", { exact: true }).waitFor();
  await chiefs.evaluate(() => document.body.style.removeProperty("translate"));
  await messageRow(chiefs, "Last meanwhile").waitFor();
  await chiefs.keyboard.press("Escape");
  await chiefs.getByText("Reply to", { exact: true }).waitFor({ state: "detached" });
});

it("serves two tabs with one socket, continues in the second when the first is closed, and signs both out", async () => {
  await writeMessage(maras, Array.from({ length: 60 }, (_, line) => `Stall ${line}`).join("\n"));
  await writeMessage(chiefs, "Who is at the market?");
  const tabs = [await chiefs.context().newPage(), await chiefs.context().newPage()];
  const sockets: Page[] = [];
  for (const tab of tabs) {
    tab.on("websocket", () => sockets.push(tab));
    await visit(tab, `${tribe.appUrl}/chat/${mint}`);
    await messageField(tab).waitFor();
    // It is opened at its end, although a message above it is taller than the screen.
    await messageRow(tab, "Who is at the market?").waitFor();
  }
  await writeMessage(maras, "For all tabs");
  for (const page of [chiefs, ...tabs]) await messageRow(page, "For all tabs").waitFor();
  const [second, third] = tabs;
  if (!second || !third) throw new Error("there are two");
  await writeMessage(second, "From the second tab");
  for (const page of [chiefs, maras, third]) await messageRow(page, "From the second tab").waitFor();
  expect(sockets).toEqual([]);
  await chiefs.close();
  await writeMessage(maras, "For those who are left");
  for (const page of tabs) await messageRow(page, "For those who are left").waitFor();
  await expect.poll(() => sockets.length).toBe(1);
  await visit(second, `${tribe.appUrl}/you`);
  await button(second, "Sign out").click();
  await button(third, "Sign in").first().waitFor();
});
