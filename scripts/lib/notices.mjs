// The licences of the packages that an app is made of, as MIT, BSD, OFL and LGPL ask for: a file that is shipped with each build
// (`third-party-notices.txt`). It lists what is installed for the app, also where a bundle leaves parts of it out.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "./run.mjs";

/** @typedef {{ name: string, version: string, license: string, folder: string }} Package */

/** @param {string} folder */
const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

/**
 * The folder of a package as another one finds it; null where it is not installed, such as another system's binary.
 * @param {string} name
 * @param {string} from folder of the one that needs it
 */
const folderOf = (name, from) => {
  for (const modules of createRequire(join(from, "package.json")).resolve.paths(name) ?? [])
    if (existsSync(join(modules, name, "package.json"))) return join(modules, name);
  return null;
};

/**
 * The packages of others that an app depends on, by their names.
 * @param {string} app its folder
 * @returns {Package[]}
 */
export const packagesOf = (app) => {
  /** @type {Map<string, Package>} */
  const found = new Map();
  const seen = new Set();
  const add = (/** @type {string} */ folder) => {
    if (seen.has(folder)) return;
    seen.add(folder);
    const { name, version, license = "unknown", dependencies = {}, optionalDependencies = {} } = manifestOf(folder);
    if (folder !== join(root, app) && !/^(@tribe\/|tribe-localnet$)/.test(name))
      found.set(`${name}@${version}`, { name, version, license, folder });
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const next = folderOf(each, folder);
      if (next) add(next);
    }
  };
  add(join(root, app));
  return [...found.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
};

/**
 * The files of others that a workspace contains: `vendored` in its package.json.
 * @param {string} app its folder
 */
const vendoredOf = (app) => {
  const { vendored = {} } = manifestOf(join(root, app));
  return Object.entries(vendored).map(([name, { version, license, folder }]) => ({
    name,
    version,
    license,
    folder: join(root, app, folder),
  }));
};

/** Licences whose whole text a package may leave out, with the file that has it. */
const standardTexts = [
  { license: /LGPL-3\.0/, files: ["deploy/licences/LGPL-3.0.txt", "deploy/licences/GPL-3.0.txt"] },
  { license: /Apache-2\.0/, files: ["LICENSE"] },
  { license: /MPL[- ]2\.0/, files: ["deploy/licences/MPL-2.0.txt"] },
  { license: /^\(?MIT/, files: ["deploy/licences/MIT.txt"] },
  { license: /^ISC/, files: ["deploy/licences/ISC.txt"] },
];

/**
 * The text of a package's licence: its own file, else the standard one.
 * @param {Package} one
 * @returns {string | null} null when there is none
 */
export const licenceText = ({ folder, license }) => {
  const own = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)(?!.*\.(js|ts|cjs|mjs|json)$)/i.test(file))
    .sort()
    .map((file) => join(folder, file));
  const standard = (standardTexts.find((each) => each.license.test(license))?.files ?? []).map((file) =>
    join(root, file),
  );
  // The LGPL's packages name it, and have its text nowhere.
  const files = own.length > 0 && !/LGPL/.test(license) ? own : [...own, ...standard];
  return files.length === 0 ? null : files.map((file) => readFileSync(file, "utf8").trim()).join("\n\n");
};

/**
 * The notices of apps that are shipped together; packages with the same text stand above it once.
 * @param {readonly string[]} apps their folders
 */
export const noticesOf = (apps) => {
  /** @type {Map<string, Set<string>>} */
  const byText = new Map();
  for (const one of apps.flatMap((app) => [...packagesOf(app), ...vendoredOf(app)])) {
    const text = licenceText(one) ?? `Licence: ${one.license}`;
    const names = byText.get(text) ?? new Set();
    byText.set(text, names.add(`${one.name} ${one.version} (${one.license})`));
  }
  const rule = "=".repeat(80);
  const notices = [...byText].map(([text, names]) => `${rule}\n${[...names].join("\n")}\n${rule}\n\n${text}\n`);
  return `Tribe contains or uses the following software of others, under these licences.\n\n${notices.join("\n")}`;
};
