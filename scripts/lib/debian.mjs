// Programs from Debian's packages: found, or installed where the machine allows it, which is said first.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "./run.mjs";
import { fail, print } from "./terminal.mjs";

/**
 * The path of a program; null where there is none. Servers are in folders that not every PATH has.
 * @param {string} name
 */
export const findProgram = (name) => {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"].filter(Boolean);
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? null;
};

/**
 * The paths of programs. Those that are missing are installed as root by apt, which is said; elsewhere the script ends with the
 * names of the packages.
 * @template {string} Name
 * @param {Readonly<Record<Name, string>>} packages the package of each program
 * @param {string} purpose what needs them, for the message
 * @returns {Promise<Record<Name, string>>}
 */
export const ensurePrograms = async (packages, purpose) => {
  const names = /** @type {Name[]} */ (Object.keys(packages));
  const missing = () => names.filter((name) => findProgram(name) === null).map((name) => packages[name]);
  const wanted = [...new Set(missing())];
  if (wanted.length > 0 && existsSync("/usr/bin/apt-get") && process.getuid?.() === 0) {
    print(`Installing ${wanted.join(", ")} for ${purpose} …`);
    for (const args of [
      ["update", "-q"],
      ["install", "-yq", "--no-install-recommends", ...wanted],
    ])
      await run("apt-get", args, { quiet: true, env: { DEBIAN_FRONTEND: "noninteractive" } });
  }
  const still = missing();
  if (still.length > 0) fail(`For ${purpose} install Debian's packages ${still.join(", ")}, and run this again.`);
  return /** @type {Record<Name, string>} */ (Object.fromEntries(names.map((name) => [name, findProgram(name)])));
};
