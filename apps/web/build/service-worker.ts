import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build, type Plugin } from "vite";
import { buildTargets } from "../../../packages/domain/src/browsers/floor.ts";
import { shellPath } from "../src/service-worker/paths.ts";

/**
 * The built files that the service worker caches. All scripts, because offline any page may be opened; only the Latin subsets of the
 * fonts. Without LiveKit's client, which only people who join a live session on an installation with LiveKit need.
 */
const isCached = (file: string): boolean =>
  /^(icon\.svg|manifest\.webmanifest|icons\/(icon|maskable)-\d+\.png|assets\/[^/]+\.js|assets\/[^/]+-latin-wght-[^/]+\.woff2)$/.test(
    file,
  ) && !file.startsWith("assets/livekit-connection-");

interface CachedFile {
  readonly url: string;
  /** Changes with the content; null for assets, whose names contain a hash of it. */
  readonly revision: string | null;
}

/** What the service worker of a built page caches. */
export const cachedFiles = (folder: string): CachedFile[] => {
  const revisionOf = (file: string): string =>
    createHash("md5")
      .update(readFileSync(join(folder, file)))
      .digest("hex");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter(isCached)
    .sort();
  return [
    // The server renders the page for each response; the service worker caches a version without data.
    { url: shellPath, revision: revisionOf("index.html") },
    ...files.map((url) => ({ url, revision: url.startsWith("assets/") ? null : revisionOf(url) })),
  ];
};

/** Builds `src/service-worker/push-sw.ts` by itself into `/push-sw.js`, with the list of the files that it caches. */
export const serviceWorker = (): Plugin => {
  let root = "";
  let folder = "";
  return {
    name: "tribe-service-worker",
    apply: "build",
    configResolved: (config) => {
      root = config.root;
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      // After all other files have been written.
      order: "post",
      sequential: true,
      handler: async () => {
        await build({
          root,
          configFile: false,
          publicDir: false,
          logLevel: "warn",
          define: { "self.__WB_MANIFEST": JSON.stringify(cachedFiles(folder)) },
          build: {
            target: buildTargets,
            outDir: folder,
            emptyOutDir: false,
            modulePreload: false,
            rolldownOptions: {
              input: resolve(root, "src/service-worker/push-sw.ts"),
              output: { entryFileNames: "push-sw.js", codeSplitting: false },
            },
          },
        });
      },
    },
  };
};
