import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

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
 * Every file below a folder, each by its path from the root.
 * @param {string} folder
 * @returns {string[]}
 */
const filesBelow = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return skipped.has(entry.name) ? [] : filesBelow(path);
  });

const files = ["apps", "packages", "programs", "e2e", "bench", "scripts", "docs", "interop"].flatMap(filesBelow);

test("no folder has more than twenty files beside each other, tests, routes and the record of decisions aside", () => {
  const counts = new Map();
  for (const file of files) {
    const folder = file.slice(0, file.lastIndexOf("/"));
    const isCounted = !/\.test\.[a-z]+$/.test(file) && !/\/(routes|tests|decisions)$/.test(folder);
    if (isCounted) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const large = [...counts].filter(([, count]) => count > 20);
  expect(large.map(([folder, count]) => `${folder}: ${count}; group it by subject`)).toEqual([]);
});

test("the pages that show newcomers the way name files that are there", () => {
  const missing = ["README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/security/asvs.md"].flatMap((page) => {
    const text = readFileSync(join(root, page), "utf8");
    // Paths are written in full, or from a module's or feature's folder on.
    const named = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|tsx|mjs|rs))`/g)].map(([, path]) => path);
    return named
      .filter((path) => !files.some((file) => `/${file}`.endsWith(`/${path}`)))
      .map((path) => `${page}: ${path}`);
  });
  expect(missing).toEqual([]);
});
