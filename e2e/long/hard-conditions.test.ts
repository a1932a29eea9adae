import { type Mint, routes } from "@tribe/contract";
import type { Person } from "@tribe/devkit";
import type { Browser, CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFailed } from "vitest";
import {
  desktop,
  type Looks,
  loaded,
  newVisitor,
  openBrowser,
  phone,
  picture,
  visit,
} from "../support/page/browser.ts";
import { maxShift, worstShift } from "../support/page/layout-shifts.ts";
import { cutTexts, doubleText, mixedNames, primaryButtons } from "../support/page/screen-faults.ts";
import { tokens } from "../support/people/people.ts";
import { newVisitorAs, type SignedInPerson, signUpWithX } from "../support/people/signed-in-person.ts";
import { startTribe, type Tribe } from "../support/product/tribe.ts";

// A slow network, large text, and names that are long or read from right to left, on the smallest phone.

let tribe: Tribe;
let browser: Browser;
/** The page that was opened last. */
let page: Page | undefined;
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
});
afterAll(async () => {
  await browser?.close();
  await tribe?.stop();
});
beforeEach(({ task }) => {
  onTestFailed(async () => {
    if (page?.isClosed() === false) await picture(page, `failed-hard-${task.name}`.replace(/[^a-z0-9]+/gi, "-"));
    process.stdout.write(`${page?.url()}\n`);
  });
});

const open = async (path: string, at: Page) => {
  page = at;
  await visit(at, `${tribe.appUrl}${path}`);
  await loaded(at);
};

/** The texts of elements that overflow the screen horizontally, except hidden ones and those in a scroll container. */
const tooWide = (at: Page) =>
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
/** Slow 3G, with the values of the browsers' developer tools. */
const slowDown = async (to: Page): Promise<CDPSession> => {
  const session = await to.context().newCDPSession(to);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  return session;
};

it("has no layout shift while it loads over slow 3G, and shows no control that does not respond", async () => {
  const opens = async (path: string) => {
    const slow = await newVisitor(browser, phone);
    await slowDown(slow.page);
    await visit(slow.page, `${tribe.appUrl}${path}`, { waitUntil: "commit" });
    await slow.page.getByText(names[1]).first().waitFor();
    // The first paint has text and figures; controls appear only with the script.
    const dead = await slow.page.evaluate(() =>
      document.querySelector("#main")
        ? 0
        : document.querySelectorAll("#root main :is(button, input, [role=button], [role=tab])").length,
    );
    expect(dead).toBe(0);
    await slow.page.locator("#main").waitFor({ timeout: 60_000 });
    await slow.page.waitForLoadState("networkidle");
    const { sum, moved } = await worstShift(slow.page);
    expect(sum, `${path}: ${moved.join("; ")}`).toBeLessThanOrEqual(maxShift);
    await slow.close();
  };
  // Each page has its own throttled connection, so they can load in parallel.
  await Promise.all(["/", `/token/${mints[1]}`].map(opens));
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

/** The screens whose layout on a desktop differs from a phone's. */
const wideStops = (): ReturnType<typeof stops> => {
  const [own, other] = mints;
  return [
    [`/chat/${own}`],
    [`/token/${other}`, (at) => at.getByRole("tab", { name: "Trade" }).click()],
    // Its columns appear with the seats.
    ["/tribes", (at) => at.getByText(/^Seat 1 of 12/).waitFor()],
    [
      "/wallet",
      (at) =>
        at
          .getByText(/ago$|^now$/)
          .first()
          .waitFor(),
    ],
    ["/you/security"],
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

it("cuts off no text and no figure at twice the text size on a desktop", () => walk(desktop, true, wideStops()));

it("offers no main Buy button to a blocked person, at any screen width", async () => {
  const [somebody, chief, mint] = [seated[0], people[1], mints[1]];
  if (!somebody || !chief || !mint) throw new Error("two people were made");
  const body = { mint, address: somebody.person.address };
  await chief.api(routes.chat.ban, { body });
  for (const width of [360, 1100, 1440]) {
    const walker = await newVisitorAs(browser, { ...phone, viewport: { width, height: 800 } }, somebody);
    await open(`/chat/${mint}`, walker.page);
    await walker.page.getByText("The Chief has blocked you from this chat").waitFor();
    await picture(walker.page, `hard-blocked-${width}`);
    // The list of non-members does not call them 'Not joined', as if they only had to join.
    if (width > 360) await walker.page.getByText("Blocked by the Chief", { exact: true }).waitFor();
    // On a phone the button is on the Tribe's own page.
    if (width > 360) await walker.page.getByRole("button", { name: /^(Buy|Next)$/ }).waitFor();
    expect([width, await primaryButtons(walker.page)]).toEqual([width, []]);
    await walker.close();
  }
  await chief.api(routes.chat.unban, { body });
  await somebody.person.join(mint);
});

it("lets Tab leave the notices", async () => {
  const [somebody] = seated;
  if (!somebody) throw new Error("two people were made");
  const walker = await newVisitorAs(browser, desktop, somebody);
  const { page: at } = walker;
  // The notice would disappear after five seconds, which a busy machine may need for the next step.
  await at.addInitScript(() => {
    const later = globalThis.setTimeout;
    const stays = (work: TimerHandler, ms?: number, ...rest: unknown[]) =>
      later(work, ms !== undefined && ms > 3_000 && ms <= 5_000 ? 600_000 : ms, ...rest);
    Object.assign(globalThis, { setTimeout: stays });
  });
  await at.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await open("/wallet", at);
  await at.getByRole("main").getByRole("button", { name: /^Copy/ }).first().click();
  const notice = at.locator("[data-sonner-toast]");
  await notice.waitFor();
  // The last focusable element of the page before the notices.
  await notice.focus();
  await at.keyboard.press("Shift+Tab");
  const last = await at.evaluateHandle(() => document.activeElement);
  await at.keyboard.press("Tab");
  expect(await notice.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await at.keyboard.press("Tab");
  expect(await last.evaluate((element) => element === document.activeElement)).toBe(false);

  // In a Tribe it is below the seats, with the Chief's in the middle.
  await open(`/token/${mints[0]}`, at);
  await at.locator("[data-seat]").first().waitFor();
  await at.getByRole("tab", { name: "About" }).click();
  await at.getByRole("complementary", { name: "Tribe" }).getByRole("button", { name: /^Copy/ }).first().click();
  await notice.waitFor();
  const overlaps = () =>
    at.evaluate(() => {
      const [notice] = document.querySelectorAll("[data-sonner-toast]");
      const top = notice?.getBoundingClientRect().top ?? 0;
      return [...document.querySelectorAll("[data-seat]")].filter((seat) => seat.getBoundingClientRect().bottom > top)
        .length;
    });
  await expect.poll(overlaps).toBe(0);
  await walker.close();
});

it("reserves the place of lives above the list in the document, so that nothing moves when they are drawn", async () => {
  const [chief, mint] = [people[1], mints[1]];
  if (!chief || !mint) throw new Error("two people were made");
  const title = "Hymns, slowly, for all who could not sleep since the last time that we met here";
  await chief.api(routes.live.start, { body: { mint, title } });
  for (const looks of [phone, desktop]) {
    const passer = await newVisitor(browser, looks);
    await open("/", passer.page);
    const live = passer.page.getByRole("main").getByRole("region", { name: "Live now" });
    await live.getByRole("link").getByText("Hymns, slowly").waitFor();
    const { sum, moved } = await worstShift(passer.page);
    expect(sum, moved.join("; ")).toBeLessThanOrEqual(maxShift);
    await passer.close();
  }
});

it("keeps a live's title and its Join button clear of the faces around them", async () => {
  const [somebody, mint] = [seated[0], mints[1]];
  if (!somebody || !mint) throw new Error("two people were made");
  const title = "Hymns, slowly, for all who could not sleep since the last time that we met here";
  // The answer is mocked: a live with nobody on its stage ends after a minute.
  const live = { mint, title, startedAt: Date.now(), viewers: 1 };
  const everybody = Array.from({ length: 13 }, (_, index) => ({
    address: `${somebody.person.address.slice(0, -1)}${index < 9 ? index + 1 : "ABCD"[index - 9]}`,
    uid: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
    displayName: `Person ${index}`,
    pfp: null,
    holding: String(tokens(40 - index)),
    state: index === 0 ? "chief" : "active",
  }));
  // With touch the button is taller.
  for (const looks of [{ ...phone, hasTouch: true }, desktop]) {
    const walker = await newVisitorAs(browser, looks, somebody);
    await walker.page.route("**/api/**chat/subscribers**", (route) =>
      route.fulfill({ json: { subscribers: everybody } }),
    );
    await walker.page.route("**/api/**/live", (route) => route.fulfill({ json: { lives: [live] } }));
    await open(`/chat/${mint}`, walker.page);
    const join = walker.page.getByRole("button", { name: "Join live" });
    await join.waitFor();
    await walker.page.getByRole("button", { name: /^Person 12, seat 12/ }).waitFor();
    await picture(walker.page, `hard-full-live-${looks.colorScheme}`);
    const seats = walker.page.locator("button[data-seat]");
    expect(await seats.count()).toBe(13);
    expect(await seats.locator("[data-seat-mark]").count()).toBeGreaterThan(0);
    for (const words of [
      join,
      walker.page.getByText(/^Hymns, slowly/).first(),
      walker.page.getByText(/^Live, \d here$/).last(),
    ]) {
      const box = await words.boundingBox();
      const met = await seats.evaluateAll((faces, of) => {
        if (!of) return ["not seen"];
        return faces
          .filter((face) => {
            const { x, y, width, height } = face.getBoundingClientRect();
            const near = (at: number, from: number, length: number) => Math.min(Math.max(at, from), from + length);
            const [middle, centre] = [x + width / 2, y + height / 2];
            const away = Math.hypot(middle - near(middle, of.x, of.width), centre - near(centre, of.y, of.height));
            // Its number, or the Chief's crown, is at its lower right.
            const mark = face.querySelector("[data-seat-mark]")?.getBoundingClientRect();
            const isUnderMark =
              mark !== undefined &&
              mark.right > of.x &&
              mark.left < of.x + of.width &&
              mark.bottom > of.y &&
              mark.top < of.y + of.height;
            return away < width / 2 || isUnderMark;
          })
          .map((face) => face.getAttribute("aria-label"));
      }, box);
      expect(met).toEqual([]);
    }
    await walker.close();
  }
});

it("leaves a phone's many seats folded during a live, which has its own bar", async () => {
  const [somebody, chief, mint] = [seated[0], people[1], mints[1]];
  if (!somebody || !chief || !mint) throw new Error("two people were made");
  await chief.api(routes.chat.manage, { body: { mint, groupSize: 24 } });
  await chief.api(routes.live.start, { body: { mint, title: "Hymns" } });
  const walker = await newVisitorAs(browser, phone, somebody);
  await open(`/chat/${mint}`, walker.page);
  const live = walker.page.getByRole("region", { name: "Live" });
  await live.getByRole("button", { name: "Join live" }).waitFor();
  await picture(walker.page, "hard-folded-24-live");
  expect(await walker.page.getByRole("button", { name: "Show the seats" }).isVisible()).toBe(true);
  await walker.close();
});
