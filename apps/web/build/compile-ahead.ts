import type { Plugin } from "vite";

/** To browsers other than Chromium it is a comment. https://v8.dev/blog/explicit-compile-hints */
const hint = "//# allFunctionsCalledOnLoad";

/**
 * Has Chromium compile the functions of these chunks beside the page's own thread, while their files arrive, and not one
 * by one there when each is called. A build in which one of them is missing fails: renamed or gone, it would lose its hint
 * and nobody would notice.
 * @param names of chunks, as Rolldown calls them: by their group, or by the module that is imported dynamically.
 */
export const compileAhead = (names: readonly string[]): Plugin => ({
  name: "tribe-compile-ahead",
  apply: "build",
  // After minification, which would take a comment away.
  outputOptions: (options) => ({ ...options, postBanner: ({ name }) => (names.includes(name) ? hint : "") }),
  generateBundle: (_options, bundle) => {
    const made = new Set(Object.values(bundle).map((part) => (part.type === "chunk" ? part.name : null)));
    const missing = names.filter((name) => !made.has(name));
    if (missing.length > 0)
      throw new Error(`compileAhead names ${missing.join(", ")}, and the build has no such chunk: see vite.config.ts`);
  },
});
