import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer, { type ElementHandle, type Frame, type KeyInput, type Page } from "puppeteer-core";
import { type EngineFacts, Gone, type Looks, type Opened, type Tab } from "./tab.ts";

const facts: EngineFacts = { name: "Firefox", leastWidth: 360, hasConsole: true };

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

/** What the page must not have written: its errors. What Firefox itself writes about the page is of the type `console`, too. */
const watch = (page: Page, complaints: string[]): void => {
  page.on("pageerror", (error) => complaints.push(`uncaught: ${error instanceof Error ? error.message : error}`));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(`console: ${message.text()} (${message.location().url})`);
  });
};

const tabOf = (page: Page, complaints: string[], viewport: Looks["viewport"]): Tab => {
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
    open: async (url) => void (await page.goto(url, { waitUntil: "domcontentloaded" })),
    reload: async () => void (await page.reload({ waitUntil: "domcontentloaded" })),
    back: async () => void (await page.goBack({ waitUntil: "domcontentloaded" })),
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
      return tabOf(tab, complaints, viewport);
    },
    opened: async (act) => {
      const opening = new Promise<Page>((resolve, reject) =>
        page.once("popup", (popup) => (popup ? resolve(popup) : reject(new Error("it was closed at once")))),
      );
      await act();
      const tab = await opening;
      await tab.setViewport(viewport);
      return tabOf(tab, complaints, viewport);
    },
    complaints: () => complaints,
    closeTab: () => page.close(),
  };
};

/** Starts a Firefox without a window, driven over WebDriver BiDi, with a fake camera and microphone. */
export const openFirefox = async (program: string, { viewport, colorScheme, proxyPort }: Looks): Promise<Opened> => {
  const downloads = await mkdtemp(join(tmpdir(), "tribe-firefox-"));
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: program,
    headless: true,
    protocolTimeout: 120_000,
    extraPrefsFirefox: {
      "media.navigator.streams.fake": true,
      "media.navigator.permission.disabled": true,
      "permissions.default.desktop-notification": 1,
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
  const page = await browser.newPage();
  await page.setViewport(viewport);
  return {
    tab: tabOf(page, [], viewport),
    downloads,
    close: async () => {
      await browser.close();
      await rm(downloads, { recursive: true, force: true });
    },
  };
};
