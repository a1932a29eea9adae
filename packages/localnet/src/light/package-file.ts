import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { readNamedFile } from "../account-file.ts";
import { BadFileError } from "../bad-file-error.ts";

/** A package of npm's registry, pinned by its hash. */
export interface PinnedPackage {
  readonly name: string;
  readonly version: string;
  /** SHA-512 of the archive, in base64. */
  readonly sha512: string;
}

/** The name of the archive that `npm pack` writes. */
export const archiveName = ({ name, version }: Pick<PinnedPackage, "name" | "version">): string =>
  `${name.replace("@", "").replace("/", "-")}-${version}.tgz`;

/** A network without answers must not delay a chain's start for long. */
const fetchTimeoutMs = 60_000;

/** Runs the user's own npm, with its registry and settings. */
const npm = async (args: readonly string[], cwd: string): Promise<void> => {
  // When npm has started us it gives its path; on Windows its name alone cannot be executed.
  const script = process.env.npm_execpath;
  const [command, before] = script?.endsWith("npm-cli.js") ? [process.execPath, [script]] : ["npm", []];
  await promisify(execFile)(command, [...before, ...args], { cwd, timeout: fetchTimeoutMs });
};

/**
 * The bytes of a package's archive in a folder, accepted only with the pinned hash.
 * @throws BadFileError when it is missing, or has another hash
 */
export function readPackage(folder: string, wanted: PinnedPackage): Buffer {
  const archive = join(folder, archiveName(wanted));
  const bytes = readNamedFile(archive);
  if (createHash("sha512").update(bytes).digest("base64") !== wanted.sha512)
    throw new BadFileError(archive, `is not ${wanted.name} ${wanted.version} as it was published: delete it`);
  return bytes;
}

/** Whether a package's archive is in a folder; `readPackage` checks its content. */
export const hasPackage = (folder: string, wanted: PinnedPackage): boolean =>
  existsSync(join(folder, archiveName(wanted)));

/**
 * Downloads a package's archive through npm into a folder.
 * @throws BadFileError when the download fails
 */
export async function fetchPackage(folder: string, wanted: PinnedPackage): Promise<void> {
  await mkdir(folder, { recursive: true });
  // Renamed when it is complete: an interrupted download leaves no file of that name.
  const partial = await mkdtemp(join(folder, "fetch-"));
  try {
    await npm(["pack", `${wanted.name}@${wanted.version}`, "--loglevel=error", "--fetch-retries=0"], partial);
    await rename(join(partial, archiveName(wanted)), join(folder, archiveName(wanted)));
  } catch (error) {
    const output = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
    const why = output || (error instanceof Error ? error.message : String(error));
    throw new BadFileError(archiveName(wanted), `can't be fetched through npm: ${why.split("\n")[0]}`);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

const block = 512;

/**
 * The plain files of an npm archive, by path. npm writes names of up to 100 bytes in the ustar format; longer ones are skipped.
 * @throws BadFileError for an invalid archive
 */
export function filesOf(name: string, archive: Buffer): ReadonlyMap<string, Buffer> {
  let tar: Buffer;
  try {
    tar = gunzipSync(archive);
  } catch {
    throw new BadFileError(name, "is no archive");
  }
  const files = new Map<string, Buffer>();
  let at = 0;
  while (at + block <= tar.length && tar[at] !== 0) {
    const text = (from: number, length: number) =>
      tar.toString("latin1", at + from, at + from + length).replace(/\0.*$/s, "");
    const size = Number.parseInt(text(124, 12).trim() || "0", 8);
    if (text(257, 5) !== "ustar" || !Number.isSafeInteger(size) || at + block + size > tar.length)
      throw new BadFileError(name, "is cut short or no archive");
    const isPlain = tar[at + 156] === 0x30 || tar[at + 156] === 0;
    if (isPlain && text(345, 155) === "") files.set(text(0, 100), tar.subarray(at + block, at + block + size));
    at += block + Math.ceil(size / block) * block;
  }
  return files;
}
