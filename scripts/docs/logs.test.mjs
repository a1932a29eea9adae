import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesBelow } from "./files-below.mjs";

const root = join(import.meta.dirname, "../..");
const read = (/** @type {string} */ file) => readFileSync(join(root, file), "utf8");

/** The message of a logger's call: the last text argument; a call without one logs another party's text. */
const call = /\b(?:log\s*\.(?:info|warn|error|fatal)|createOutageLog)\(\s*([\s\S]*?)\);/g;

test("the inventory of logs contains exactly the lines that the server writes", () => {
  const sources = filesBelow("apps/server/src").filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.ts$|\/testing\//.test(file),
  );
  const written = sources.flatMap((file) =>
    [...read(file).matchAll(call)].flatMap(([, inside = ""]) => [...inside.matchAll(/"([^"]+)"/g)].at(-1)?.[1] ?? []),
  );
  expect(written.length).toBeGreaterThan(50);
  const [, tables = ""] = read("docs/security/logs.md").split("\n## What somebody on duty");
  const named = [...tables.matchAll(/^\| \w+ \| "([^"]+)" \|/gm)].map(([, line]) => line);
  expect([...new Set(named)].sort()).toEqual([...new Set(written)].sort());
});
