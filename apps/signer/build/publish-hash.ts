import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

/** The files of a build by name and hash, in the format that `sha256sum --check` reads, sorted by name. */
export const hashList = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "bundle.sha256")
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
    .map(
      (name) =>
        `${createHash("sha256")
          .update(readFileSync(join(folder, name)))
          .digest("hex")}  ${name}\n`,
    )
    .join("");

/** Writes `bundle.sha256` beside the built files. A deployment publishes it, so that anybody can compare. */
export const publishHash = (): Plugin => {
  let folder = "";
  return {
    name: "publish-hash",
    apply: "build",
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: () => writeFileSync(join(folder, "bundle.sha256"), hashList(folder)),
  };
};
