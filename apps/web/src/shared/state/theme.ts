import { lasting } from "../storage/browser-storage.ts";
import { createStore } from "./store.ts";

export const themes = ["system", "dark", "light"] as const;
export type Theme = (typeof themes)[number];

const storageKey = "tribe:v1:theme";
const stored = lasting.read(storageKey);

/** The person's choice; `system` follows the device. */
export const theme = createStore<Theme>(themes.find((known) => known === stored) ?? "system");

const apply = () => {
  const chosen = theme.get();
  if (chosen === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
};

apply();
theme.subscribe(() => {
  apply();
  lasting.write(storageKey, theme.get());
});

/** What is seen now; the wallet's frame is told, so that it looks the same. */
export const shownTheme = (): "light" | "dark" => {
  const chosen = theme.get();
  if (chosen !== "system") return chosen;
  return matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
};
