import { readdirSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
/** Made by tools, or by running the product. */
const skipped = new Set([
  "node_modules",
  "dist",
  "target",
  "artifacts",
  "generated",
  "migrations",
  "results",
  ".cache",
]);

/**
 * Every file below a folder that people wrote, each by its path from the root.
 * @param {string} folder
 * @returns {string[]}
 */
export const filesBelow = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return skipped.has(entry.name) ? [] : filesBelow(path);
  });
