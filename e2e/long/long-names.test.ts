import type { Mint } from "@tribe/contract";
import type { Person } from "@tribe/devkit";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFailed } from "vitest";
import {
  type Looks,
  loaded,
  newVisitor,
  openBrowser,
  phone,
  picture,
  type Visitor,
  visit,
} from "../support/page/browser.ts";
import { cutTexts, doubleText, mixedNames, primaryButtons } from "../support/page/screen-faults.ts";
import { tokens } from "../support/people/people.ts";
import { newVisitorAs, type SignedInPerson, signUpWithX } from "../support/people/signed-in-person.ts";
import { startTribe, type Tribe } from "../support/product/tribe.ts";

// A slow network, large text, and names that are long or read from right to left, on the smallest phone.

let tribe: Tribe;
let browser: Browser;
let visitor: Visitor;
let page: Page;
/** The Tribes of both people: one with a name of thirty wide letters, one with a right-to-left name. */
let mints: readonly Mint[];
let people: readonly Person[];
let seated: readonly SignedInPerson[];
const names = ["WWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", "نورا NORA الحسن"] as const;

beforeAll(async () => {
  [tribe, browser] = await Promise.all([startTribe(), openBrowser()]);
  seated = await Promise.all(names.map((name, index) => signUpWithX(tribe, `hard${index}`, name)));
  people = seated.map(({ person }) => person);
  mints = await Promise.all(people.map((person) => person.createTribe(tokens(1))));
  for (const [index, person] of people.entries())
    for (const mint of mints.filter((_, of) => of !== index)) {
      await person.trade(mint, { side: "buy", tokens: tokens(12) });
      await person.join(mint);
      const chat = await person.openChat(mint);
      await chat.send(names[index] ?? "");
      chat.close();
    }
  visitor = await newVisitor(browser, phone);
  page = visitor.page;
});
afterAll(async () => {
  await browser?.close();
  await tribe?.stop();
});
beforeEach(({ task }) => {
  onTestFailed(async () => {
    await picture(page, `failed-hard-${task.name}`.replace(/[^a-z0-9]+/gi, "-"));
    process.stdout.write(`${page.url()}\n${visitor.complaints.join("\n")}\n`);
  });
});

const open = async (path: string, at = page) => {
  await visit(at, `${tribe.appUrl}${path}`);
  await loaded(at);
};

/** The texts of elements that overflow the screen horizontally, except hidden ones and those in a scroll container. */
const tooWide = (at = page) =>
  at.evaluate(() => {
    const isInScroller = (element: Element): boolean => {
      for (let at = element.parentElement; at && at.tagName !== "MAIN"; at = at.parentElement)
        if (["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(at).overflowX)) return true;
      return false;
    };
    return [...document.querySelectorAll("body *")]
      .filter((element) => {
        const box = element.getBoundingClientRect();
        return box.width > 1 && (box.right > innerWidth + 1 || box.left < -1) && !isInScroller(element);
      })
      .map((element) => `${element.tagName} ${element.textContent?.slice(0, 40)}`);
  });
/** Presses the named button, and waits for the dialog. */
const press = (name: string | RegExp, dialog: string | RegExp) => async (at: Page) => {
  await at
    .getByRole("button", { name, exact: typeof name === "string" })
    .first()
    .click();
  await at.getByRole("dialog", { name: dialog }).waitFor();
};
const typeAmount = async (at: Page) => {
  await at.getByRole("dialog").getByRole("textbox", { name: "Amount" }).fill("1");
};

/** Expects that a long name does not wrap a dialog's title to a second line. */
const hasOneLineTitle = async (at: Page) => {
  const heading = at.getByRole("dialog").getByRole("heading").first();
  const lines = await heading.evaluate(
    (title) => title.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(title).lineHeight),
  );
  expect(lines).toBeLessThan(1.5);
};
/** In a Tribe with few members a phone shows the seats as a strip. */
const hasFoldedSeats = (at: Page) => at.getByRole("button", { name: "Show the seats" }).waitFor();

/** Expects that members' names are aligned left, whatever the direction of their text. */
const hasNamesInOneColumn = async (at: Page) => {
  const names = at.getByRole("main").getByRole("listitem").locator("bdi");
  await names.filter({ hasText: "NORA" }).first().waitFor();
  const indents = await names.evaluateAll((elements) =>
    elements.map((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().left - element.getBoundingClientRect().left;
    }),
  );
  for (const indent of indents) expect(Math.abs(indent)).toBeLessThanOrEqual(1);
};

/** The screens and dialogs of a person who is the Chief of one Tribe and a member of the other. */
const stops = (): readonly (readonly [path: string, ...acts: readonly ((at: Page) => Promise<void>)[]])[] => {
  const [own, other] = mints;
  return [
    // The list appears once the data above it is known.
    [
      "/",
      (at) =>
        at
          .getByRole("list", { name: /^Tribes by/ })
          .getByRole("listitem")
          .first()
          .waitFor(),
    ],
    [`/token/${other}`],
    [`/token/${other}`, press("Buy", /Buy|Trade/), hasOneLineTitle, typeAmount],
    [`/token/${other}`, press("Sell", /Sell|Trade/), typeAmount],
    [`/token/${other}`, press("Share", /Share/)],
    [`/chat/${other}`, hasFoldedSeats],
    [`/chat/${other}?view=members`, hasNamesInOneColumn],
    [`/chat/${own}`],
    [`/chat/${own}`, press("More", /./)],
    [`/chat/${own}?view=members`, hasNamesInOneColumn],
    ["/tribes"],
    ["/wallet"],
    ["/wallet", press("Send", /Send/)],
    ["/wallet", press("Add", /Add SOL/)],
    ["/notifications"],
    ["/notifications/settings"],
    ["/earnings"],
    ["/you"],
    ["/you", press(/Edit profile/, /Edit profile/)],
    ["/you/security"],
    ["/you/account"],
    [`/user/${people[1]?.address}`],
  ];
};

const walk = async (looks: Looks, isLarge: boolean, of = stops()) => {
  const [somebody] = seated;
  if (!somebody) throw new Error("two people were made");
  const walker = await newVisitorAs(browser, looks, somebody);
  if (isLarge) await doubleText(walker.page.context());
  for (const [index, [path, ...acts]] of of.entries()) {
    const name = `${path.replaceAll(/[1-9A-HJ-NP-Za-km-z]{32,}/g, "…")} ${index}`;
    await open(path, walker.page);
    for (const act of acts) await act(walker.page);
    await picture(walker.page, `hard-${isLarge ? "large" : "names"}-${looks.viewport.width}-${index}`);
    expect.soft([name, await primaryButtons(walker.page)]).toSatisfy(([, found]) => found.length < 2);
    expect.soft([name, await cutTexts(walker.page), await tooWide(walker.page)]).toEqual([name, [], []]);
    expect.soft([name, await mixedNames(walker.page)]).toEqual([name, []]);
  }
  await walker.close();
};

it("cuts off no text and no figure at twice the text size", () => walk(phone, true));
// At twice the text size the same names have less room.
it("cuts off nothing and mixes no text directions with long and right-to-left names", () => walk(phone, false));
