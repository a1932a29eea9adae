import type { Mint } from "@tribe/contract";
import type { Person } from "@tribe/devkit";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { writeMessage } from "../support/page/at-the-page.ts";
import {
  accessFaults,
  asPeopleHaveIt,
  desktop,
  type Looks,
  phone,
  type Visitor,
  visit,
} from "../support/page/browser.ts";
import { messageField, messageRow } from "../support/page/chat-log.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import { gather } from "../support/people/people.ts";
import { newVisitorAs, type SignedInPerson, signUpWithX } from "../support/people/signed-in-person.ts";
import { enterProduct, leaveProduct } from "../support/product/shared-product.ts";
import type { Tribe } from "../support/product/tribe.ts";

// A swipe of real fingers, and a slow phone. The Chief is on a desktop, Mara on a phone.

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
  // A person who has read everything.
  await maras.getByRole("button", { name: /^To the newest message/ }).click();
  await messageRow(maras, "Line 12").waitFor();
});
afterAll(leaveProduct);
beforeEach(() => {
  reportFailure("chat-edges", () => ({ visitors }));
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

it("counts new messages on the Chat tab and in the bottom bar, and goes back by a swipe", async () => {
  await maras.getByRole("link", { name: "Market", exact: true }).click();
  await writeMessage(chiefs, "Who is at the market?");
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
