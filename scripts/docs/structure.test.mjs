import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { filesBelow } from "./files-below.mjs";

const root = join(import.meta.dirname, "../..");
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

/** Read first: each name in them must be found in the source. */
const newcomersPages = [
  "README.md",
  "CONTRIBUTING.md",
  "docs/architecture.md",
  ...files.filter((file) => file.startsWith("docs/how-to/")),
];

test("the pages for new contributors name existing files", () => {
  const missing = [...newcomersPages, "docs/security/asvs.md"].flatMap((page) => {
    const text = readFileSync(join(root, page), "utf8");
    // Paths are written in full, or from a module's or feature's folder on.
    const named = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|tsx|mjs|rs))`/g)].map(([, path]) => path);
    return named
      .filter((path) => !files.some((file) => `/${file}`.endsWith(`/${path}`)))
      .map((path) => `${page}: ${path}`);
  });
  expect(missing).toEqual([]);
});

/** A heading's anchor, as GitHub makes it. */
const anchorOf = (/** @type {string} */ heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\- ]/gu, "")
    .replaceAll(" ", "-");

const pages = ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...files.filter((file) => file.endsWith(".md"))];

test("every link of a document leads to an existing file and heading", () => {
  const broken = pages.flatMap((page) => {
    const text = readFileSync(join(root, page), "utf8").replace(/```[\s\S]*?```/g, "");
    const links = [...text.matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)].map(([, link = ""]) => link);
    return links
      .filter((link) => {
        const [path, anchor] = link.split("#");
        const target = path ? join(root, dirname(page), path) : join(root, page);
        if (!existsSync(target)) return true;
        if (anchor === undefined) return false;
        const headings = [...readFileSync(target, "utf8").matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => heading);
        return !headings.some((heading) => anchorOf(heading) === anchor);
      })
      .map((link) => `${page}: ${link}`);
  });
  expect(broken).toEqual([]);
});

/** Patterns and commands, not names: `routes/<route>.ts`, `npm test`. */
const placeholders = /[<{…*=]|\s/;
/** Made by running the product. */
const elsewhere = new Set([".data/"]);

/** @type {string | null} */
let allSource = null;
/** All that is not written for people, in one text. */
const source = () => {
  const written = files.filter((file) => !file.startsWith("docs/") && /\.(?:tsx?|mjs|json|rs|html|sh)$/.test(file));
  allSource ??= [...written, "package.json"].map((file) => readFileSync(join(root, file), "utf8")).join("\n");
  return allSource;
};

test.each(newcomersPages)("the names in %s exist", (page) => {
  const text = readFileSync(join(root, page), "utf8").replace(/```[\s\S]*?```/g, "");
  const names = new Set([...text.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name));
  const paths = [...files, ...files.map((file) => file.slice(0, file.lastIndexOf("/")))].map((file) => `/${file}/`);
  const isPath = (/** @type {string} */ name) =>
    existsSync(join(root, name)) || paths.some((path) => path.includes(`/${name.replace(/\/$/, "")}/`));
  const searched = [...names].filter((name) => !placeholders.test(name) && !elsewhere.has(name) && !isPath(name));
  expect(searched.filter((name) => !source().includes(name.replace(/\(\)$/, "")))).toEqual([]);
});
