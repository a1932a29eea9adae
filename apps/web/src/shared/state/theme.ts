import * as z from "zod/mini";
import { storageKeys } from "../storage/keys.ts";
import { stored } from "../storage/stored.ts";
import { createStoredStore } from "./store.ts";

export const themes = ["system", "dark", "light"] as const;
export type Theme = (typeof themes)[number];

const kept = stored(storageKeys.theme, z.enum(themes));

/** The person's choice; `system` follows the device. */
export const theme = createStoredStore<Theme>({ read: () => kept.read() ?? "system", write: kept.write });

/** Gives the page its theme, now and with each choice. */
export const applyTheme = (): void => {
  const apply = () => {
    const chosen = theme.get();
    if (chosen === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = chosen;
  };
  apply();
  theme.subscribe(apply);
};

/** What is seen now; the wallet's frame is told, so that it looks the same. */
export const shownTheme = (): "light" | "dark" => {
  const chosen = theme.get();
  if (chosen !== "system") return chosen;
  return matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
};
