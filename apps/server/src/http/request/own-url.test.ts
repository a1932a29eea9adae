import { isAppPath } from "@tribe/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ownUrl } from "./own-url.ts";

const appUrl = "https://tribe.example";

test.each([
  ["/\t/evil.example", false],
  ["/\n/evil.example", false],
  ["/\r\n/evil.example", false],
  ["\t//evil.example", false],
  ["/\\evil.example", false],
  ["\\\\evil.example", false],
  ["//evil.example", false],
  ["///evil.example", false],
  ["/\t\\evil.example", false],
  ["https://evil.example", false],
  ["https:evil.example", false],
  ["javascript:alert(1)", false],
  ["//evil.example:99999", false],
  ["//tribe.example.evil.example", false],
  ["", false],
  ["token/a", false],
  ["/", true],
  ["/token/a?b=//evil.example#//evil.example", true],
  ["/%09/evil.example", true],
  ["/%2F/evil.example", true],
  ["/%5Cevil.example", true],
  ["/a/../..//evil.example", true],
])("%j resolves to a page of ours: %j", (path, isOurs) => {
  expect(isAppPath(path)).toBe(isOurs);
  if (isOurs) expect(ownUrl(appUrl, path)?.origin).toBe(appUrl);
});

/** Path fragments that URL parsers normalise. */
const piece = fc.constantFrom(
  ..."/ / \\ \t \n \r : @ ? # . .. % %2f %5c %09 %0a evil.example tribe.example https: http: javascript: \u0000 [ ] é 。 ／".split(
    " ",
  ),
  "\t",
  "\n",
  " ",
);

test("every accepted path stays on our origin, for any origin", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const path = `/${pieces.join("")}`;
      for (const home of [appUrl, "http://localhost:3000", "https://evil.example"]) {
        const url = ownUrl(home, path);
        if (url) expect(url.origin).toBe(home);
        if (isAppPath(path)) expect(url).not.toBeNull();
      }
    }),
    { seed: 14, numRuns: process.env.TRIBE_LONG === "1" ? 20_000 : 5_000 },
  );
});
