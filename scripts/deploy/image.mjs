// `npm run image`: builds Tribe's OCI image without a container engine, and says how large it is. Options: --archive also writes
// it to dist/tribe-image.tar (for `docker load`, `podman load`, `skopeo copy oci-archive:…`), --new-base fetches Debian and Node anew.
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensurePrograms } from "../lib/debian.mjs";
import { root, run } from "../lib/run.mjs";
import { fail, print, seconds } from "../lib/terminal.mjs";
import { buildRelease } from "./build-release.mjs";
import { sizeOf } from "./folder-size.mjs";

const debian = "bookworm";
const node = { version: "24.22.3", platform: `linux-${process.arch}` };
const cache = join(root, "node_modules/.cache/tribe-image");
const baseTag = `localhost/tribe-base:${debian}-node${node.version}`;
const tag = "localhost/tribe:latest";

/** MB. Ours: server, pages, and the packages that they need. */
const limits = { ours: 150, whole: 450 };

/** @param {string} program @param {string[]} args @param {string} [cwd] */
const must = async (program, args, cwd = root) => {
  const { code, output } = await run(program, args, { quiet: true, cwd });
  if (code !== 0) fail(`${program} ${args.join(" ")}\nended with ${code}:\n${output.trim()}`);
  return output.trim();
};

/**
 * Each layer is a whole copy of the files: slow and large, and it works in every sandbox.
 * @param {string} buildah its path
 */
const buildahWith =
  (buildah) =>
  (/** @type {string[]} */ ...args) => {
    const store = ["--storage-driver", "vfs", "--root", join(cache, "store"), "--runroot", join(cache, "run")];
    return must(buildah, [...store, ...args]);
  };

/**
 * Debian's smallest system with what Node and our packages need, and Node from npm's registry.
 * @param {{ buildah: string, mmdebstrap: string }} programs
 */
const makeBase = async ({ buildah, mmdebstrap }) => {
  const folder = join(cache, "base");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  print(`Fetching Debian (${debian}) and Node ${node.version} for the image's base …`);
  const withoutPages = ["doc/*", "man/*", "locale/*", "info/*"].map((each) => `path-exclude=/usr/share/${each}`);
  const options = [...withoutPages, "path-include=/usr/share/doc/*/copyright"].map((each) => `--dpkgopt=${each}`);
  await must(mmdebstrap, [
    "--variant=minbase",
    "--include=ca-certificates,libstdc++6",
    ...options,
    debian,
    join(folder, "debian.tar"),
  ]);
  const name = `node-${node.platform}`;
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
  await must("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", `${name}@${node.version}`], folder);
  cpSync(join(folder, "node_modules", name, "bin/node"), join(folder, "node"));
  cpSync(join(folder, "node_modules", name, "LICENSE"), join(folder, "LICENSE"));
  rmSync(join(folder, "node_modules"), { recursive: true });
  writeFileSync(
    join(folder, "Dockerfile"),
    "FROM scratch\nADD debian.tar /\nCOPY node /usr/local/bin/node\nCOPY LICENSE /usr/local/share/doc/node/LICENSE\n",
  );
  await buildahWith(buildah)("bud", "--isolation", "chroot", "--format", "docker", "-t", baseTag, folder);
  rmSync(folder, { recursive: true });
};

/**
 * Builds the image. @param {{ isNewBase?: boolean }} [options]
 * @returns the function that calls buildah with the image's store, and the image's name there
 */
export const buildImage = async ({ isNewBase = false } = {}) => {
  const programs = await ensurePrograms({ buildah: "buildah", mmdebstrap: "mmdebstrap" }, "the image");
  const buildah = buildahWith(programs.buildah);
  mkdirSync(cache, { recursive: true });
  await buildRelease();
  const hasBase = (await buildah("images", "--format", "{{.Name}}:{{.Tag}}")).includes(baseTag);
  if (isNewBase || !hasBase) await makeBase(programs);
  const file = join(root, "deploy/image/Dockerfile");
  const base = ["--build-arg", `BASE=${baseTag}`];
  const how = ["--isolation", "chroot", "--format", "docker"];
  await buildah("bud", ...how, ...base, "-f", file, "-t", tag, join(root, "dist"));
  return { buildah, tag };
};

/**
 * The files of an image in a folder, while `use` runs.
 * @template Result
 * @param {Awaited<ReturnType<typeof buildImage>>} image
 * @param {(folder: string) => Promise<Result> | Result} use
 */
export const withFiles = async ({ buildah, tag: name }, use) => {
  const container = await buildah("from", name);
  try {
    return await use(await buildah("mount", container));
  } finally {
    await buildah("rm", container);
  }
};

/**
 * MB of ours, of Node and of Debian.
 * @param {string} folder the image's files
 */
export const imageSizes = (folder) => {
  const whole = sizeOf(folder);
  const ours = sizeOf(join(folder, "opt/tribe"));
  const nodes = sizeOf(join(folder, "usr/local/bin/node"));
  return { ours, node: nodes, debian: whole - ours - nodes, whole };
};

/** @param {ReturnType<typeof imageSizes>} sizes */
export const tooLarge = (sizes) =>
  /** @type {const} */ (["ours", "whole"])
    .filter((name) => sizes[name] > limits[name])
    .map((name) => `${name}: ${sizes[name].toFixed(1)} MB, more than ${limits[name]}`);

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const started = Date.now();
  const options = process.argv.slice(2);
  const unknown = options.filter((option) => !["--archive", "--new-base"].includes(option));
  if (unknown.length > 0) fail(`Unknown option: ${unknown.join(" ")}. There are --archive and --new-base.`);
  const image = await buildImage({ isNewBase: options.includes("--new-base") });
  const sizes = await withFiles(image, imageSizes);
  for (const [name, size] of Object.entries(sizes)) print(`${size.toFixed(1).padStart(7)} MB  ${name}`);
  const excess = tooLarge(sizes);
  if (excess.length > 0) fail(`The image is too large: ${excess.join("; ")}.`);
  if (options.includes("--archive")) {
    const archive = join(root, "dist/tribe-image.tar");
    if (existsSync(archive)) rmSync(archive);
    await image.buildah("push", image.tag, `docker-archive:${archive}:tribe:latest`);
    print(`Wrote ${archive} (${sizeOf(archive).toFixed(0)} MB): docker load -i ${archive}`);
  }
  print(`Built ${image.tag} in ${seconds(Date.now() - started)}.`);
}
