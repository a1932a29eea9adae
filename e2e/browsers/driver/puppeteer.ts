import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import puppeteer, {
  type ElementHandle,
  type Frame,
  type KeyInput,
  type LaunchOptions,
  type Page,
} from "puppeteer-core";
import { type Appearance, type EngineFacts, Gone, type Opened, type Tab } from "./tab.ts";

/** Errors by which the driver says that a page or frame is no longer what it was. */
const gone =
  /detached|destroyed|no such (frame|handle|node|element)|DiscardedBrowsingContext|Cannot find|closed|AbortError|stale|not clickable/i;

const orGone = async <T>(act: Promise<T>): Promise<T> => {
  try {
    return await act;
  } catch (error) {
    if (error instanceof Error && gone.test(error.message)) throw new Gone(error.message, { cause: error });
    throw error;
  }
};

/** By this Firefox tells of files that the service worker still loaded when the page was left. */
const leftEarly = /A ServiceWorker intercepted the request and encountered an unexpected error/;

/** Collects the errors of the page, and those that Firefox itself writes about it. */
const watch = (page: Page, complaints: string[]): void => {
  page.on("pageerror", (error) => {
    const text = error instanceof Error ? error.message : String(error);
    if (!leftEarly.test(text)) complaints.push(`uncaught: ${text}`);
  });
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(`console: ${message.text()} (${message.location().url})`);
  });
};

/**
 * Navigates, and waits for the new document. The driver's own wait needs events that Firefox doesn't always send: of frames that
 * went with the old page, and of a page that came from its service worker.
 */
const toNewDocument = async (page: Page, navigate: () => Promise<unknown>): Promise<void> => {
  await page.evaluate("globalThis.tribeLeft = true");
  const arrived = async (): Promise<void> => {
    const isNew = `typeof tribeLeft === "undefined" && document.readyState !== "loading"`;
    for (const end = performance.now() + 60_000; performance.now() < end; await wait(50))
      if (await page.evaluate(isNew).catch(() => false)) return;
    throw new Error("no new page within 60 s");
  };
  await Promise.race([arrived(), navigate().then(arrived)]);
};

const tabOf = (page: Page, complaints: string[], viewport: Appearance["viewport"], facts: EngineFacts): Tab => {
  watch(page, complaints);
  const frameOf = async (css: string | null): Promise<Frame> => {
    if (css === null) return page.mainFrame();
    const frame = await (await orGone(page.$(css)))?.contentFrame();
    if (!frame) throw new Gone(`there is no frame ${css}`);
    return frame;
  };
  const elementOf = async (css: string | null, expression: string): Promise<ElementHandle<Element>> => {
    const handle = await orGone((await frameOf(css)).evaluateHandle(expression));
    const element = handle.asElement();
    if (!element) throw new Gone(`there is no element ${expression}`);
    return element as ElementHandle<Element>; // what the finder gives
  };
  return {
    engine: facts,
    open: (url) => toNewDocument(page, () => page.goto(url, { timeout: 0 })),
    reload: () => toNewDocument(page, () => page.reload({ timeout: 0 })),
    url: async () => page.url(),
    evaluate: async (css, expression) => orGone((await frameOf(css)).evaluate(expression)),
    press: async (css, expression) => (await elementOf(css, expression)).click(),
    hover: async (css, expression) => (await elementOf(css, expression)).hover(),
    setFiles: async (css, expression, files) =>
      // The finder gives the field for files.
      ((await elementOf(css, expression)) as ElementHandle<HTMLInputElement>).uploadFile(...files),
    type: async (_, text) => page.keyboard.type(text),
    key: async (name) => {
      const keys = name.split("+") as KeyInput[]; // the names of keys that tests write
      const last = keys.pop();
      for (const key of keys) await page.keyboard.down(key);
      if (last) await page.keyboard.press(last);
      for (const key of keys.reverse()) await page.keyboard.up(key);
    },
    screenshot: () => page.screenshot(),
    newTab: async () => {
      const tab = await page.browserContext().newPage();
      await tab.setViewport(viewport);
      return tabOf(tab, complaints, viewport, facts);
    },
    opened: async (act) => {
      const context = page.browserContext();
      const before = await context.pages();
      await act();
      // The driver tells of no tab that its page may not reach.
      let tab: Page | undefined;
      for (const end = performance.now() + 60_000; !tab; await wait(100)) {
        tab = (await context.pages()).find((each) => !before.includes(each));
        if (!tab && performance.now() > end) throw new Error("no tab was opened within 60 s");
      }
      await tab.setViewport(viewport);
      return tabOf(tab, complaints, viewport, facts);
    },
    complaints: () => complaints,
    closeTab: () => page.close(),
  };
};

/** A browser's own folders, which are gone with it. */
interface Folders {
  readonly home: string;
  readonly downloads: string;
}

/** Firefox without a window, driven over WebDriver BiDi, with a fake camera and microphone. */
const firefox = ({ colorScheme, proxyPort }: Appearance, { home, downloads }: Folders): LaunchOptions => ({
  browser: "firefox",
  // Under root it refuses the home of somebody else, as CI's containers have one.
  env: { ...process.env, HOME: home },
  extraPrefsFirefox: {
    "media.navigator.streams.fake": true,
    "media.navigator.permission.disabled": true,
    "permissions.default.desktop-notification": 1,
    // Media over loopback, for machines without another network.
    "media.peerconnection.ice.loopback": true,
    "media.peerconnection.ice.obfuscate_host_addresses": false,
    "layout.css.prefers-color-scheme.content-override": colorScheme === "dark" ? 0 : 1,
    // A mouse: otherwise there is no hovering.
    "ui.primaryPointerCapabilities": 6,
    "ui.allPointerCapabilities": 6,
    "ui.prefersReducedMotion": 1,
    "browser.download.folderList": 2,
    "browser.download.dir": downloads,
    ...(proxyPort !== undefined && {
      "network.proxy.type": 1,
      "network.proxy.http": "127.0.0.1",
      "network.proxy.http_port": proxyPort,
      "network.proxy.allow_hijacking_localhost": true,
      "network.proxy.no_proxies_on": "",
    }),
  },
});

const open = async (
  appearance: Appearance,
  options: (folders: Folders) => LaunchOptions,
  facts: EngineFacts,
): Promise<Opened> => {
  const home = await mkdtemp(join(tmpdir(), "tribe-browser-"));
  const downloads = join(home, "downloads");
  await mkdir(downloads);
  const browser = await puppeteer.launch({ headless: true, protocolTimeout: 120_000, ...options({ home, downloads }) });
  const page = await browser.newPage();
  await page.setViewport(appearance.viewport);
  return {
    tab: tabOf(page, [], appearance.viewport, facts),
    downloads,
    close: async () => {
      await browser.close();
      await rm(home, { recursive: true, force: true });
    },
  };
};

/** Starts a Firefox with a new profile. */
export const openFirefox = (program: string, appearance: Appearance): Promise<Opened> =>
  open(appearance, (folders) => ({ ...firefox(appearance, folders), executablePath: program }), {
    name: "Firefox",
    leastWidth: 360,
    hasConsole: true,
  });
