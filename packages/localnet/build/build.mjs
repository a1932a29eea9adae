// Builds what `npm pack` and `npm publish` put into the package (`prepack`): command and library as JavaScript, and the
// library's types.
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { dist, folder } from "./dist.mjs";
import { writeTypes } from "./types.mjs";

/** @type {{ dependencies: Record<string, string> }} */
const { dependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
/** @param {string} id */
const isDependency = (id) => Object.keys(dependencies).some((name) => id === name || id.startsWith(`${name}/`));

rmSync(dist, { recursive: true, force: true });
// First, since a build that fails must not leave a command behind.
writeTypes(join(folder, "src"), "index.ts", dist);
const bundle = await rolldown({
  input: { cli: join(folder, "src/cli.ts"), index: join(folder, "src/index.ts") },
  platform: "node",
  external: isDependency,
  onLog: (level, log) => {
    if (level === "warn") throw new Error(`The build of ${folder} warns: ${log.message}`);
  },
});
// All in one folder: the library starts the command that lies beside it.
await bundle.write({ dir: dist, sourcemap: true, sourcemapExcludeSources: true, chunkFileNames: "[name].js" });
await bundle.close();
