import { readFileSync } from "node:fs";
import { join } from "node:path";
import bcd from "@mdn/browser-compat-data/forLegacyNode";
import { expect, test } from "vitest";
import { neededParts } from "../../packages/domain/src/browsers/floor.ts";

/** @typedef {import("@mdn/browser-compat-data/forLegacyNode").Identifier} Identifier */
/** @typedef {import("@mdn/browser-compat-data/forLegacyNode").BrowserName} BrowserName */

const page = readFileSync(join(import.meta.dirname, "../../docs/how-to/run/which-browsers.md"), "utf8");
const keys = [...neededParts.page, neededParts.wallet].map(({ key }) => key);

/** The first version of a browser that has all needed parts. @param {BrowserName} browser */
const floorOf = (browser) => {
  const versions = keys.map((key) => {
    /** @type {unknown} */
    let found = bcd;
    for (const name of key.split(".")) found = Reflect.get(Object(found), name);
    const part = /** @type {Identifier} */ (found); // as MDN's data have it at its key
    return Number([part.__compat?.support[browser]].flat()[0]?.version_added);
  });
  return Math.max(...versions);
};

test.each(
  /** @type {const} */ ([
    ["Safari on a Mac", ["safari"]],
    ["every browser on an iPhone or iPad (iOS)", ["safari_ios"]],
    ["Firefox, also on Android", ["firefox", "firefox_android"]],
    ["Chrome and Edge, also on Android", ["chrome", "chrome_android", "edge"]],
    ["Opera", ["opera"]],
    ["Samsung Internet", ["samsunginternet_android"]],
  ]),
)("the page for operators says the first version of %s that has every needed part", (name, browsers) => {
  for (const browser of browsers) expect(page).toContain(`| ${name} | ${floorOf(browser)} |`);
});
