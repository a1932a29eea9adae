import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Whether this process runs the build (`rolldown.config.mjs`) instead of the sources. */
export const isBuilt = import.meta.url.endsWith(".js");

/** The repository's root, from here and from `dist/`, where the build puts this module. */
export const repository = fileURLToPath(new URL(isBuilt ? "../../../" : "../../../../", import.meta.url));

/**
 * A program of ours for `fork`: the built file when this process runs the build, else the source with its loader.
 * @param built below `apps/server/dist`
 * @param source below `apps/server/src`
 */
export const childProgram = (built: string, source: string): { readonly file: string; readonly execArgv: string[] } =>
  isBuilt
    ? { file: `${repository}apps/server/dist/${built}`, execArgv: ["--enable-source-maps"] }
    : {
        file: `${repository}apps/server/src/${source}`,
        execArgv: ["--import", pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href],
      };
