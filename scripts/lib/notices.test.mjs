import { expect, test } from "vitest";
import { licenceText, noticesOf, packagesOf } from "./notices.mjs";

const apps = ["apps/web", "apps/signer", "apps/server"];

test.each(apps)("every package of %s has the text of its licence", (app) => {
  const packages = packagesOf(app);
  expect(packages.length).toBeGreaterThan(50);
  // Its package names no licence.
  const known = new Set(["combine-errors"]);
  expect(packages.filter((one) => !known.has(one.name) && licenceText(one) === null)).toEqual([]);
});

test("the notices have the copyright of a package's authors, fonts' licence, and that of the library of pictures in full", () => {
  const web = noticesOf(["apps/web"]);
  expect(web).toMatch(/\nreact-dom [\d.]+ \(MIT\)\n/);
  expect(web).toContain("Copyright (c) Meta Platforms");
  expect(web).toContain("SIL OPEN FONT LICENSE");
  const server = noticesOf(["apps/server"]);
  expect(server).toMatch(/@img\/sharp-libvips-linux-\w+ [\d.]+ \(LGPL-3\.0-or-later\)/);
  expect(server).toContain("GNU LESSER GENERAL PUBLIC LICENSE");
  expect(server).toMatch(/@fontsource\/noto-emoji [\d.]+ \(OFL-1\.1\)/);
  expect(server).not.toContain("@tribe/");
});
