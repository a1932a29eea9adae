// Why the view waits for its font: docs/decisions/0159.
import type { Plugin } from "vite";

/** The Latin letters, which every view of the wallet needs. */
const firstFont = /inter-latin-wght-normal/;

/** Asks for the font together with the page: by itself the browser would ask only when the first words are painted. */
export const preloadFont = (): Plugin => ({
  name: "tribe-preload-font",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => firstFont.test(name))
        .map((name) => ({
          tag: "link",
          attrs: { rel: "preload", as: "font", type: "font/woff2", href: `/${name}`, crossorigin: true },
          injectTo: "head",
        })),
  },
});
