// Finds the browsers of the tests that need one, or installs them the way the machine allows.
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "./run.mjs";
import { fail, print } from "./terminal.mjs";

const browsers = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
/** Chromium without a window to draw: it takes a fifth less processor time, and shows no notifications. */
const shells = ["chromium-headless-shell", "chrome-headless-shell"];
const applications = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** @param {readonly string[]} names */
const onPath = (names) => {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? "").split(delimiter)) {
      if (folder && existsSync(join(folder, name))) return join(folder, name);
    }
  }
  return null;
};
const findWholeBrowser = () => onPath(browsers) ?? applications.find((file) => existsSync(file)) ?? null;
const findShell = () => onPath(shells);

/** @typedef {readonly (readonly [command: string, args: string[]])[]} Steps */
/** @type {readonly { needs: string, steps: (isWhole: boolean) => Steps }[]} */
const installers = [
  {
    needs: "/usr/bin/apt-get",
    steps: (isWhole) => [
      ["apt-get", ["update", "-q"]],
      ["apt-get", ["install", "-yq", "--no-install-recommends", isWhole ? "chromium" : "chromium-headless-shell"]],
    ],
  },
  { needs: "/sbin/apk", steps: (isWhole) => (isWhole ? [["apk", ["add", "chromium"]]] : []) },
];

/** @param {boolean} isWhole */
const install = async (isWhole) => {
  const installer = installers.find(({ needs }) => existsSync(needs));
  if (!installer || process.getuid?.() !== 0) return;
  for (const [command, args] of installer.steps(isWhole)) {
    const { code } = await run(command, args, { quiet: true, env: { DEBIAN_FRONTEND: "noninteractive" } });
    if (code !== 0) return;
  }
};

/** The path of a Chromium or Chrome that is there already, without a window if there is such a one: CHROME_PATH, or the PATH. */
export const findBrowser = () => process.env.CHROME_PATH ?? findShell() ?? findWholeBrowser();

/** The path of a Chromium or Chrome: CHROME_PATH, the PATH, or a new installation; otherwise the script ends with a message. */
export const ensureBrowser = async () => {
  const configured = process.env.CHROME_PATH;
  if (configured)
    return existsSync(configured) ? configured : fail(`CHROME_PATH names ${configured}, and no file is there.`);
  const present = findWholeBrowser();
  if (present) return present;
  print("No Chromium found: installing it with the system's package manager …");
  await install(true);
  return (
    findWholeBrowser() ??
    fail(
      "The end-to-end tests need Chromium or Google Chrome. Install one, or set CHROME_PATH to its executable, and run this again.",
    )
  );
};

/**
 * The path of a Chromium without a window, installed where the machine allows it; null where there is none, or where CHROME_PATH
 * names the browser to use.
 */
export const ensureShell = async () => {
  if (process.env.CHROME_PATH) return null;
  if (!findShell()) await install(false);
  return findShell();
};

/**
 * The engines beside Chromium, by Debian's packages. find: the program that its stories start; null where a part is missing.
 * @type {Readonly<Record<"Firefox" | "WebKit", { packages: string[], find: () => string | null }>>}
 */
const engines = {
  Firefox: { packages: ["firefox-esr"], find: () => onPath(["firefox-esr", "firefox"]) },
  WebKit: {
    packages: ["webkit2gtk-driver", "xvfb"],
    find: () => {
      if (!onPath(["WebKitWebDriver"]) || !onPath(["Xvfb"])) return null;
      // WebKitGTK's own small browser; the folder of libraries is named after the processor.
      const folders = readdirSync("/usr/lib").map((name) => join("/usr/lib", name, "webkit2gtk-4.1/MiniBrowser"));
      return folders.find((file) => existsSync(file)) ?? null;
    },
  },
};

/**
 * The path of an engine's browser; null where it is missing, or a part of what drives it.
 * @param {keyof typeof engines} name
 */
export const findEngine = (name) => engines[name].find();

/**
 * Installs the engines that are missing where the machine allows it: as root, with apt.
 * @returns {Promise<string[]>} those that are still missing
 */
export const ensureEngines = async () => {
  const missing = () => Object.entries(engines).filter(([, { find }]) => find() === null);
  if (missing().length > 0 && existsSync("/usr/bin/apt-get") && process.getuid?.() === 0) {
    const packages = missing().flatMap(([, engine]) => engine.packages);
    print(`Installing ${packages.join(", ")} …`);
    for (const args of [
      ["update", "-q"],
      ["install", "-yq", "--no-install-recommends", ...packages],
    ])
      await run("apt-get", args, { quiet: true, env: { DEBIAN_FRONTEND: "noninteractive" } });
  }
  return missing().map(([name]) => name);
};
