import type { Mint } from "@tribe/contract";
import { type Browser, devices, type Page } from "playwright-core";
import { gather } from "../../e2e/support/people/people.ts";
import { type SignedInPerson, signUpWithX, storedAccess } from "../../e2e/support/people/signed-in-person.ts";
import { startTribe, type Tribe } from "../../e2e/support/product/tribe.ts";
import { percentile, type Row } from "../suite.ts";

/** Lighthouse's mobile throttling, as applied to a browser (its `throttling.requestLatencyMs` and so on). */
const slowdown = 4;
const network = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1_474.56 * 1_024) / 8,
  uploadThroughput: (675 * 1_024) / 8,
} as const;

const lines = 40;
const openings = 15;
const newest = "The newest of all";
const barMs = 300;

declare global {
  /** Milliseconds from the last press to the frame in which the newest message was on the screen. */
  var messagesPainted: Promise<number>;
}

/** Waits, in the page, for the newest message to be painted. */
const watch = (text: string): void => {
  globalThis.messagesPainted = new Promise((resolve) => {
    let pressedAt = 0;
    const pressed = ({ timeStamp }: PointerEvent) => {
      pressedAt = timeStamp;
    };
    addEventListener("pointerup", pressed, { capture: true, once: true });
    const isShown = () =>
      [...document.querySelectorAll("[role=log] [role=article], [role=log] article")].some((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight && row.textContent?.includes(text);
      });
    const look = () => {
      if (pressedAt === 0 || !isShown()) {
        requestAnimationFrame(look);
        return;
      }
      // This frame is on the screen when a later task runs.
      const channel = new MessageChannel();
      channel.port1.onmessage = () => resolve(performance.now() - pressedAt);
      channel.port2.postMessage(null);
    };
    requestAnimationFrame(look);
  });
};

/**
 * A chat opened from the list on a slow phone: the time from the press until its newest messages are on the screen. First the
 * first opening, then repeated openings, then after a restart of the app, and at the moment in which a starting app has
 * rendered the list.
 */
export const chatOpenRows = async (browser: Browser): Promise<readonly Row[]> => {
  const tribe = await startTribe();
  try {
    const { page, mint } = await prepare(browser, tribe);
    const first = await open(page, mint);
    const again: number[] = [];
    for (let round = 0; round < openings; round += 1) {
      await back(page);
      again.push(await open(page, mint));
    }
    const anew: number[] = [];
    for (let round = 0; round < openings; round += 1) {
      await page.goto(`${tribe.appUrl}/tribes`);
      // Waits until the page is idle, as a person reads the list before choosing from it.
      await entryOf(page, mint).waitFor();
      await rested(page);
      anew.push(await open(page, mint));
    }
    const amidStart: number[] = [];
    for (let round = 0; round < openings; round += 1) {
      await page.goto(`${tribe.appUrl}/tribes`);
      amidStart.push(await open(page, mint));
    }
    const row = (name: string, value: number, bar: number | null): Row => ({
      name: `chat_open.${name}`,
      value: Math.round(value),
      unit: "ms",
      bar,
      better: "lower",
    });
    return [
      row("first_time", first, null),
      row("again.p50", percentile(again, 0.5), null),
      row("again.p90", percentile(again, 0.9), barMs),
      row("after_a_start.p50", percentile(anew, 0.5), null),
      row("after_a_start.p90", percentile(anew, 0.9), barMs),
      row("amid_a_start.p50", percentile(amidStart, 0.5), null),
    ];
  } finally {
    await tribe.stop();
  }
};

/** A phone with a signed-in person. */
const phoneOf = async (browser: Browser, { credentials }: SignedInPerson) => {
  const context = await browser.newContext({ ...devices["Pixel 7"] });
  const page = await context.newPage();
  await page.addInitScript("globalThis.__name ??= (named) => named");
  await page.addInitScript((text) => localStorage.setItem("tribe:v1:access", text), storedAccess(credentials));
  return { context, page };
};

const prepare = async (browser: Browser, tribe: Tribe): Promise<{ page: Page; mint: Mint }> => {
  const [chief, reader] = [await signUpWithX(tribe, "chief"), await signUpWithX(tribe, "reader")];
  const mint = await gather([chief.person, reader.person]);
  const chat = await chief.person.openChat(mint);
  for (let line = 1; line < lines; line += 1) await chat.send(`Line ${line} of what was said around the fire`);
  await chat.send(newest);
  await chat.close();
  const { page, context } = await phoneOf(browser, reader);
  // A chat opens at the first unread message: another phone of the same person reads all, without filling this phone's cache.
  const other = await phoneOf(browser, reader);
  await other.page.goto(`${tribe.appUrl}/chat/${mint}`);
  const toNewest = other.page.getByRole("button", { name: /^To the newest message/ });
  await toNewest.click();
  await toNewest.waitFor({ state: "detached" });
  await page.goto(`${tribe.appUrl}/tribes`);
  await page.getByText("unread").first().waitFor({ state: "detached" });
  await other.context.close();
  await entryOf(page, mint).waitFor();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", network);
  return { page, mint };
};

/** The chat in the list; the bar of a wide screen has a link to it, too. */
const entryOf = (page: Page, mint: Mint) => page.locator(`a[href="/chat/${mint}"]`, { hasText: newest });

/** Waits until the page was idle for a second: its scripts are loaded, its calls answered. */
const rested = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        let since = performance.now();
        new PerformanceObserver(() => {
          since = performance.now();
        }).observe({ entryTypes: ["longtask", "resource"] });
        const look = () => (performance.now() - since > 1_000 ? done() : setTimeout(look, 100));
        look();
      }),
  );

/** Taps the chat in the list. @returns milliseconds until its newest message was painted */
const open = async (page: Page, mint: Mint): Promise<number> => {
  const entry = entryOf(page, mint);
  await entry.waitFor();
  await page.evaluate(watch, newest);
  await entry.tap();
  return page.evaluate(() => messagesPainted);
};

const back = async (page: Page): Promise<void> => {
  await page.goBack();
  await page.locator("[role=log]").waitFor({ state: "detached" });
};
