import { type Credentials, type Mint, routes } from "@tribe/contract";
import { createPerson, memoryStore, type Person } from "@tribe/devkit";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFailed } from "vitest";
import { say } from "./support/page/at-the-page.ts";
import {
  accessFaults,
  desktop,
  type Looks,
  newVisitor,
  openBrowser,
  phone,
  picture,
  type Visitor,
} from "./support/page/browser.ts";
import { gather, sol, tokens } from "./support/people/people.ts";
import { startTribe, type Tribe } from "./support/product/tribe.ts";

// One installation and one story: the Chief at a desktop, Mara at a phone, Jonas at another one, in other colours.

interface Walker {
  readonly person: Person;
  readonly credentials: Credentials;
}

let tribe: Tribe;
let browser: Browser;
let mint: Mint;
let jonas: Person;
const visitors: Visitor[] = [];
/** Whose page it is. */
let chiefs: Page;
let maras: Page;
let jonass: Page;

beforeAll(async () => {
  [tribe, browser] = await Promise.all([startTribe(), openBrowser()]);
  const [lena, mara, third] = await Promise.all([
    newWalker("Lena Ash", "lena"),
    newWalker("Mara Ember", "mara"),
    newWalker("Jonas Fell", "jonas"),
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
afterAll(async () => {
  await browser?.close();
  await tribe?.stop();
});
beforeEach(() => {
  onTestFailed(async () => {
    for (const [index, { page }] of visitors.entries()) await picture(page, `failed-chat-walk-${index}`);
    process.stdout.write(`${visitors.flatMap(({ complaints }) => complaints).join("\n")}\n`);
  });
});

/** Somebody with SOL and a social account, and what signs their calls. */
const newWalker = async (name: string, username: string): Promise<Walker> => {
  const store = memoryStore();
  const person = await createPerson({ appUrl: tribe.appUrl, store });
  await person.connectX({ name, username });
  await person.fundByAirdrop(sol(20));
  const credentials = (await store.load())?.credentials;
  if (!credentials) throw new Error("nobody is signed in");
  return { person, credentials };
};

/** Opens the chat in a browser that is signed in already. */
const enter = async (looks: Looks, { credentials: { deviceId, deviceSecret, session } }: Walker): Promise<Page> => {
  const visitor = await newVisitor(browser, looks);
  visitors.push(visitor);
  const { page } = visitor;
  const now = Date.now();
  const access = {
    device: { deviceId, deviceSecret },
    session: { ...session, expiresAt: now + 3_600_000, since: now },
  };
  await page.addInitScript((text) => localStorage.setItem("tribe:v1:access", text), JSON.stringify(access));
  await page.goto(`${tribe.appUrl}/chat/${mint}`);
  await field(page).waitFor();
  return page;
};

const expectNoFaults = async (page: Page, name: string) =>
  expect(await accessFaults(page, `chat-walk-${name}`)).toEqual([]);
const log = (page: Page) => page.getByRole("log", { name: "Messages" });
const row = (page: Page, text: string) => log(page).getByRole("article").filter({ hasText: text }).last();
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const field = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
/** A dialog is gone when its entry of the history is, too. */
const closed = async (page: Page) => {
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.waitForFunction(() => history.state?.dialog === undefined);
};
const readState = async () => (await jonas.api(routes.chat.room, { query: { mint } })).read;

/** A finger that stays on a message until its menu is there. */
const longPress = async (page: Page, message: Locator) => {
  await message.scrollIntoViewIfNeeded();
  const box = await message.boundingBox();
  if (!box) throw new Error("The message is not on the screen");
  const session = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + 120, y: box.y + box.height - 6 }];
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await page.getByRole("dialog").waitFor();
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await session.detach();
};

it("opens at the first unread message, with the count of those below on the button to the newest", async () => {
  await maras.getByText("12 new messages").waitFor();
  await row(maras, "Line 1").first().waitFor();
  await expectNoFaults(maras, "unread");
  await maras.getByRole("button", { name: "To the newest message, 12 unread" }).click();
  await row(maras, "Line 12").waitFor();
  await maras.getByRole("button", { name: /^To the newest message/ }).waitFor({ state: "detached" });
});
