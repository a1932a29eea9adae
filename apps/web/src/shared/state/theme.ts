import * as z from "zod/mini";
import { storageKeys } from "../storage/keys.ts";
import { stored } from "../storage/stored.ts";
import { createStoredStore, type Store } from "./store.ts";

export const themes = ["system", "dark", "light"] as const;
export type Theme = (typeof themes)[number];

const kept = stored(storageKeys.theme, z.enum(themes));

const deviceIsLight = (): MediaQueryList => matchMedia("(prefers-color-scheme: light)");

/** The person's choice; `system` follows the device. */
export const theme = createStoredStore<Theme>({ read: () => kept.read() ?? "system", write: kept.write });

/** Applies the theme to the page, now and after each choice. */
export const applyTheme = (): void => {
  const apply = () => {
    const chosen = theme.get();
    if (chosen === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = chosen;
  };
  apply();
  theme.subscribe(apply);
};

/** The visible theme, chosen or the device's, which may change; passed to the wallet's frame, so that it looks the same. */
export const shownTheme: Pick<Store<"light" | "dark">, "get" | "subscribe"> = {
  get: () => {
    const chosen = theme.get();
    if (chosen !== "system") return chosen;
    return deviceIsLight().matches ? "light" : "dark";
  },
  subscribe: (listener) => {
    const device = deviceIsLight();
    device.addEventListener("change", listener);
    const leaveChoice = theme.subscribe(listener);
    return () => {
      device.removeEventListener("change", listener);
      leaveChoice();
    };
  },
};
