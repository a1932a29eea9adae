import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { isLongRun } from "../long-run.ts";
import { type AxeRules, rulesOfColours, violationsOf } from "./axe.ts";
import { noteShifts } from "./layout-shifts.ts";
import { waitQuickly } from "./quick-waits.ts";

const artifacts = fileURLToPath(new URL("../../artifacts/", import.meta.url));

/** Flags that keep a headless Chromium still on machines without a display, a sandbox or a network. */
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // A microphone that beeps, a camera that sends half as many pictures as one would, and nobody who must allow them.
  "--use-fake-device-for-media-stream=fps=10",
  "--use-fake-ui-for-media-stream",
  // Media over loopback, where a machine has no other network.
  "--allow-loopback-in-peer-connection",
  // Replaces the driver's own list, which takes storage from frames of another site; real browsers give it to them,
  // and the wallet's frame lives by it.
  "--disable-features=Translate,MediaRouter,HttpsUpgrades",
];

/** Starts the Chromium that `npm test` found (CHROME_PATH), or the one on Debian's usual path. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env.CHROME_PATH ?? "/usr/bin/chromium", args: flags });

/** A screen and its colours. */
export interface Looks {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly colorScheme: "light" | "dark";
  /** A finger instead of a mouse. */
  readonly hasTouch?: boolean;
}

export const desktop: Looks = { viewport: { width: 1280, height: 800 }, colorScheme: "dark" };
export const phone: Looks = { viewport: { width: 360, height: 740 }, colorScheme: "light" };

/** Every screen in all its colours, by the name that its pictures carry. */
export const fourLooks = {
  "phone-light": phone,
  "phone-dark": { ...phone, colorScheme: "dark" },
  "desktop-light": { ...desktop, colorScheme: "light" },
  "desktop-dark": desktop,
} as const satisfies Readonly<Record<string, Looks>>;

/** A visitor: a browser profile of their own, with whatever the page complains of kept for the test to see. */
export interface Visitor {
  readonly page: Page;
  /** Uncaught errors and console errors of the page so far. */
  readonly complaints: string[];
  close(): Promise<void>;
}

interface Habits {
  readonly serviceWorkers?: "allow" | "block";
  readonly reducedMotion?: "reduce" | "no-preference";
}

/** A browser as most people have it: with the app's service worker, and with motion. */
export const asPeopleHaveIt = { serviceWorkers: "allow", reducedMotion: "no-preference" } as const satisfies Habits;

/**
 * Opens a browser profile. Without a service worker and motion unless the test is about them: what a worker answers, `page.route`
 * does not see, and what moves is waited for.
 */
export const newVisitor = async (
  browser: Browser,
  looks: Looks,
  { serviceWorkers = "block", reducedMotion = "reduce" }: Habits = {},
): Promise<Visitor> => {
  const context = await browser.newContext({ ...looks, reducedMotion, serviceWorkers });
  context.setDefaultTimeout(60_000);
  // What the benches hand to the page was compiled by esbuild, which names functions through this helper of its own.
  await context.addInitScript("globalThis.__name ??= (named) => named");
  await noteShifts(context);
  const page = await context.newPage();
  waitQuickly(page);
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(`console: ${message.text()} (${message.location().url})`);
  });
  return { page, complaints, close: () => context.close() };
};

/**
 * Opens an address of the app. A dialog that is closing takes its history entry along, and that move breaks off a
 * navigation that begins in the same moment; no person is as quick, so that one is begun again.
 */
export const visit = async (page: Page, url: string, options: Parameters<Page["goto"]>[1] = {}): Promise<void> => {
  try {
    await page.goto(url, options);
  } catch (error) {
    if (!(error instanceof Error && /net::ERR_ABORTED|interrupted by another navigation/.test(error.message)))
      throw error;
    await page.goto(url, options);
  }
};

/**
 * Waits until a page stands: nothing on it says that it loads, and every picture within sight has come. The network is not
 * asked: a frame that goes while it loads leaves a request behind that never ends.
 */
export const loaded = async (page: Page): Promise<void> => {
  await page.locator("#main").waitFor();
  await page.waitForFunction(
    () =>
      document.querySelector('#main [role="status"]:is([aria-label^="Loading"], [aria-label^="Preparing"])') === null &&
      [...document.images].every(({ complete, loading }) => complete || loading === "lazy"),
    undefined,
    { polling: 50 },
  );
};

/** Waits until the page has drawn what had come for it and has nothing else to do. */
export const idle = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((isIdle) => requestIdleCallback(() => requestIdleCallback(isIdle))));

/** Set by `npm test`. */
const keepsFailuresAlone = process.env.TRIBE_SCREENSHOTS === "failed";

/** Keeps a screenshot under e2e/artifacts, to be looked at. `npm test` keeps those of failures alone (TRIBE_SCREENSHOTS=failed). */
export const picture = async (page: Page, name: string): Promise<void> => {
  if (keepsFailuresAlone && !name.startsWith("failed")) return drawn(page);
  await mkdir(artifacts, { recursive: true });
  await page.screenshot({ path: `${artifacts}${name}.png` });
};

/** Waits until what was changed last is drawn, as a screenshot does; a point of the screen is all that is taken. */
const drawn = async (page: Page): Promise<void> => {
  await page.screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 } });
};

/**
 * What axe finds wrong with the page as it stands, frames included; empty when nothing. What moves or fades has come to its
 * end before: half-way colours are nobody's. Also keeps a screenshot.
 */
export const accessFaults = async (page: Page, name: string, rules: AxeRules = {}): Promise<readonly string[]> => {
  // What another theme begins to fade, it begins with a drawing.
  await drawn(page);
  await stillness(page);
  if (!keepsFailuresAlone) await picture(page, name);
  return axeFaults(page, name, rules);
};

/** What axe finds wrong with the page as it stands this moment, frames included; empty when nothing. */
export const axeFaults = async (page: Page, name: string, rules: AxeRules = {}): Promise<readonly string[]> =>
  (await violationsOf(page, rules)).map(
    ({ id, help, nodes }) =>
      `${name}: ${id} (${help}) at ${nodes
        .map(({ target, html, failureSummary }) => `${target} ${html.slice(0, 200)} ${failureSummary}`)
        .join(", ")}`,
  );

/**
 * Waits until everything that moves and will end has ended, and what closes is gone: until then the page beneath a dialog
 * can't be reached. Looked at again and again: what is halted half-way never tells.
 */
const stillness = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    () =>
      document.querySelector('[role="dialog"][data-closed]') === null &&
      document
        .getAnimations()
        .every(({ effect, playState }) => playState !== "running" || effect?.getComputedTiming().endTime === Infinity),
    undefined,
    { polling: 50 },
  );

type Devices = Partial<Record<"desktop" | "phone", Pick<Looks, "viewport">>>;

/**
 * Shows the page as it stands on a desktop and on a phone, dark and light, to `look` by the name of each, and with whether only its
 * colours have changed since the look before. It stays as the last one.
 */
const inAllLooks = async (
  page: Page,
  look: (name: string, isRecoloured: boolean) => Promise<void>,
  devices: Devices = { desktop, phone },
): Promise<void> => {
  for (const [device, { viewport }] of Object.entries(devices))
    for (const colorScheme of ["dark", "light"] as const) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await page.waitForFunction(
        (wanted) => getComputedStyle(document.documentElement).colorScheme.includes(wanted),
        colorScheme,
      );
      await stillness(page);
      await look(`${device}-${colorScheme}`, colorScheme === "light");
    }
};

/**
 * What axe finds wrong with the page as it stands on a desktop and on a phone, dark and light. In the second colours `npm test` asks
 * for the rules alone that colours decide; the long run asks for all. The page stays as the last look.
 * @param stands waits, in each look, for what has to be there before axe looks
 */
export const accessFaultsInAllLooks = async (
  page: Page,
  name: string,
  {
    devices,
    stands,
  }: { readonly devices?: Devices | undefined; readonly stands?: (look: string) => Promise<unknown> } = {},
): Promise<readonly string[]> => {
  const faults: string[] = [];
  await inAllLooks(
    page,
    async (look, isRecoloured) => {
      await stands?.(look);
      const rules = isRecoloured && !isLongRun ? rulesOfColours : {};
      faults.push(...(await accessFaults(page, `${name}-${look}`, rules)));
    },
    devices,
  );
  return faults;
};

/** Keeps a screenshot of the page on a desktop and on a phone, dark and light, where pictures are kept. */
export const picturesInAllLooks = async (page: Page, name: string): Promise<void> => {
  if (keepsFailuresAlone) return drawn(page);
  await inAllLooks(page, (look) => picture(page, `${name}-${look}`));
};
