import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { root } from "../lib/run.mjs";

const read = (/** @type {string} */ file) => readFileSync(`${root}/${file}`, "utf8");

/** @type {{ version: string, date: string, commit: string, lastMigration: string }[]} */
const releases = JSON.parse(read("deploy/releases.json")).releases;
/** @type {{ tag: string }[]} */
const migrations = JSON.parse(read("apps/server/migrations/meta/_journal.json")).entries;
const changelog = read("CHANGELOG.md");

const numbers = (/** @type {string} */ version) => version.split(".").map(Number);
/** Whether the first is the higher version. */
const isHigher = (/** @type {string} */ one, /** @type {string} */ other) => {
  const [a, b] = [numbers(one), numbers(other)];
  const place = a.findIndex((number, index) => number !== b[index]);
  return place >= 0 && Number(a[place]) > Number(b[place]);
};

test("each release has its version, day, whole commit and last migration, and the newest is first", () => {
  for (const [index, { version, date, commit, lastMigration }] of releases.entries()) {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(commit).toMatch(/^[0-9a-f]{40}$/);
    expect(migrations.map(({ tag }) => tag)).toContain(lastMigration);
    const earlier = releases[index + 1];
    if (earlier) expect(isHigher(version, earlier.version)).toBe(true);
  }
});

test("the changelog has the same releases in the same order, each with its upgrade notes, and what is not released first", () => {
  const [, ...sections] = changelog.split(/^## /m);
  expect(sections.map((section) => section.split("\n")[0])).toEqual([
    "[Unreleased]",
    ...releases.map(({ version, date }) => `[${version}] - ${date}`),
  ]);
  for (const section of sections) expect(section).toMatch(/^### Upgrade notes\n\n\S/m);
});

test("the version of the packages is that of the newest release, or a higher one that is being made", () => {
  const { version } = JSON.parse(read("package.json"));
  expect(releases.some((release) => isHigher(release.version, version))).toBe(false);
});
