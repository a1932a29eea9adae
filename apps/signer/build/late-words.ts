import type { Plugin } from "vite";
import { floorInWords } from "../../../packages/domain/src/browsers/floor.ts";

/**
 * What stands in the page until its script draws it, and is seen after a while (src/signer.css): a browser that is too old to read
 * the script would show nothing at all. This page has no inline script that could find that out.
 */
export const lateWords = (): Plugin => ({
  name: "tribe-late-words",
  transformIndexHtml: (html) =>
    html.replace(
      "<!--late-words-->",
      `<p id="late">The wallet isn't here yet. Check your connection and load this page again. If it stays so, this browser is too old: it takes ${floorInWords}.</p>`,
    ),
});
