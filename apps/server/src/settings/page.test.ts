import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withSettings } from "./page.ts";
import { settings, subjects } from "./settings.ts";

const page = () => readFileSync(new URL("../../../../docs/operating.md", import.meta.url), "utf8");

test("the page on operating has every setting as the server reads it (npm run docs:settings writes it)", () => {
  expect(page()).toBe(withSettings(page()));
});

test("every setting is of one subject", () => {
  const names = Object.values(subjects).flatMap((rows) => Object.keys(rows));
  expect(names.sort()).toEqual(Object.keys(settings).sort());
});

test("a page without a place for the settings is refused", () => {
  expect(() => withSettings("# Running Tribe")).toThrow("has no place for the settings");
});
