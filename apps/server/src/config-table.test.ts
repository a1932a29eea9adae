import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Setting, settings } from "./config-table.ts";

/** A setting's row on the page: what operators read is what the server uses. */
const rowOf = ([name, setting]: readonly [string, Setting]): string =>
  `| \`${name}\` | ${setting.meaning} | ${setting.default ?? "–"} | ${setting.production === "required" ? "yes" : ""} |`;

const squeeze = (line: string): string => line.replace(/\s+/g, " ").trim();

test("the page on operating lists every environment variable once, in order, with its meaning and default", () => {
  const page = readFileSync(new URL("../../../docs/operating.md", import.meta.url), "utf8");
  const rows = page.split("\n").filter((line) => /^\| *`[A-Z][A-Z0-9_]*` *\|/.test(line));
  expect(rows.map(squeeze)).toEqual(Object.entries<Setting>(settings).map(rowOf).map(squeeze));
});
