import type { Address, SignerRequest } from "@tribe/contract";
import { expect, onTestFinished } from "vitest";
import { commands, page } from "vitest/browser";
import { drawn } from "../../../web/screens/checks/in-page/drawn.ts";
import { sizes } from "../../../web/screens/support/sizes.ts";
import { fakeUid } from "../../src/testing/fake-wallet-server.ts";
import { createMemoryAccountStore } from "../../src/testing/memory-account-store.ts";
import type { WalletScript } from "../server/wallet-script.ts";
import type { WalletState } from "../states/state.ts";
import { type MountedWallet, type MountOptions, mountWallet, type SignerResult } from "./mount-wallet.ts";
import type { ColorScheme, WalletScreen } from "./wallet-screen.ts";

type Size = { readonly width: number; readonly height: number };

export interface WalletOptions {
  /** A phone's by default. */
  readonly size?: Size;
  /** Dark by default. */
  readonly colorScheme?: ColorScheme;
  readonly isTextDoubled?: boolean;
}

const open = new Set<{ readonly mounted: MountedWallet; readonly script: WalletScript }>();

/** Opens another page of the wallet in the same browser, beside a page that is open: a window of its own, or the frame without a path. */
export const openBeside = async ({ script, address }: WalletScreen, path: string | null): Promise<WalletScreen> =>
  draw(script, address, { path, record: null, theme: "dark", isTextDoubled: false, keepsStorage: true });

/** Opens a state of the wallet's pages, in a document of its own with empty storage. It is closed after the test. */
export const openWallet = async (
  { path, server, has = "wallet", prepare, asks, show }: WalletState,
  { size = sizes.phone, colorScheme = "dark", isTextDoubled = false }: WalletOptions = {},
): Promise<WalletScreen> => {
  await Promise.all([
    page.viewport(size.width, size.height),
    commands.emulateMedia({ colorScheme, reducedMotion: "reduce" }),
    commands.movePointerAway(),
    commands.emulateTouch(false),
  ]);
  const script = await server();
  const here = createMemoryAccountStore();
  const elsewhere = createMemoryAccountStore();
  const address = has === "no wallet" ? null : await script.makeWallet(has === "wallet" ? here : elsewhere);
  await prepare?.(script, here);
  const screen = await draw(script, address, {
    path: (typeof path === "function" ? await path(script) : path) ?? null,
    record: await here.get(fakeUid),
    theme: colorScheme,
    isTextDoubled,
    keepsStorage: false,
  });
  if (asks) screen.ask(await asks(address ?? expect.unreachable("nobody asks without a wallet"), script));
  if (show) await show(screen);
  else if (asks || !screen.isFramed) await untilLoaded(screen);
  return screen;
};

/** What a page says while it waits for the server. */
const loading = ["Opening your wallet...", "Preparing..."];

const untilLoaded = async ({ window }: WalletScreen): Promise<void> => {
  const { body } = window.document;
  await expect.poll(() => body.textContent?.trim()).toBeTruthy();
  for (const text of loading) await expect.poll(() => body.textContent).not.toContain(text);
  await drawn(window);
};

const draw = async (
  script: WalletScript,
  address: Address | null,
  how: Omit<MountOptions, "script">,
): Promise<WalletScreen> => {
  const mounted = await mountWallet(document.body, { script, ...how });
  // As in the app's screens: hooks of a module would be those of the first file.
  if (open.size === 0) onTestFinished(() => expect(closeWallets(), "faults of the page or of the script").toEqual([]));
  open.add({ mounted, script });
  let asked: { readonly request: SignerRequest; readonly answer: Promise<SignerResult> } | null = null;
  const last = () => asked ?? expect.unreachable("nothing was asked");
  return Object.assign(page.frameLocator(page.elementLocator(mounted.element)), {
    ...{ script, address, isFramed: how.path === null, events: mounted.events, window: mounted.window },
    answer: () => last().answer,
    request: () => last().request,
    ask: (request: SignerRequest) => {
      asked = { request, answer: mounted.ask(request) };
      // Whether it is declined is what a test may ask, or not.
      asked.answer.catch(() => undefined);
    },
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
