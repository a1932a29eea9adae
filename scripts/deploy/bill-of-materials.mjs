// `npm run bill-of-materials > tribe.cdx.json`: the components of a release, as CycloneDX 1.6
// (https://cyclonedx.org/docs/1.6/json). `npm sbom` rejects our lock file because of a build tool's peer dependency, and
// without peers omits dependencies of workspaces.
import { readdirSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { root } from "../lib/run.mjs";

/** @typedef {{ type: "library", name: string, version: string, purl: string, hashes: { alg: string, content: string }[] }} Component */
/** @typedef {{ version?: string, name?: string, integrity?: string, dev?: boolean, link?: boolean }} Locked */

/**
 * The packages of npm's lock file that `npm ci --omit=dev` installs on any platform.
 * @param {{ packages: Record<string, Locked> }} lock
 * @returns {Component[]}
 */
export const npmComponents = ({ packages }) =>
  Object.entries(packages).flatMap(([path, { version, name: alias, integrity, dev, link }]) => {
    const name = alias ?? path.split("node_modules/").at(-1) ?? "";
    if (!path.includes("node_modules/") || version === undefined || dev || link) return [];
    // Another platform's binary may have no hash (`scripts/complete-lock.mjs`).
    const hashes = (integrity?.split(" ") ?? []).map((each) => ({
      alg: each.split("-")[0]?.replace("sha", "SHA-") ?? "",
      content: Buffer.from(each.slice(each.indexOf("-") + 1), "base64").toString("hex"),
    }));
    return [{ type: "library", name, version, purl: `pkg:npm/${name.replace("@", "%40")}@${version}`, hashes }];
  });

/**
 * The crates of a Cargo.lock that come from a registry.
 * @param {string} lock
 * @returns {Component[]}
 */
export const crateComponents = (lock) =>
  [...lock.matchAll(/^name = "(.+)"\nversion = "(.+)"\nsource = ".+"\nchecksum = "(.+)"$/gm)].map(
    ([, name = "", version = "", checksum = ""]) => ({
      type: "library",
      name,
      version,
      purl: `pkg:cargo/${name}@${version}`,
      hashes: [{ alg: "SHA-256", content: checksum }],
    }),
  );

/**
 * The packages of which a workspace contains files instead of depending on them: `vendored` in its package.json.
 * @param {{ vendored?: Record<string, { version: string }> }} manifest
 * @returns {Component[]}
 */
export const vendoredComponents = ({ vendored = {} }) =>
  Object.entries(vendored).map(([name, { version }]) => ({
    type: "library",
    name,
    version,
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    hashes: [],
  }));

/** Our packages' manifests. */
const manifests = () =>
  ["packages", "apps"].flatMap((folder) =>
    readdirSync(`${root}/${folder}`).map((name) =>
      JSON.parse(readFileSync(`${root}/${folder}/${name}/package.json`, "utf8")),
    ),
  );

/** All components, each once, in a stable order. */
export const billOfMaterials = () => {
  const all = [
    ...npmComponents(JSON.parse(readFileSync(`${root}/package-lock.json`, "utf8"))),
    ...manifests().flatMap(vendoredComponents),
    ...crateComponents(readFileSync(`${root}/programs/Cargo.lock`, "utf8")),
  ];
  const components = [...new Map(all.map((each) => [each.purl, each])).values()];
  components.sort((one, other) => (one.purl < other.purl ? -1 : 1));
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", name: "tribe" } },
    components,
  };
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  process.stdout.write(`${JSON.stringify(billOfMaterials(), null, 2)}\n`);
