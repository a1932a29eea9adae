// Finds a Chromium for the end-to-end tests, or installs one the way the machine allows.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "./run.mjs";
import { fail, say } from "./terminal.mjs";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const applications = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

const onPath = () => {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? "").split(delimiter)) {
      if (folder && existsSync(join(folder, name))) return join(folder, name);
    }
  }
  return applications.find((file) => existsSync(file));
};

/** @type {readonly { needs: string, steps: readonly (readonly [command: string, args: string[]])[] }[]} */
const installers = [
  {
    needs: "/usr/bin/apt-get",
    steps: [
      ["apt-get", ["update", "-q"]],
      ["apt-get", ["install", "-yq", "--no-install-recommends", "chromium"]],
    ],
  },
  { needs: "/sbin/apk", steps: [["apk", ["add", "chromium"]]] },
];

/** The path of a Chromium or Chrome that is there already: CHROME_PATH, or the PATH. */
export const findBrowser = () => process.env.CHROME_PATH ?? onPath();

/** The path of a Chromium or Chrome: CHROME_PATH, the PATH, or a new installation; otherwise the script ends with a message. */
export const ensureBrowser = async () => {
  const configured = process.env.CHROME_PATH;
  if (configured)
    return existsSync(configured) ? configured : fail(`CHROME_PATH names ${configured}, and no file is there.`);
  const present = onPath();
  if (present) return present;
  const installer = installers.find(({ needs }) => existsSync(needs));
  if (installer && process.getuid?.() === 0) {
    say("No Chromium found: installing it with the system's package manager …");
    for (const [command, args] of installer.steps) {
      const { code } = await run(command, args, { quiet: true, env: { DEBIAN_FRONTEND: "noninteractive" } });
      if (code !== 0) break;
    }
    const fresh = onPath();
    if (fresh) return fresh;
  }
  return fail(
    "The end-to-end tests need Chromium or Google Chrome. Install one, or set CHROME_PATH to its executable, and run this again.",
  );
};
