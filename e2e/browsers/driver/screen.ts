import { setTimeout as wait } from "node:timers/promises";
import { getByLabelSelector, getByRoleSelector, getByTextSelector } from "ivya";
import type { Found, Role, RoleOptions, Screen } from "../../support/page/screen.ts";
import { finderSource } from "./finder-source.ts";
import type { Look, PageFinder } from "./in-page/finder.ts";
import { Gone, type Tab } from "./tab.ts";

const timeoutMs = 60_000;
const pollMs = 100;

/** Where elements are looked for: a tab's page, or a frame in it. */
interface Place {
  readonly tab: Tab;
  readonly frame: string | null;
}

const call = (name: keyof PageFinder, ...args: readonly unknown[]) =>
  `globalThis.tribeFinder.${name}(${args.map((arg) => JSON.stringify(arg)).join(", ")})`;

/** Runs a function of the finder in the page, which first gets the finder if it has none. */
const ask = async ({ tab, frame }: Place, expression: string): Promise<unknown> => {
  const asked = `typeof tribeFinder === "undefined" ? "no finder" : { answer: ${expression} }`;
  let answer = await tab.evaluate(frame, asked);
  if (answer === "no finder") {
    await tab.evaluate(frame, await finderSource());
    answer = await tab.evaluate(frame, asked);
  }
  if (answer === "no finder") throw new Gone("the page has just been replaced");
  return (answer as { answer: unknown }).answer; // the expression above
};

/** Repeats a reading until it gives something other than undefined; a page or frame that is replaced meanwhile is looked at again. */
const until = async <T>(
  what: string,
  read: () => Promise<T | undefined>,
  { timeout = timeoutMs }: { readonly timeout?: number } = {},
): Promise<T> => {
  let last = "";
  for (const end = performance.now() + timeout; ; await wait(pollMs)) {
    try {
      const seen = await read();
      if (seen !== undefined) return seen;
    } catch (error) {
      if (!(error instanceof Gone)) throw error;
      last = ` (${error.message})`;
    }
    if (performance.now() > end) throw new Error(`${what}: not within ${timeout / 1_000} s${last}`);
  }
};

/** What both engines have beside what Playwright has, too. */
export interface EngineFound extends Found {
  first(): EngineFound;
  last(): EngineFound;
  nth(index: number): EngineFound;
  getByRole(role: Role, options?: RoleOptions): EngineFound;
  getByText(text: string | RegExp, options?: { readonly exact?: boolean }): EngineFound;
  getByLabel(text: string | RegExp, options?: { readonly exact?: boolean }): EngineFound;
  locator(css: string): EngineFound;
  hover(): Promise<void>;
  setInputFiles(files: readonly string[]): Promise<void>;
  allTextContents(): Promise<readonly string[]>;
}

const finderIn = (place: Place, chain: readonly string[] = [""]) => {
  const below = (selector: string): EngineFound =>
    found(
      place,
      chain.map((each) => (each === "" ? selector : `${each} >> ${selector}`)),
    );
  return {
    getByRole: (role: Role, options: RoleOptions = {}) => below(getByRoleSelector(role, { exact: false, ...options })),
    getByText: (text: string | RegExp, options: { readonly exact?: boolean } = {}) =>
      below(getByTextSelector(text, { exact: false, ...options })),
    getByLabel: (text: string | RegExp, options: { readonly exact?: boolean } = {}) =>
      below(getByLabelSelector(text, { exact: false, ...options })),
    locator: (css: string) => below(`css=${css}`),
  };
};

const selectorsOf = new WeakMap<Found, readonly string[]>();

const found = (place: Place, selectors: readonly string[]): EngineFound => {
  const { tab, frame } = place;
  const name = selectors.join(" or ");
  const look = async () => (await ask(place, call("look", selectors))) as Look; // the finder's answer
  const lookOrNone = () =>
    look().catch((error: unknown) => {
      if (error instanceof Gone) return null;
      throw error;
    });
  const each = (part: string) =>
    found(
      place,
      selectors.map((selector) => `${selector} >> ${part}`),
    );
  const element = `globalThis.tribeFinder.element(${JSON.stringify(selectors)})`;
  const ready = (what: string) => {
    let hindrance: string | null = null;
    return until(`${what} ${name}`, async () => {
      hindrance = (await ask(place, call("hindrance", selectors))) as string | null; // the finder's answer
      return hindrance === null ? true : undefined;
    }).catch((error: unknown) => {
      throw new Error(`${error instanceof Error ? error.message : error}: ${hindrance}`);
    });
  };
  /** Something may come over it, or take its place, in the last moment: then it is tried again. */
  const act = (what: string, how: Tab["press"]) =>
    until(`${what} ${name}`, async () => {
      await ready(what);
      await how(frame, element);
      return true;
    }).then(() => undefined);
  const there = () => until(`see ${name}`, async () => ((await look()).count > 0 ? true : undefined));
  const self: EngineFound = {
    ...finderIn(place, selectors),
    first: () => each("nth=0"),
    last: () => each("nth=-1"),
    nth: (index) => each(`nth=${index}`),
    or: (other) => found(place, [...selectors, ...(selectorsOf.get(other) ?? [])]),
    click: () => act("press", tab.press),
    hover: () => act("aim at", tab.hover),
    fill: async (text) => {
      await until(`fill ${name}`, async () => {
        const { isVisible, isEnabled } = await look();
        return isVisible && isEnabled ? true : undefined;
      });
      await ask(place, call("select", selectors));
      if (text === "") await tab.key("Backspace");
      else await tab.type(frame, text);
    },
    waitFor: async ({ state = "visible", timeout = timeoutMs } = {}) => {
      await until(
        `${state}: ${name}`,
        async () => {
          const seen = await lookOrNone();
          const isThere = state === "visible" ? seen?.isVisible === true : (seen?.count ?? 0) === 0;
          return isThere ? true : undefined;
        },
        { timeout },
      );
    },
    count: async () => (await lookOrNone())?.count ?? 0,
    textContent: async () => {
      await there();
      return (await look()).text;
    },
    allTextContents: async () => (await ask(place, call("texts", selectors))) as readonly string[], // the finder's answer
    inputValue: async () => {
      await there();
      return (await look()).value ?? "";
    },
    getAttribute: async (attribute) => {
      await there();
      return (await ask(place, call("attribute", selectors, attribute))) as string | null; // the finder's answer
    },
    isVisible: async () => (await lookOrNone())?.isVisible ?? false,
    isEnabled: async () => (await lookOrNone())?.isEnabled ?? false,
    setInputFiles: async (files) => {
      await there();
      await tab.setFiles(frame, element, files);
    },
  };
  selectorsOf.set(self, selectors);
  return self;
};

/** A tab with the actions of a person, named as Playwright's. */
export interface EngineScreen extends Screen {
  readonly tab: Tab;
  getByRole(role: Role, options?: RoleOptions): EngineFound;
  getByText(text: string | RegExp, options?: { readonly exact?: boolean }): EngineFound;
  getByLabel(text: string | RegExp, options?: { readonly exact?: boolean }): EngineFound;
  locator(css: string): EngineFound;
  frameLocator(frame: string): Pick<EngineFound, "getByRole" | "getByText" | "getByLabel" | "locator">;
  open(url: string): Promise<void>;
  /** Waits until the page's address is this one. */
  arrives(at: string | RegExp): Promise<URL>;
  /** Runs a function in the page, which may use nothing from outside itself; its answer goes through JSON. */
  evaluate<T>(expression: () => T): Promise<T>;
  /** Waits until a function in the page gives true. */
  waitForFunction(expression: () => boolean): Promise<void>;
}

/** The actions of a person in a tab. */
export const screenOf = (tab: Tab): EngineScreen => {
  const evaluate = async <T>(expression: () => T) => (await tab.evaluate(null, `(${expression})()`)) as T; // what JSON carries of it
  return {
    tab,
    ...finderIn({ tab, frame: null }),
    frameLocator: (frame) => finderIn({ tab, frame }),
    keyboard: { press: (key) => tab.key(key), type: (text) => tab.type(null, text) },
    open: (url) => tab.open(url),
    arrives: (at) =>
      until(`the address ${at}`, async () => {
        const url = await tab.url();
        return (typeof at === "string" ? url === at : at.test(url)) ? new URL(url) : undefined;
      }),
    evaluate,
    waitForFunction: async (expression) => {
      await until(`${expression}`, async () => ((await evaluate(expression)) ? true : undefined));
    },
  };
};
