import { createStore } from "./store.ts";

/** How the app can be installed in this browser. `byHand`: only by the person, in the browser's own menu (iOS). */
export type InstallWay = { readonly kind: "none" | "byHand" } | { readonly kind: "ask"; readonly ask: () => void };

/** Chromium's event; TypeScript's library does not have it. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

const isInstallPrompt = (event: Event): event is InstallPromptEvent =>
  "prompt" in event && typeof event.prompt === "function";

/** How the app can be installed now; `none` if it is installed, or can't be. */
export const installWay = createStore<InstallWay>({ kind: "none" });

/** Listens for the browser's offer, which comes once and early. Called once, at start. */
export const watchInstall = (): void => {
  if (matchMedia("(display-mode: standalone)").matches) return;
  // Only iOS reports in this way whether the app runs from the home screen.
  if ("standalone" in navigator) {
    if (navigator.standalone === false) installWay.set({ kind: "byHand" });
    return;
  }
  addEventListener("beforeinstallprompt", (event) => {
    if (!isInstallPrompt(event)) return;
    // The offer is shown where the person looks for it, instead of over the page.
    event.preventDefault();
    installWay.set({
      kind: "ask",
      ask: () => {
        installWay.set({ kind: "none" });
        // The browser shows its own prompt, and may offer it again later.
        void event.prompt().catch(() => undefined);
      },
    });
  });
  addEventListener("appinstalled", () => installWay.set({ kind: "none" }));
};
