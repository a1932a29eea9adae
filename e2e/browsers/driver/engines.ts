import { findEngine } from "../../../scripts/lib/browser.mjs";
import { openFirefox } from "./puppeteer.ts";
import type { Looks, Opened } from "./tab.ts";
import { openWebKit } from "./webkit.ts";

/** An engine that the stories run in. */
export interface Engine {
  readonly name: "Firefox" | "WebKit";
  /** Whether it is installed here; `npm run test:browsers` installs it where it can. */
  readonly isHere: boolean;
  /** Starts it with a new profile. */
  open(looks: Looks): Promise<Opened>;
}

const engine = (
  name: Engine["name"],
  program: string | null,
  open: (program: string, looks: Looks) => Promise<Opened>,
): Engine => ({
  name,
  isHere: program !== null,
  open: (looks) => {
    if (program === null) throw new Error(`${name} isn't here`);
    return open(program, looks);
  },
});

/** The engines beside Chromium, which all other stories run in. */
export const engines: readonly Engine[] = [
  engine("Firefox", findEngine("Firefox"), openFirefox),
  engine("WebKit", findEngine("WebKit"), openWebKit),
];
