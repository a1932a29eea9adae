import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** What a Vite plugin sees of a build: chunks with their modules, and assets with the files that they were. */
type Bundle = Readonly<
  Record<
    string,
    | { readonly type: "chunk"; readonly moduleIds: readonly string[] }
    | { readonly type: "asset"; readonly originalFileNames: readonly string[] }
  >
>;
type Vendored = Readonly<
  Record<string, { readonly version: string; readonly license: string; readonly folder: string }>
>;
interface Emitter {
  emitFile(file: { type: "asset"; fileName: string; source: string }): unknown;
}

/** Where the built page's host serves the list. */
const fileName = "third-party-licences.txt";
const ownFolder = resolve(import.meta.dirname, "../../..");
const licenceFile = /^(licen[cs]e|copying|notice)/i;

/** Packages that are published without their licence's text, and the copyright line of their sources. */
const copyrightOf: Readonly<Record<string, string>> = { "fancy-canvas": "Copyright (c) 2019 TradingView, Inc" };

/** Folders of ours that contain files of a package: `vendored` in a workspace's package.json. Each has the package's licence. */
const vendoredFolders = (): readonly { readonly folder: string; readonly title: string }[] => {
  const ui = resolve(import.meta.dirname, "..");
  const { vendored } = JSON.parse(readFileSync(join(ui, "package.json"), "utf8")) as { readonly vendored: Vendored };
  return Object.entries(vendored).map(([name, { version, license, folder }]) => ({
    folder: join(ui, folder),
    title: `${name} ${version} (${license})`,
  }));
};
const vendored = vendoredFolders();

/** The folder of the package that has a file; null for a file of ours. */
const packageOf = (file: string): string | null => {
  if (!file.includes("node_modules/")) return vendored.find(({ folder }) => dirname(file) === folder)?.folder ?? null;
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    // Some packages have further files of that name, without a version, for their builds.
    const own = join(folder, "package.json");
    if (existsSync(own) && "version" in readJson(own)) return folder;
    if (folder === dirname(folder)) throw new Error(`${file} belongs to no package`);
  }
};

const readJson = (file: string): Readonly<Record<string, unknown>> => JSON.parse(readFileSync(file, "utf8"));

/** @throws Error if a package has no text, and none is known for its licence */
const entryOf = (folder: string): string => {
  const own = vendored.find((each) => each.folder === folder);
  const { name, version, license } = own ? {} : readJson(join(folder, "package.json"));
  const texts = readdirSync(folder)
    .filter((file) => licenceFile.test(file))
    .map((file) => readFileSync(join(folder, file), "utf8").trim());
  return [
    own?.title ?? `${name} ${version} (${license ?? "see below"})`,
    ...(texts.length > 0 ? texts : [textOf(String(name), license)]),
  ].join("\n\n");
};

const textOf = (name: string, license: unknown): string => {
  // Our own licence is the same one, and its text names no owner.
  if (license === "Apache-2.0") return readFileSync(join(ownFolder, "LICENSE"), "utf8").trim();
  const copyright = copyrightOf[name];
  const mit = readFileSync(join(ownFolder, "node_modules/react/LICENSE"), "utf8").trim();
  if (license === "MIT" && copyright)
    return `${copyright}\n\n${mit.slice(mit.indexOf("Permission is hereby granted"))}`;
  throw new Error(`${name} has no licence text (${license}). Add its copyright line in ${import.meta.filename}.`);
};

/** The names, versions and licence texts of the packages that these files belong to, each package once, sorted. */
export const licencesOf = (files: readonly string[]): string => {
  const folders = new Set(files.map(packageOf).filter((folder) => folder !== null));
  // A version that is installed in two places is the same package.
  const entries = [...new Set([...folders].map(entryOf))].sort();
  return `This page contains the following packages of others.\n\n${entries.map((entry) => `${"=".repeat(80)}\n${entry}\n`).join("\n")}`;
};

/**
 * Writes `third-party-licences.txt` beside a built page: its licences ask that their texts go with the code. A package without a
 * text fails the build.
 * @param also packages whose code gets into the page by another way than as its modules and files
 */
export const thirdPartyLicences = (also: readonly string[] = []) => {
  let root = "";
  return {
    name: "tribe-third-party-licences",
    apply: "build",
    configResolved: (config: { readonly root: string }) => {
      root = config.root;
    },
    generateBundle(this: Emitter, _options: unknown, bundle: Bundle) {
      const files = Object.values(bundle).flatMap((part) =>
        part.type === "chunk" ? part.moduleIds : part.originalFileNames.map((file) => resolve(root, file)),
      );
      const others = also.map((name) => join(ownFolder, "node_modules", name, "package.json"));
      this.emitFile({ type: "asset", fileName, source: licencesOf([...files, ...others]) });
    },
  } as const;
};
