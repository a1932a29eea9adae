import type { Address, SignerEvent, SignerRequest } from "@tribe/contract";
import { expect, onTestFinished } from "vitest";
import { commands, page } from "vitest/browser";
import type { Screen } from "../../../web/screens/support/open-screen.ts";
import { sizes } from "../../../web/screens/support/sizes.ts";
import type { WalletScript } from "../server/wallet-script.ts";
import type { WalletState } from "../states/state.ts";
import { type MountedWallet, mountWallet, type SignerResult } from "./mount-wallet.ts";

type Size = { readonly width: number; readonly height: number };
type ColorScheme = "light" | "dark";

export interface WalletOptions {
  /** A phone's by default. */
  readonly size?: Size;
  /** Dark by default. */
  readonly colorScheme?: ColorScheme;
  readonly isTextDoubled?: boolean;
}

/** An open page of the wallet, which finds elements as `page` of vitest/browser does. */
export interface WalletScreen extends Screen {
  readonly script: WalletScript;
  /** Whether it is the frame in the app's page, and not a window of its own. */
  readonly isFramed: boolean;
  /** The person's wallet; null before one is made. */
  readonly address: Address | null;
  /** The frame's answer to what the state asks for. */
  readonly answer: Promise<SignerResult>;
  /** What the frame has told the app's page. */
  readonly events: readonly SignerEvent[];
  /** The app's page asks the frame for something. */
  readonly ask: (request: SignerRequest) => Promise<SignerResult>;
  /** Changes to the other theme: the frame is told by the app's page, a window of its own by the system. */
  readonly recolour: (colorScheme: ColorScheme) => Promise<void>;
}

const open = new Set<{ readonly mounted: MountedWallet; readonly script: WalletScript }>();

/** Opens a state of the wallet's pages, in a document of its own with empty storage. It is closed after the test. */
export const openWallet = async (
  { path, server, has = "wallet", asks, show }: WalletState,
  { size = sizes.phone, colorScheme = "dark", isTextDoubled = false }: WalletOptions = {},
): Promise<WalletScreen> => {
  await Promise.all([
    page.viewport(size.width, size.height),
    commands.emulateMedia({ colorScheme, reducedMotion: "reduce" }),
    commands.emulateTouch(false),
  ]);
  const script = await server();
  const made = has === "no wallet" ? null : await script.makeWallet();
  const mounted = await mountWallet(document.body, {
    script,
    path: (typeof path === "function" ? await path(script) : path) ?? null,
    record: has === "wallet" ? (made?.record ?? null) : null,
    theme: colorScheme,
    isTextDoubled,
  });
  // As in the app's screens: hooks of a module would be those of the first file.
  if (open.size === 0) onTestFinished(() => expect(closeWallets(), "faults of the page or of the script").toEqual([]));
  open.add({ mounted, script });
  const request = asks && made ? await asks(made.address, script) : null;
  const answer = request ? mounted.ask(request) : Promise.resolve({});
  // Whether it is declined is what a test may ask, or not.
  answer.catch(() => undefined);
  const screen: WalletScreen = Object.assign(page.frameLocator(page.elementLocator(mounted.element)), {
    script,
    isFramed: path === undefined,
    address: made?.address ?? null,
    answer,
    events: mounted.events,
    ask: mounted.ask,
    window: mounted.window,
    goOffline: () => script.server.setOnline(false),
    goOnline: () => script.server.setOnline(true),
    reload: mounted.reload,
    resize: ({ width, height }: Size) => page.viewport(width, height),
    recolour: async (next: ColorScheme) => {
      await commands.emulateMedia({ colorScheme: next });
      await mounted.setTheme(next);
    },
    close: mounted.close,
  });
  await show?.(screen);
  return screen;
};

/** Closes every open page. @returns what went wrong in them and in their scripts: any of it fails a test */
const closeWallets = (): readonly string[] => {
  const faults = [...open].flatMap(({ mounted, script }) => {
    mounted.close();
    return [...script.server.faults];
  });
  open.clear();
  return faults;
};
