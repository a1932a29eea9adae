import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { thirdPartyLicences } from "../build/third-party-licences.ts";

const root = resolve(import.meta.dirname, "../../..");
const installed = (path: string) => join(root, "node_modules", path);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tribe-licences-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Publishes a package into the test's folder, and returns a module of it. */
const publish = (name: string, own: object, files: Readonly<Record<string, string>> = {}): string => {
  const at = join(folder, "node_modules", name);
  mkdirSync(join(at, "dist"), { recursive: true });
  // As packages with two builds have it: a second file of this name, without a version.
  writeFileSync(join(at, "dist/package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(at, "package.json"), JSON.stringify({ name, version: "1.2.3", ...own }));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(at, file), text);
  return join(at, "dist/index.js");
};

/** The list that a build with these modules and files gets. */
const listOf = (
  { modules = [], assets = [] }: { readonly modules?: readonly string[]; readonly assets?: readonly string[] },
  also: readonly string[] = [],
): string => {
  const emitted: { fileName: string; source: string }[] = [];
  const plugin = thirdPartyLicences(also);
  plugin.configResolved({ root: join(root, "apps/web") });
  const bundle = {
    "page.js": { type: "chunk", moduleIds: modules },
    "asset.woff2": { type: "asset", originalFileNames: assets },
  } as const;
  plugin.generateBundle.call({ emitFile: (file) => emitted.push(file) }, {}, bundle);
  expect(emitted.map(({ fileName }) => fileName)).toEqual(["third-party-licences.txt"]);
  return emitted[0]?.source ?? "";
};

test("each package of a page is listed once with its version, licence, text and notice, fonts included", () => {
  const one = publish(
    "one",
    { license: "ISC" },
    { LICENSE: "One's licence", NOTICE: "One's notice", "README.md": "no" },
  );
  const font = publish("a-font", { license: "OFL-1.1" }, { "LICENSE.txt": "The font's licence" });
  const list = listOf({
    modules: [one, one, join(root, "apps/web/src/main.tsx"), "\0rolldown/runtime.js"],
    assets: [font],
  });
  const [, ...entries] = list.split(`${"=".repeat(80)}\n`);
  expect(entries.map((entry) => entry.trim())).toEqual([
    "a-font 1.2.3 (OFL-1.1)\n\nThe font's licence",
    "one 1.2.3 (ISC)\n\nOne's licence\n\nOne's notice",
  ]);
});

test("a file of a package that Vite names from the page's folder on is found, and so is a package that is only named", () => {
  const list = listOf(
    { assets: ["../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2"] },
    ["react"],
  );
  expect(list).toMatch(/^@fontsource-variable\/inter [\d.]+ \(OFL-1\.1\)$/m);
  expect(list).toContain("SIL OPEN FONT LICENSE");
  expect(list).toMatch(/^react [\d.]+ \(MIT\)$/m);
});

test("a package of which a folder of ours has files is listed with the licence in that folder", () => {
  const list = listOf({
    modules: [join(root, "packages/ui/src/icons/generated/bell.ts"), join(root, "packages/ui/src/icons/index.ts")],
  });
  expect(list).toMatch(/^lucide-react [\d.]+ \(ISC\)\n\nISC License\n/m);
  expect(list.match(/^={80}$/gm)).toHaveLength(1);
});

test("a package without a text gets that of its licence, if its owner is known or the licence names none", () => {
  const list = listOf({ modules: [installed("fancy-canvas/index.mjs"), publish("two", { license: "Apache-2.0" })] });
  expect(list).toMatch(
    /^fancy-canvas [\d.]+ \(MIT\)\n\nCopyright \(c\) 2019 TradingView, Inc\n\nPermission is hereby granted/m,
  );
  expect(list).toMatch(/^two 1\.2\.3 \(Apache-2\.0\)\n\n *Apache License/m);
});

test("a package whose text nobody knows fails the build", () => {
  for (const license of ["MIT", "BSD-3-Clause", undefined])
    expect(() => listOf({ modules: [publish("three", { license })] })).toThrow(/^three has no licence text/);
});
