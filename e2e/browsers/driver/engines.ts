import { findEngine } from "../../../scripts/lib/browser.mjs";
import { openFirefox } from "./puppeteer.ts";
import type { Appearance, Opened } from "./tab.ts";
import { openWebKit } from "./webkit.ts";

/** An engine that the stories run in. */
export interface Engine {
  readonly name: "Firefox" | "WebKit";
  /** Whether it is installed here; `npm run test:browsers` installs it where it can. */
  readonly isHere: boolean;
  /** Starts it with a new profile. */
  open(appearance: Appearance): Promise<Opened>;
}

const engine = (
  name: Engine["name"],
  program: string | null,
  open: (program: string, appearance: Appearance) => Promise<Opened>,
): Engine => ({
  name,
  isHere: program !== null,
  open: (appearance) => {
    if (program === null) throw new Error(`${name} isn't here`);
    return open(program, appearance);
  },
});

/** The engines beside Chromium, which all other stories run in. */
export const engines: readonly Engine[] = [
  engine("Firefox", findEngine("Firefox"), openFirefox),
  engine("WebKit", findEngine("WebKit"), openWebKit),
];
