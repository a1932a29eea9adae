import type { FirstData, LocalUser } from "@tribe/contract";
import { expect, onTestFinished } from "vitest";
import { commands, type FrameLocator, type Locator, page } from "vitest/browser";
import type { Lack } from "../page/lacks.ts";
import type { ScriptedServer } from "../server/scripted-server.ts";
import type { ScreenState } from "../states/state.ts";
import { bringToState } from "./bring-to-state.ts";
import { type MountedScreen, mountScreen } from "./mount-screen.ts";
import { sizes } from "./sizes.ts";

/** Any other may be given in pixels. */
export { sizes };

type Size = { readonly width: number; readonly height: number };

export interface ScreenOptions {
  readonly server: ScriptedServer;
  /** Who has opened it: a signed-in person, or nobody known. A visitor by default. */
  readonly as?: LocalUser | "visitor";
  /** A phone's by default. */
  readonly size?: Size;
  /** Dark by default. */
  readonly colorScheme?: "light" | "dark";
  /** Reduced by default: what moves is measured by nobody. */
  readonly reducedMotion?: "reduce" | "no-preference";
  /** A finger instead of a mouse: controls are larger. Off by default. */
  readonly hasTouch?: boolean;
  /** Text twice as large, as people set it in their browser; off by default. */
  readonly isTextDoubled?: boolean;
  /** What the server writes into the page, so that its first paint needs no call; nothing by default. */
  readonly firstData?: FirstData;
  /** The page shows its first data before its script draws, as the server writes them into it; off by default. */
  readonly hasShell?: boolean;
  /** What this browser doesn't have: a property of the window, or of CSS. */
  readonly lacks?: readonly Lack[];
  /** What this browser has kept from an earlier visit: JSON by the names of shared/storage/keys.ts. */
  readonly storage?: Readonly<Record<string, unknown>>;
  /** A later visit by the browser of the screen before, or a second tab of it: what the page keeps is there. Off by default. */
  readonly keepsStorage?: boolean;
  /** What the browser lacks, or has besides (support/browsers.ts): called with the page's window before any of its scripts. */
  readonly browser?: (window: Window & typeof globalThis) => void;
}

/** An open screen: finds elements as `page` of vitest/browser does, inside the app's own document. */
export interface Screen extends FrameLocator {
  /** The app's window: its address, its history, its document. */
  readonly window: Window & typeof globalThis;
  readonly goOffline: () => void;
  readonly goOnline: () => void;
  /** Loads the page anew, over what this browser has kept of it. */
  readonly reload: () => Promise<void>;
  readonly resize: (size: Size) => Promise<void>;
  readonly close: () => void;
}

const open = new Set<{ readonly mounted: MountedScreen; readonly server: ScriptedServer }>();

/** Opens a named state, which the gallery shows as well, and waits until it is there. */
export const openState = async (state: ScreenState, options: Partial<ScreenOptions> = {}): Promise<Screen> => {
  const { path, server: serve, as = "visitor", storage, firstData, lacks = [] } = state;
  const server = options.server ?? serve();
  const screen = await openScreen(path, {
    as,
    lacks,
    ...(storage && { storage }),
    ...(firstData && { firstData }),
    ...options,
    server,
  });
  await bringToState(screen, state, server);
  return screen;
};

/** Opens the whole app at a path, in a document of its own with empty storage. It is closed after the test. */
export const openScreen = async (
  path: string,
  {
    server,
    as = "visitor",
    size = sizes.phone,
    colorScheme = "dark",
    reducedMotion = "reduce",
    hasTouch = false,
    isTextDoubled = false,
    firstData,
    hasShell = false,
    lacks = [],
    storage,
    keepsStorage = false,
    browser,
  }: ScreenOptions,
): Promise<Screen> => {
  await Promise.all([
    page.viewport(size.width, size.height),
    commands.emulateMedia({ colorScheme, reducedMotion }),
    commands.emulateTouch(hasTouch),
    commands.movePointerAway(),
  ]);
  const mounted = await mountScreen(document.body, path, {
    server,
    person: as === "visitor" ? null : as,
    hasTouch,
    isTextDoubled,
    hasShell,
    lacks,
    keepsStorage,
    browser,
    ...(firstData && { firstData }),
    ...(storage && { storage }),
  });
  // Not by afterEach: this module is loaded once for all files of a tab, and its hooks would be those of the first file.
  if (open.size === 0) onTestFinished(() => expect(closeScreens(), "faults of the page or of the script").toEqual([]));
  open.add({ mounted, server });
  const frame: Locator = page.elementLocator(mounted.element);
  return Object.assign(page.frameLocator(frame), {
    window: mounted.window,
    goOffline: mounted.goOffline,
    goOnline: mounted.goOnline,
    reload: mounted.reload,
    resize: ({ width, height }: Size) => page.viewport(width, height),
    close: mounted.close,
  });
};

/** Closes every open screen. @returns what went wrong in their pages and scripts: any of it fails a test */
export const closeScreens = (): readonly string[] => {
  const faults = [...open].flatMap(({ mounted, server }) => {
    mounted.close();
    return [...server.faults];
  });
  open.clear();
  return faults;
};
