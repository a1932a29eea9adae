import type { Setting } from "./setting.ts";
import { subjects } from "./settings.ts";

const begin = "<!-- Generated from apps/server/src/settings by `npm run docs:settings`: do not edit. -->";
const end = "<!-- End of the settings. -->";

const defaultText = (value: Setting["default"]): string => {
  if (value === null) return "–";
  return typeof value === "string" ? value : `(${value.inWords})`;
};

const rowOf = ([name, { meaning, default: fallback, production }]: readonly [string, Setting]): string =>
  `| \`${name}\` | ${meaning} | ${defaultText(fallback)} | ${production === "required" ? "yes" : ""} |`;

const tableOf = ([subject, rows]: readonly [string, Record<string, Setting>]): string =>
  [
    `### ${subject}`,
    "",
    "| variable | meaning | default | required in production |",
    "|---|---|---|---|",
    ...Object.entries(rows).map(rowOf),
  ].join("\n");

/** A page with its tables of settings written anew. @throws Error for a page without a place for them */
export const withSettings = (page: string): string => {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The page has no place for the settings: ${begin} … ${end}`);
  const tables = Object.entries<Record<string, Setting>>(subjects).map(tableOf).join("\n\n");
  return `${page.slice(0, from)}${begin}\n\n${tables}\n\n${page.slice(to)}`;
};
