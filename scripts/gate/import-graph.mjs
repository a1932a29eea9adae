// Which files a set of modules loads: what they import, directly or through others, and what they read by a path of their own.
import { readdirSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

/** Folders that hold what was installed or made, never a source. */
const notSources = new Set(["node_modules", "target", "dist", ".data", ".cache"]);
const code = /\.[cm]?[jt]sx?$/;
/** `new URL("../file", import.meta.url)`, or the same with a template, of which the folder before its first variable counts. */
const byPath = /new URL\(\s*(?:"([^"]*)"|'([^']*)'|`([^`]*)`)\s*,\s*import\.meta\.url/g;

/**
 * All files below a folder, as absolute paths, without what was installed or made.
 * @param {string} folder
 * @returns {string[]}
 */
export const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return notSources.has(entry.name) ? [] : filesIn(path);
    return entry.isFile() ? [path] : [];
  });

/**
 * The files that a module names by a path from itself. A folder counts with all that it holds, unless the whole repository lies in it.
 * @param {string} text
 * @param {string} module its absolute path
 * @param {string} root
 */
const namedIn = (text, module, root) =>
  [...text.matchAll(byPath)].flatMap(([, double, single, template]) => {
    const literal = double ?? single ?? template?.replace(/[^/]*\$\{.*/s, "") ?? "";
    const path = fileURLToPath(new URL(literal, pathToFileURL(module)));
    const place = relative(root, path);
    if (place === "" || place.startsWith("..") || place.split(sep).some((folder) => notSources.has(folder))) return [];
    const kind = statSync(path, { throwIfNoEntry: false });
    if (kind?.isDirectory()) return filesIn(path);
    return kind?.isFile() ? [path] : [];
  });

/**
 * Follows modules to everything that they load.
 * @param {string} root the repository
 * @param {string[]} entries absolute paths of modules
 * @returns {Promise<{ files: string[], packages: string[] }>} files: absolute paths, the entries among them; packages: paths from
 *   the root as the lock file has them, such as `node_modules/zod`, of which some module loads a file
 * @throws when a module can't be read, or imports what is not there
 */
export const followImports = async (root, entries) => {
  /** @type {Set<string>} */
  const files = new Set();
  /** @type {Set<string>} */
  const packages = new Set();
  const bundle = await rolldown({
    input: entries,
    cwd: root,
    platform: "node",
    treeshake: false,
    logLevel: "silent",
    external: (id) => {
      const path = /^.*[\\/]node_modules[\\/](@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0];
      if (path) packages.add(relative(root, path).split(sep).join("/"));
      return id.startsWith("node:") || path !== undefined;
    },
    onLog: (_, { code: problem, message }) => {
      if (problem === "UNRESOLVED_IMPORT") throw new Error(message);
    },
    plugins: [
      {
        name: "note-files",
        transform(text, id) {
          // The bundler's own modules have no file.
          if (id.startsWith("\0")) return;
          files.add(id);
          for (const path of namedIn(text, id, root)) {
            files.add(path);
            // What a module starts as another process is followed like an import.
            if (code.test(path)) this.emitFile({ type: "chunk", id: path });
          }
        },
      },
    ],
  });
  await bundle.generate();
  await bundle.close();
  return { files: [...files], packages: [...packages] };
};
