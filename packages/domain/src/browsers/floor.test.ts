import bcd, { type BrowserName, type Identifier } from "@mdn/browser-compat-data/forLegacyNode";
import { expect, it } from "vitest";
import { browserFloor, neededParts } from "./floor.ts";

/** The browsers of each engine that a person may have, by MDN's names. */
const browsersOf: Readonly<Record<keyof typeof browserFloor, readonly BrowserName[]>> = {
  safari: ["safari", "safari_ios"],
  firefox: ["firefox", "firefox_android"],
  chromium: ["chrome", "chrome_android", "edge"],
};

/** A version that compares as a number; NaN where a browser has never had the part. */
const firstVersion = (key: string, browser: BrowserName): number => {
  const part = key.split(".").reduce<unknown>((found, name) => (found as Identifier | undefined)?.[name], bcd);
  const support = (part as Identifier | undefined)?.__compat?.support[browser];
  return Number([support].flat()[0]?.version_added);
};

it.each(
  Object.entries(browsersOf).flatMap(([engine, browsers]) =>
    browsers.map((browser) => [browser, engine as keyof typeof browserFloor] as const),
  ),
)("is in %s the first version that has every needed part", (browser, engine) => {
  const keys = [...neededParts.page, neededParts.wallet].map(({ key }) => key);
  expect(Math.max(...keys.map((key) => firstVersion(key, browser)))).toBe(Number(browserFloor[engine]));
});
