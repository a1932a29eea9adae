import { rmSync } from "node:fs";
import tailwindcss from "@tailwindcss/vite";
import { build, type Plugin } from "vite";
import type { TestProject } from "vitest/node";
import { buildTargets } from "../../../../packages/domain/src/browsers/floor.ts";
import { pages, type ScreenPage } from "./pages.ts";

/**
 * Lets a test hold back or lose what the app loads on demand: its `import()` becomes a call (page/main.ts), in the sources as they
 * are once their types are gone.
 */
const importsOnDemand: Plugin = {
  name: "tribe-screens-imports-on-demand",
  transform: {
    filter: { id: /apps\/web\/src\/.*\.tsx?$/ },
    handler: (code) =>
      code.includes("import(")
        ? { code: code.replaceAll(/\bimport\((["'][^"']+["'])\)/g, "loadScreenPart($1, () => import($1))"), map: null }
        : null,
  },
};

const buildPage = ({ root, source, base, built }: ScreenPage) =>
  build({
    configFile: false,
    // Tailwind looks for classes below the root.
    root,
    base,
    publicDir: false,
    logLevel: "error",
    resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: "react" }] },
    plugins: [tailwindcss(), importsOnDemand],
    // Only what is installed for people to use has a service worker.
    define: { "import.meta.env.PROD": "false" },
    build: {
      target: buildTargets,
      outDir: built,
      emptyOutDir: true,
      cssCodeSplit: false,
      minify: false,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: source,
        output: {
          // One file: two hundred small ones take a frame a second.
          codeSplitting: false,
          entryFileNames: "page.js",
          assetFileNames: ({ names }) =>
            names.some((name) => name.endsWith(".css")) ? "page.css" : "assets/[name]-[hash][extname]",
        },
      },
    },
  });

/**
 * Builds the pages that every screen of a run opens. From the sources a frame would ask for a thousand modules, each time; a build
 * takes seconds, once, and a screen opens in a fraction of one.
 */
const buildPages = async (): Promise<void> => {
  const { NODE_ENV } = process.env;
  // React and its libraries as people get them: Vitest has set `test`.
  process.env.NODE_ENV = "production";
  try {
    await Promise.all(pages.map(buildPage));
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
};

/**
 * Before the screens' suite, and before each rerun of `vitest watch`.
 * @public Vitest calls it.
 */
export default async (project: TestProject) => {
  const { TRIBE_ALL_LOOKS, TRIBE_BOOK, TRIBE_BOOK_LOOK, TRIBE_BOOK_LARGE_TEXT } = process.env;
  project.provide("hasAllLooks", TRIBE_ALL_LOOKS !== undefined);
  project.provide(
    "book",
    TRIBE_BOOK === undefined
      ? null
      : { look: TRIBE_BOOK_LOOK || undefined, isTextDoubled: TRIBE_BOOK_LARGE_TEXT !== undefined },
  );
  await buildPages();
  project.onTestsRerun(buildPages);
  return () => {
    for (const { built } of pages) rmSync(built, { recursive: true, force: true });
  };
};

declare module "vitest" {
  interface ProvidedContext {
    /** Whether a state is looked at in all four looks; otherwise in one of them. */
    hasAllLooks: boolean;
    /** The picture book that this run makes; null in a test. */
    book: {
      /** A part of the name of the only look to take. */
      readonly look: string | undefined;
      readonly isTextDoubled: boolean;
    } | null;
  }
}
