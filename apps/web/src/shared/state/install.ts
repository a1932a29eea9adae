import { createStore } from "./store.ts";

/** How this browser installs the app. `byHand`: only the person can, in the browser's own menu (iOS). */
export type InstallWay = { readonly kind: "none" | "byHand" } | { readonly kind: "ask"; readonly ask: () => void };

/** Chromium's event; TypeScript's library does not have it. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

const isInstallPrompt = (event: Event): event is InstallPromptEvent =>
  "prompt" in event && typeof event.prompt === "function";

/** How the app can be installed now; `none` where it is installed, or can't be. */
export const installWay = createStore<InstallWay>({ kind: "none" });

/** Listens for the browser's offer, which comes once and early. Called once, when the page is made. */
export const watchInstall = (): void => {
  if (matchMedia("(display-mode: standalone)").matches) return;
  // Only iOS tells so whether the page stands on the home screen.
  if ("standalone" in navigator) {
    if (navigator.standalone === false) installWay.set({ kind: "byHand" });
    return;
  }
  addEventListener("beforeinstallprompt", (event) => {
    if (!isInstallPrompt(event)) return;
    // It is asked for where the person looks for it, instead of over the page.
    event.preventDefault();
    installWay.set({
      kind: "ask",
      ask: () => {
        installWay.set({ kind: "none" });
        // The browser asks by itself, and may offer it again later.
        void event.prompt().catch(() => undefined);
      },
    });
  });
  addEventListener("appinstalled", () => installWay.set({ kind: "none" }));
};
