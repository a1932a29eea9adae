import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { axeFaultsOf } from "../../../apps/web/screens/checks/in-page/axe.ts";
import { isStill } from "../../../apps/web/screens/checks/in-page/is-still.ts";
import { type AxeRules, rulesOfColours, violationsOf } from "./axe.ts";
import { noteShifts } from "./layout-shifts.ts";
import { waitQuickly } from "./quick-waits.ts";

/** Set by `npm test` where it runs failed files again, which leaves the pictures of their first failure alone. */
const isSecondRun = process.env.TRIBE_SECOND_RUN !== undefined;
const artifacts = fileURLToPath(new URL(`../../artifacts/${isSecondRun ? "second-run/" : ""}`, import.meta.url));

/** Flags that keep a headless Chromium still on machines without a display, a sandbox or a network. */
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // A microphone that beeps, a camera with half the usual frame rate, and no permission prompt.
  "--use-fake-device-for-media-stream=fps=10",
  "--use-fake-ui-for-media-stream",
  // Media over loopback, for machines without another network.
  "--allow-loopback-in-peer-connection",
  // Replaces the driver's own list, which disables storage in cross-site frames; real browsers allow it, and the wallet's frame
  // needs it.
  "--disable-features=Translate,MediaRouter,HttpsUpgrades",
];

/**
 * Starts the Chromium that `npm test` found (CHROME_PATH), or the one on Debian's usual path.
 * @param hasNotifications a Chromium without a window, which `npm test` prefers, shows none
 * @param more further flags
 */
export const openBrowser = ({
  hasNotifications = false,
  more = [],
}: {
  readonly hasNotifications?: boolean;
  readonly more?: readonly string[];
} = {}): Promise<Browser> => {
  const { CHROME_PATH, TRIBE_WHOLE_BROWSER } = process.env;
  const executablePath = (hasNotifications ? TRIBE_WHOLE_BROWSER : null) ?? CHROME_PATH ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: [...flags, ...more] });
};

/** A screen and its theme. */
export interface Looks {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly colorScheme: "light" | "dark";
  /** Touch instead of a mouse. */
  readonly hasTouch?: boolean;
}

export const desktop: Looks = { viewport: { width: 1280, height: 800 }, colorScheme: "dark" };
export const phone: Looks = { viewport: { width: 360, height: 740 }, colorScheme: "light" };

/** Every screen in both themes, by the names of its pictures. */
export const fourLooks = {
  "phone-light": phone,
  "phone-dark": { ...phone, colorScheme: "dark" },
  "desktop-light": { ...desktop, colorScheme: "light" },
  "desktop-dark": desktop,
} as const satisfies Readonly<Record<string, Looks>>;

/** A visitor with an own browser profile; errors of the page are collected for the test. */
export interface Visitor {
  readonly page: Page;
  /** Uncaught errors and console errors of the page so far. */
  readonly complaints: string[];
  close(): Promise<void>;
}

interface Habits {
  readonly serviceWorkers?: "allow" | "block";
  readonly reducedMotion?: "reduce" | "no-preference";
  /** Whether a wallet above 1 SOL asks to be made safer; otherwise the person has put that off. */
  readonly asksForSafety?: boolean;
}

/** The usual browser settings: with the app's service worker, and with motion. */
export const asPeopleHaveIt = { serviceWorkers: "allow", reducedMotion: "no-preference" } as const satisfies Habits;

/**
 * Opens a browser profile. Without a service worker and motion unless the test is about them: `page.route` does not see
 * requests that a worker answers, and tests must wait for motion to end.
 */
export const newVisitor = async (
  browser: Browser,
  looks: Looks,
  { serviceWorkers = "block", reducedMotion = "reduce", asksForSafety = false }: Habits = {},
): Promise<Visitor> => {
  const context = await browser.newContext({ ...looks, reducedMotion, serviceWorkers });
  context.setDefaultTimeout(60_000);
  // The benches run code in the page that esbuild has compiled, and which calls this helper.
  await context.addInitScript("globalThis.__name ??= (named) => named");
  // Most stories' people hold more than 1 SOL.
  if (!asksForSafety)
    await context.addInitScript(() => {
      if (window === window.top && location.protocol !== "about:")
        localStorage.setItem("tribe:v1:safety-asked", String(Date.now()));
    });
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
 * Opens a URL of the app. A closing dialog removes its history entry, which aborts a navigation that starts at the same moment;
 * no person is that quick, so the navigation is retried.
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
 * Waits until a page has loaded: it shows no loading state, and every visible picture has loaded. It does not wait for network
 * idle, as a frame that is removed while it loads leaves a request that never ends.
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

/** Waits until the page has rendered what it has received and is idle. */
export const idle = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((isIdle) => requestIdleCallback(() => requestIdleCallback(isIdle))));

/** Set by `npm test`. */
const keepsFailuresAlone = process.env.TRIBE_SCREENSHOTS === "failed";

/** Saves a screenshot under e2e/artifacts. `npm test` saves only those of failures (TRIBE_SCREENSHOTS=failed). */
export const picture = async (page: Page, name: string): Promise<void> => {
  if (keepsFailuresAlone && !name.startsWith("failed")) return drawn(page);
  await mkdir(artifacts, { recursive: true });
  await page.screenshot({ path: `${artifacts}${name}.png` });
};

/** Waits until the last change is rendered, by a screenshot of one pixel. */
const drawn = async (page: Page): Promise<void> => {
  await page.screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 } });
};

/**
 * The faults that axe finds on the current page, frames included; empty when there are none. Waits for animations to end first,
 * since colours half-way through a fade do not count. Also saves a screenshot.
 */
export const accessFaults = async (page: Page, name: string, rules: AxeRules = {}): Promise<readonly string[]> => {
  // Transitions to another theme start with the next frame.
  await drawn(page);
  await stillness(page);
  if (!keepsFailuresAlone) await picture(page, name);
  return axeFaults(page, name, rules);
};

/** The faults that axe finds on the page at this moment, frames included; empty when there are none. */
export const axeFaults = async (page: Page, name: string, rules: AxeRules = {}): Promise<readonly string[]> =>
  axeFaultsOf(await violationsOf(page, rules)).map((fault) => `${name}: ${fault}`);

/** Waits until nothing moves. Polls, because an animation that is cancelled half-way sends no event. */
const stillness = (page: Page): Promise<unknown> => page.waitForFunction(isStill, undefined, { polling: 50 });

type Devices = Partial<Record<"desktop" | "phone", Pick<Looks, "viewport">>>;

/**
 * Calls `look` for the current page on a desktop and on a phone, dark and light, with the name of each, and whether only the
 * theme has changed since the previous call. The page keeps the last look.
 */
const inAllLooks = async (
  page: Page,
  check: (name: string, isRecoloured: boolean) => Promise<void>,
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
      await check(`${device}-${colorScheme}`, colorScheme === "light");
    }
};

/**
 * The faults that axe finds on the current page on a desktop and on a phone, dark and light. For the second theme it
 * checks only the rules that depend on colours. The page keeps the last look.
 * @param stands waits, in each look, for the content that axe must check
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
      const rules = isRecoloured ? rulesOfColours : {};
      faults.push(...(await accessFaults(page, `${name}-${look}`, rules)));
    },
    devices,
  );
  return faults;
};
