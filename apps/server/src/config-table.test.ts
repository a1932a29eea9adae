import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Setting, settings } from "./config-table.ts";

/** README's row for a setting: what an operator reads is what the server takes. */
const rowOf = ([name, setting]: readonly [string, Setting]): string =>
  `| \`${name}\` | ${setting.meaning} | ${setting.default ?? "–"} | ${setting.production === "required" ? "yes" : ""} |`;

const squeeze = (line: string): string => line.replace(/\s+/g, " ").trim();

test("README lists every environment variable once, in order, with its meaning and default", () => {
  const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
  const rows = readme.split("\n").filter((line) => /^\| *`[A-Z][A-Z0-9_]*` *\|/.test(line));
  expect(rows.map(squeeze)).toEqual(Object.entries<Setting>(settings).map(rowOf).map(squeeze));
});
