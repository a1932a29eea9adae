import { setTimeout as wait } from "node:timers/promises";
import { ApiError, type Mint, routes } from "@tribe/contract";
import type { Person } from "@tribe/devkit";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from "vitest";
import { holdCalls } from "../support/faults.ts";
import { drawnPicture } from "../support/made/media.ts";
import {
  accessFaults,
  desktop,
  type Looks,
  loaded,
  newVisitor,
  openBrowser,
  phone,
  picture,
  visit,
} from "../support/page/browser.ts";
import { messageField, messageLog, messageRow } from "../support/page/chat-log.ts";
import { gather, tokens } from "../support/people/people.ts";
import { newVisitorAs, type SignedInPerson, signUpWithX } from "../support/people/signed-in-person.ts";
import { startTribe, type Tribe } from "../support/product/tribe.ts";

// A full chat with a long history. It takes minutes.

const memberCount = 14;
/** More lines than the page loads to open at the first unread one. */
const linesOfEach = 27;

let tribe: Tribe;
let browser: Browser;
let mint: Mint;
let lena: SignedInPerson;
let mara: SignedInPerson;
let chiefs: Page;
let maras: Page;

/** Opens the chat in a signed-in browser. */
const enter = async (looks: Looks, somebody: SignedInPerson): Promise<Page> => {
  const { page } = await newVisitorAs(browser, looks, somebody);
  await visit(page, `${tribe.appUrl}/chat/${mint}`);
  await messageField(page).waitFor();
  return page;
};

/** Sends lines, each as soon as slow mode and rate limits allow. */
const talk = async (person: Person, lines: readonly string[]): Promise<void> => {
  const chat = await person.openChat(mint);
  for (const line of lines)
    for (let isSent = false; !isSent; )
      try {
        await chat.send(line);
        isSent = true;
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== "too_many_requests") throw error;
        await wait((error.retryAfterSeconds ?? 1) * 1_000);
      }
  await chat.close();
};

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const topOf = async (what: Locator) => Math.round((await what.boundingBox())?.y ?? Number.NaN);
const scrollBy = (page: Page, px: number) =>
  messageLog(page).evaluate((list, by) => list.querySelector("[data-virtuoso-scroller]")?.scrollBy(0, by), px);
/** The first message that is wholly visible in the list. */
const firstInSight = (page: Page) =>
  messageLog(page).evaluate((list) => {
    const { top } = list.getBoundingClientRect();
    const shown = [...list.querySelectorAll<HTMLElement>("[data-message]")];
    return shown.find((message) => message.getBoundingClientRect().top >= top)?.dataset.message ?? "";
  });

describe("a full chat", () => {
  beforeAll(async () => {
    [tribe, browser] = await Promise.all([startTribe(), openBrowser()]);
    [lena, mara] = await Promise.all([
      signUpWithX(tribe, "lena", "Lena Ash"),
      signUpWithX(tribe, "mara", "Mara Ember"),
    ]);
    const others: SignedInPerson[] = [];
    for (let index = 3; index <= memberCount; index += 1)
      others.push(await signUpWithX(tribe, `guest${index}`, `Guest ${index}`));
    mint = await gather([lena.person]);
    await lena.person.api(routes.chat.manage, { body: { mint, groupSize: 24 } });
    const members = [mara, ...others];
    for (const [index, { person }] of members.entries()) {
      await person.trade(mint, { side: "buy", tokens: tokens(12 + index) });
      await person.join(mint);
    }
    const linesOf = (who: number) =>
      Array.from({ length: linesOfEach }, (_, line) => `Guest ${who} says ${line + 1}\nand goes on for a line`);
    await Promise.all(others.map(({ person }, index) => talk(person, linesOf(index + 3))));
    chiefs = await enter(desktop, lena);
    maras = await enter({ ...phone, hasTouch: true }, mara);
    for (const page of [chiefs, maras]) await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  }, 600_000);
  afterAll(async () => {
    await browser?.close();
    await tribe?.stop();
  });

  const watch = () =>
    onTestFailed(async () => {
      for (const [name, page] of [
        ["chief", chiefs],
        ["mara", maras],
      ] as const)
        await picture(page, `failed-chat-long-${name}`);
    });

  it("scrolls up to the first message and back, and the visible messages stay in place while older ones load", async () => {
    watch();
    // With this many unread messages it opens at the newest.
    await messageRow(maras, "says 27").waitFor();
    await button(maras, /^To the newest message/).waitFor({ state: "detached" });
    const older = await holdCalls(maras, "**/api/**chat/messages**beforeSeq**");
    // Scroll up until the next page is requested, and compare what is visible before and after it arrives.
    while (older.count() === 0) {
      await scrollBy(maras, -400);
      await maras.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    }
    const id = await firstInSight(maras);
    const message = messageLog(maras).locator(`[data-message="${id}"]`);
    const before = await topOf(message);
    const numberBefore = await messageLog(maras).locator("[data-item-index]").first().getAttribute("data-item-index");
    older.release();
    await maras.getByText("Loading older messages").waitFor({ state: "detached" });
    await expect
      .poll(async () =>
        Number(await messageLog(maras).locator("[data-item-index]").first().getAttribute("data-item-index")),
      )
      .toBeLessThanOrEqual(Number(numberBefore));
    expect(Math.abs((await topOf(message)) - before)).toBeLessThanOrEqual(2);
    await expect
      .poll(
        async () => {
          await scrollBy(maras, -1_500);
          return messageLog(maras).locator('[data-item-index="1"]').count();
        },
        { timeout: 120_000, interval: 100 },
      )
      .toBe(1);
    await button(maras, /^To the newest message/).click();
    await expect.poll(() => button(maras, /^To the newest message/).count()).toBe(0);
    await maras.unrouteAll({ behavior: "ignoreErrors" });
  });

  it("keeps the messages below in place while a picture loads late", async () => {
    watch();
    const pictures = await holdCalls(maras, "**/media/**");
    const buffer = await drawnPicture(chiefs, 1);
    await chiefs.getByLabel("Files to add").setInputFiles([{ name: "late.png", mimeType: "image/png", buffer }]);
    await chiefs.getByRole("list", { name: "Files of this message" }).getByRole("listitem").waitFor();
    await messageField(chiefs).fill("The hill at noon");
    await messageField(chiefs).press("Enter");
    await messageRow(maras, "The hill at noon").waitFor();
    await lena.person.openChat(mint).then(async (chat) => {
      await chat.send("Below it");
      await chat.close();
    });
    await messageRow(maras, "Below it").waitFor();
    const places = async () => [
      await topOf(messageRow(maras, "The hill at noon")),
      await topOf(messageRow(maras, "Below it")),
    ];
    const before = await places();
    pictures.release();
    const image = messageRow(maras, "The hill at noon")
      .getByRole("button", { name: /^Open picture/ })
      .locator("img");
    await expect
      .poll(() => image.evaluate((each) => each instanceof HTMLImageElement && each.complete && each.naturalWidth > 0))
      .toBe(true);
    expect(await places()).toEqual(before);
    await maras.unrouteAll({ behavior: "ignoreErrors" });
  });

  it("keeps the draft over a reload, and accepts line breaks and dropped and pasted files", async () => {
    watch();
    await messageField(chiefs).fill("Half a thought");
    await messageField(chiefs).press("Shift+Enter");
    await messageField(chiefs).pressSequentially("and the rest");
    await chiefs.reload();
    await expect.poll(() => messageField(chiefs).inputValue()).toBe("Half a thought\nand the rest");
    const tray = chiefs.getByRole("list", { name: "Files of this message" });
    const give = (event: "drop" | "paste", name: string) =>
      messageField(chiefs).evaluate(
        (element, [kind, fileName]) => {
          const data = new DataTransfer();
          data.items.add(new File(["Meet at the hill."], fileName, { type: "text/plain" }));
          const init = { bubbles: true, cancelable: true };
          element.dispatchEvent(
            kind === "drop"
              ? new DragEvent("drop", { ...init, dataTransfer: data })
              : new ClipboardEvent("paste", { ...init, clipboardData: data }),
          );
        },
        [event, name] as const,
      );
    await give("drop", "dropped.txt");
    await tray.getByText("dropped.txt").waitFor();
    await give("paste", "pasted.txt");
    await tray.getByText("pasted.txt").waitFor();
    expect(await accessFaults(chiefs, "chat-long-files")).toEqual([]);
    await button(chiefs, "Send").click();
    await messageRow(maras, "Half a thought").getByText("pasted.txt").waitFor();
    expect(await messageField(chiefs).inputValue()).toBe("");
  });

  it("copies a message as it was written, and shows who is online", async () => {
    watch();
    const message = messageRow(chiefs, "Half a thought");
    await message.hover();
    await message.getByRole("button", { name: "More", exact: true }).click();
    await chiefs.getByRole("menuitem", { name: "Copy text" }).click();
    await chiefs.getByText("Message copied").waitFor();
    expect(await chiefs.evaluate(() => navigator.clipboard.readText())).toBe("Half a thought\nand the rest");
    const people = chiefs.getByRole("complementary", { name: "Tribe" });
    await people
      .getByRole("listitem")
      .filter({ hasText: "Mara Ember" })
      .getByText("online", { exact: true })
      .first()
      .waitFor({ state: "attached" });
  });

  it("opens a cached room at the first unread line, and marks nothing as read by that", async () => {
    watch();
    await visit(maras, `${tribe.appUrl}/`);
    await loaded(maras);
    await talk(
      lena.person,
      Array.from({ length: 20 }, (_, line) => `Meanwhile ${line + 1} of 20\nand goes on for a line`),
    );
    await visit(maras, `${tribe.appUrl}/chat/${mint}`);
    await messageLog(maras).getByText("20 new messages", { exact: true }).waitFor();
    const placeOfFirst = async () => {
      const [line, list] = await Promise.all([topOf(messageRow(maras, "Meanwhile 1 of 20")), topOf(messageLog(maras))]);
      return line - list;
    };
    await expect.poll(placeOfFirst).toBeLessThan(150);
    expect(await placeOfFirst()).toBeGreaterThanOrEqual(0);
    await button(maras, "To the newest message, 20 unread").click();
    await messageRow(maras, "Meanwhile 20 of 20").waitFor();
    await button(maras, /^To the newest message/).waitFor({ state: "detached" });
  });

  it("shows a visitor the last messages once the Chief allows it, and nothing before", async () => {
    watch();
    const visitor = await newVisitor(browser, phone);
    await visitor.page.goto(`${tribe.appUrl}/chat/${mint}`);
    await visitor.page.getByRole("region", { name: "The door" }).waitFor();
    expect(await visitor.page.getByText("What they say inside").count()).toBe(0);
    await button(chiefs, "Tribe settings").click();
    await chiefs.getByRole("switch", { name: "Preview for visitors" }).click();
    await button(chiefs, "Save").click();
    await chiefs.getByText("Tribe settings saved").waitFor();
    await visitor.page.reload();
    const shown = visitor.page.getByRole("region", { name: "Last messages" });
    await shown.getByText("Meanwhile 20 of 20").waitFor();
    expect(await shown.getByText("Half a thought").count()).toBe(0);
    expect(await accessFaults(visitor.page, "chat-long-visitor")).toEqual([]);
    await visitor.close();
  });

  it("says how many members a smaller group removes before it is saved, and removes the smallest holders", async () => {
    watch();
    await button(chiefs, "Tribe settings").click();
    const dialog = chiefs.getByRole("dialog", { name: "Tribe settings" });
    await dialog.getByText("12", { exact: true }).click();
    await dialog.getByText("1 member with the smallest holdings loses the seat.").waitFor();
    expect(await accessFaults(chiefs, "chat-long-smaller")).toEqual([]);
    await dialog.getByRole("button", { name: "Save, and boot 1" }).click();
    await dialog.getByText("1 member lost their seat.").or(chiefs.getByText("Tribe settings saved")).first().waitFor();
    await maras.getByText("Booted", { exact: true }).waitFor();
  });
});
