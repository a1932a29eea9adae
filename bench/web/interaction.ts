import { type Browser, devices, type Page } from "playwright-core";

/** The factor by which the phone's processor is slower than this machine's. */
const slowdown = 4;
const minuteMs = 60_000;

declare global {
  /** The duration of each interaction by its id, in milliseconds: from the press to the next frame. */
  var interactionTimes: Map<number, number>;
}

/** Measures like browsers for 'Interaction to Next Paint': the longest of all events of one press or key. */
const observe = (): void => {
  globalThis.interactionTimes = new Map();
  const options = { type: "event", buffered: true, durationThreshold: 16 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!(entry instanceof PerformanceEventTiming) || !entry.interactionId) continue;
      const known = interactionTimes.get(entry.interactionId) ?? 0;
      interactionTimes.set(entry.interactionId, Math.max(known, entry.duration));
    }
  }).observe(options);
};

/** The actions of a visitor who looks around: lists, search, a Tribe's tabs, its chart, and its dialogs. */
const steps = (origin: string, mint: string): readonly ((page: Page) => Promise<void>)[] => {
  const button = (name: string | RegExp) => async (page: Page) =>
    page.getByRole("button", { name, exact: true }).first().click();
  const link = (name: string | RegExp) => async (page: Page) =>
    page.getByRole("link", { name, exact: true }).first().click();
  const leave = async (page: Page) => {
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  };
  const tab = (name: string) => async (page: Page) => page.getByRole("tab", { name }).click();
  return [
    tab("Migrated"),
    tab("Leaderboard"),
    async (page) => page.getByText("4h", { exact: true }).click(),
    async (page) => page.getByText("All", { exact: true }).click(),
    async (page) => page.getByRole("searchbox").pressSequentially("ember"),
    async (page) => page.getByRole("searchbox").fill(""),
    button(/^How it works$/),
    leave,
    link("Wallet"),
    link("You"),
    link("Home"),
    async (page) => void (await page.goto(`${origin}/token/${mint}`)),
    button("1w"),
    button("Mkt cap"),
    button("Price"),
    button("Show candles"),
    button("Show a line"),
    link("Chat"),
    button("Fold the seats"),
    button("Show the seats"),
    link(/^Members/),
    link("Market"),
    button("Buy"),
    leave,
    async (page) => void (await page.goto(`${origin}/`)),
  ];
};

/**
 * A minute of use on a phone whose processor is four times slower.
 * @returns how long each interaction took until the next frame, in milliseconds; those below 16 ms count as 16
 */
export const interactionTimesOf = async (
  browser: Browser,
  origin: string,
  mint: string,
): Promise<readonly number[]> => {
  const context = await browser.newContext({ ...devices["Pixel 7"] });
  try {
    const page = await context.newPage();
    await page.addInitScript("globalThis.__name ??= (named) => named");
    await page.addInitScript(observe);
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    const times: number[] = [];
    const collect = async (): Promise<void> => {
      times.push(...(await page.evaluate(() => [...interactionTimes.values()])));
      await page.evaluate(() => interactionTimes.clear());
    };
    await page.goto(`${origin}/`);
    const end = performance.now() + minuteMs;
    while (performance.now() < end)
      for (const step of steps(origin, mint)) {
        if (performance.now() > end) break;
        await collect();
        await step(page);
        // Two frames: an event is counted with the frame after it.
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      }
    await collect();
    return times;
  } finally {
    await context.close();
  }
};
