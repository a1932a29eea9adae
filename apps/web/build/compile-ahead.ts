import type { Plugin } from "vite";

/** V8's hint to compile all functions of a file; other browsers ignore it. https://v8.dev/blog/explicit-compile-hints */
const hint = "//# allFunctionsCalledOnLoad";

/**
 * Makes Chromium compile the functions of these chunks off the main thread while the files load, instead of one by one on the
 * main thread when each is first called. The build fails if a chunk is missing, because a renamed one would silently lose its
 * hint.
 * @param names Rolldown's names of chunks: their group's, or that of the dynamically imported module
 */
export const compileAhead = (names: readonly string[]): Plugin => ({
  name: "tribe-compile-ahead",
  apply: "build",
  // Added after minification, which would remove the comment.
  outputOptions: (options) => ({ ...options, postBanner: ({ name }) => (names.includes(name) ? hint : "") }),
  generateBundle: (_options, bundle) => {
    const made = new Set(Object.values(bundle).map((part) => (part.type === "chunk" ? part.name : null)));
    const missing = names.filter((name) => !made.has(name));
    if (missing.length > 0)
      throw new Error(`compileAhead names ${missing.join(", ")}, and the build has no such chunk: see vite.config.ts`);
  },
});
