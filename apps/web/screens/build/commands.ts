// With it the commands know the browser's page.
import type {} from "@vitest/browser-playwright";
import type { BrowserCommand } from "vitest/node";

/** The media features that a person's system sets. */
export interface Media {
  readonly colorScheme: "light" | "dark";
  readonly reducedMotion: "reduce" | "no-preference";
}

/** Sets media features in the browser, as only its driver can. */
export const emulateMedia: BrowserCommand<[media: Media]> = ({ page }, media) => page.emulateMedia(media);

declare module "vitest/browser" {
  interface BrowserCommands {
    emulateMedia: (media: Media) => Promise<void>;
  }
}
