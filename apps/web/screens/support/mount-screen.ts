import type { FirstData, LocalUser } from "@tribe/contract";
import { storageKeys } from "../../src/shared/storage/keys.ts";
import { walletOnChain } from "../fixtures/chain.ts";
import { everydayAnswers } from "../fixtures/everyday.ts";
import { screenTime } from "../fixtures/time.ts";
import type { Lack } from "../page/lacks.ts";
import type { ScriptedServer } from "../server/scripted-server.ts";
import { clearStorage } from "./clear-storage.ts";

export interface MountOptions {
  readonly server: ScriptedServer;
  readonly person: LocalUser | null;
  readonly hasTouch: boolean;
  readonly isTextDoubled: boolean;
  readonly firstData?: FirstData;
  readonly hasShell?: boolean;
  readonly lacks?: readonly Lack[];
  readonly storage?: Readonly<Record<string, unknown>>;
  /** Whether this is a later visit, by the browser of the screen before. */
  readonly keepsStorage?: boolean;
  readonly browser?: ((window: Window & typeof globalThis) => void) | undefined;
}

export interface MountedScreen {
  readonly element: HTMLIFrameElement;
  readonly window: Window & typeof globalThis;
  readonly goOffline: () => void;
  readonly goOnline: () => void;
  /** Loads the page anew, over what it has kept, and waits until its script has drawn it. */
  readonly reload: () => Promise<void>;
  readonly close: () => void;
}

/** A session that the scripted server takes: it checks no signature. */
const signedIn = (openedAt: number) => ({
  device: { deviceId: "device-1", deviceSecret: "AAAA" },
  session: {
    sessionId: "session-1",
    accessToken: "token-1",
    sessionSecret: "AAAA",
    expiresAt: openedAt + 30 * 86_400_000,
    since: openedAt,
    method: "email",
  },
});

let opened = 0;
/** When the present storage was begun, by the device's clock: a later visit opens later. */
let storageBegun = 0;

/** Opens the app at a path in a new frame, and waits until its script has drawn it. */
export const mountScreen = async (
  host: HTMLElement,
  path: string,
  {
    server,
    person,
    hasTouch,
    isTextDoubled,
    firstData,
    hasShell = false,
    lacks = [],
    storage = {},
    keepsStorage = false,
    browser,
  }: MountOptions,
): Promise<MountedScreen> => {
  if (!keepsStorage) {
    await clearStorage();
    storageBegun = Date.now();
    if (person) localStorage.setItem(storageKeys.access.name, JSON.stringify(signedIn(screenTime)));
  }
  for (const [name, value] of Object.entries(storage)) localStorage.setItem(name, JSON.stringify(value));
  server.fallBackTo(everydayAnswers(person), walletOnChain());
  server.wallet.setAddress(person?.address ?? null);

  opened += 1;
  const element = document.createElement("iframe");
  element.name = `screen-${opened}`;
  element.title = "Screen";
  element.style.cssText = "position:fixed;inset:0;width:100%;height:100%;border:0";
  window.tribeScreens ??= new Map();
  let drawnAgain = (): void => undefined;
  const drawn = new Promise<void>((resolve, reject) => {
    window.tribeScreens?.set(element.name, {
      transport: server.transport,
      firstData: firstData ?? null,
      hasShell,
      // A page that is loaded anew, or opened later, goes on with its time.
      get openedAt() {
        return screenTime + Date.now() - storageBegun;
      },
      hasTouch,
      isTextDoubled,
      lacks,
      isOnline: server.isOnline,
      shape: browser,
      onFault: (fault) => {
        server.addFault(fault);
        reject(new Error(`the page broke before it was drawn: ${fault}`));
      },
      onDrawn: () => {
        resolve();
        drawnAgain();
      },
      connectWallet: server.wallet.connect,
      loadPart: server.parts.load,
    });
  });
  element.src = path;
  host.append(element);
  await drawn;
  const inside = element.contentWindow as (Window & typeof globalThis) | null; // as every window of a page is
  if (!inside) throw new Error("the screen's frame has no window");
  const setOnline = (isOnline: boolean): void => {
    server.setOnline(isOnline);
    inside.dispatchEvent(new inside.Event(isOnline ? "online" : "offline"));
  };
  return {
    element,
    window: inside,
    goOffline: () => setOnline(false),
    goOnline: () => setOnline(true),
    reload: () =>
      new Promise((resolve) => {
        drawnAgain = resolve;
        inside.location.reload();
      }),
    close: () => {
      window.tribeScreens?.delete(element.name);
      element.remove();
    },
  };
};
