import { expect, test } from "vitest";
import { allowedCounts, allPrivateWords, privateWords } from "./private-words.mjs";

const namesIn = (/** @type {string} */ text) => privateWords("file.ts", text).map(({ name }) => name);

test.each([
  ["const isTold = 1;", ["isTold"]],
  ["function tellOwner(lookedAt: number, { part: PARTS_LEFT }: Parted) {}", ["tellOwner", "lookedAt", "PARTS_LEFT"]],
  ["class Heard { #asked = 1; takeShare() {} }", ["Heard", "#asked", "takeShare"]],
  ["interface Answer { readonly saidBy: string; keptUntil?: number }", ["saidBy", "keptUntil"]],
  ["const run = (part: string) => part;", ["part"]],
])("%s declares %s", (text, names) => {
  expect(namesIn(text)).toEqual(names);
});

test.each([
  ["a name that somebody else declared", 'import { tell } from "x"; const { told } = tell({ part: 1 }, told.taken);'],
  ["longer words", "const lookupTable = partial + department + mistaken + askForCode + outlook;"],
  ["comments and texts", '/** What is told. */ const text = "told"; // looks'],
])("does not count %s", (_, text) => {
  expect(namesIn(text)).toEqual([]);
});

test("no app or package gains names in our private dialect", () => {
  const allowed = allowedCounts();
  const grown = [...allPrivateWords()].filter(([owner, names]) => names.length > (allowed[owner] ?? 0));
  const advice = "name it by a plain verb and its object (docs/words.md); node scripts/docs/private-words.mjs";
  expect(
    grown.map(([owner, names]) => `${owner}: ${names.length} names, not ${allowed[owner] ?? 0}: ${advice} ${owner}`),
  ).toEqual([]);
});
