import type { SignerAnswer, SignerEvent, SignerRequest } from "@tribe/contract";
import { walletHeights } from "@tribe/ui/wallet-heights";
import { screenTime } from "../../../web/screens/fixtures/time.ts";
import { clearStorage } from "../../../web/screens/support/clear-storage.ts";
import { openSignerChannel } from "../../../web/src/features/wallet/signer-channel.ts";
import { shareSession } from "../../src/channel/session-sharing.ts";
import type { AccountRecord } from "../../src/storage/account-record.ts";
import type { WalletScript } from "../server/wallet-script.ts";

export type SignerResult = Extract<SignerAnswer, { result: unknown }>["result"];
type Theme = "light" | "dark";

export interface MountOptions {
  readonly script: WalletScript;
  /** The address of a window of its own; null for the frame. */
  readonly path: string | null;
  /** What this browser keeps of the account; null for nothing. */
  readonly record: AccountRecord | null;
  readonly theme: Theme;
  readonly isTextDoubled: boolean;
  /** A page beside one that is open in the same browser. */
  readonly keepsStorage: boolean;
}

export interface MountedWallet {
  readonly element: HTMLIFrameElement;
  readonly window: Window & typeof globalThis;
  readonly events: readonly SignerEvent[];
  readonly ask: (request: SignerRequest) => Promise<SignerResult>;
  readonly setTheme: (theme: Theme) => Promise<void>;
  /** Loads the page anew, over what it has kept. */
  readonly reload: () => Promise<void>;
  readonly close: () => void;
}

/** The address of the wallet's pages on this server (apps/web/screens/build/pages.ts). */
const base = "/__signer__/";

/** The dialog of the app's page in which the frame lies, or the window, as high as the screen. */
const surround = (element: HTMLIFrameElement, isFramed: boolean): HTMLElement => {
  const around = document.createElement("div");
  around.style.cssText = "position:fixed;inset:0;overflow:auto;background:Canvas";
  const box = document.createElement("div");
  box.style.cssText = isFramed ? "max-width:416px;margin:16px auto;padding:0 16px" : "height:100%";
  element.style.cssText = `display:block;width:100%;border:0;height:${isFramed ? `${walletHeights.first}px` : "100%"}`;
  box.append(element);
  around.append(box);
  return around;
};

/** Scrolls a part of the frame into view, its top first where both do not fit. */
const reveal = (around: HTMLElement, element: HTMLElement, part: { readonly top: number; readonly height: number }) => {
  const top = element.offsetTop + part.top;
  around.scrollTop = Math.min(Math.max(around.scrollTop, top + part.height - around.clientHeight), top);
};

let opened = 0;

/** Opens a page of the wallet in a new frame, and waits until its script has drawn it. */
export const mountWallet = async (
  host: HTMLElement,
  { script, path, record, theme: firstTheme, isTextDoubled, keepsStorage }: MountOptions,
): Promise<MountedWallet> => {
  if (!keepsStorage) await clearStorage();
  const begun = Date.now();
  opened += 1;
  const isFramed = path === null;
  let theme = firstTheme;
  const element = document.createElement("iframe");
  element.name = `wallet-${opened}`;
  element.title = "Wallet";
  const around = surround(element, isFramed);
  const events: SignerEvent[] = [];
  window.tribeWalletScreens ??= new Map();
  let isFirst = true;
  let drawnAgain = (): void => undefined;
  const drawn = new Promise<void>((resolve, reject) => {
    window.tribeWalletScreens?.set(element.name, {
      fetch: script.fetch,
      authenticator: script.authenticator,
      // A page that is loaded anew goes on with its time, over what it has kept.
      get record() {
        return isFirst ? record : null;
      },
      get openedAt() {
        return screenTime + Date.now() - begun;
      },
      isFramed,
      isTextDoubled,
      onBegin: script.onBegin,
      onFault: (fault) => {
        script.server.addFault(fault);
        reject(new Error(`the page broke before it was drawn: ${fault}`));
      },
      onDrawn: () => {
        isFirst = false;
        resolve();
        drawnAgain();
      },
    });
  });
  const channel = isFramed
    ? openSignerChannel({
        frameWindow: () => element.contentWindow,
        signerOrigin: location.origin,
        token: async () => script.tokenNow(),
        expireToken: () => undefined,
        theme: () => theme,
        onEvent: (event) => {
          events.push(event);
          if (event.event === "height") element.style.height = `${Math.max(1, Math.ceil(event.pixels))}px`;
          if (event.event === "reveal") reveal(around, element, event);
        },
      })
    : null;
  // A frame in another tab, which gives the window of its own a token.
  const stopSharing = isFramed || script.isSignedOut() ? null : shareSession(async () => script.tokenNow());
  element.src = base + (path ?? "");
  host.append(around);
  await drawn;
  const inside = element.contentWindow as (Window & typeof globalThis) | null; // as every window of a page is
  if (!inside) throw new Error("the wallet's frame has no window");
  return {
    element,
    window: inside,
    events,
    ask: async (request) => {
      if (!channel) throw new Error("a window of its own is asked by nobody");
      return channel.request(request, null);
    },
    setTheme: async (next) => {
      theme = next;
      await channel?.refresh();
    },
    reload: () =>
      new Promise((resolve) => {
        drawnAgain = resolve;
        inside.location.reload();
      }),
    close: () => {
      channel?.close();
      stopSharing?.();
      window.tribeWalletScreens?.delete(element.name);
      around.remove();
    },
  };
};
