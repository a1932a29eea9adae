import { expect, test } from "vitest";
import { outsideWords, seatedWords } from "./member-words.ts";

const unit = 10n ** 9n;
const token = { newMint: null, conversionRate: null, symbol: "STU" };

test.each([
  [2, 160n * unit, 15n * unit, { below: "160 STU", end: "+145", spoken: "seat 2, 160 STU, 145 above the cut" }],
  [
    3,
    100n * unit,
    15n * unit + 100_000n,
    { below: "100 STU", end: "+84.9", spoken: "seat 3, 100 STU, 84.9 above the cut" },
  ],
  [12, 15n * unit, 15n * unit, { below: "15 STU", end: "at the cut", spoken: "seat 12, 15 STU, at the cut" }],
  [1, 180n * unit, null, { below: "180 STU", end: "", spoken: "seat 1, 180 STU" }],
])("a member in seat %s is so far above the cut", (number, holding, cut, words) => {
  expect(seatedWords(token, { number, holding, cut })).toEqual(words);
});

test.each([
  [1, 10n, false, { below: "10 STU · first in line", end: "5 short", spoken: "first in line, 10 STU, 5 short" }],
  [2, 9n, false, { below: "9 STU", end: "6 short", spoken: "2 in line, 9 STU, 6 short" }],
  [1, 20n, false, { below: "20 STU · first in line", end: "not joined", spoken: "first in line, 20 STU, not joined" }],
  [1, 20n, true, { below: "20 STU", end: "blocked", spoken: "no seat, 20 STU, blocked" }],
])("holder %s outside, with %s, is so much short", (place, tokens, isBlocked, words) => {
  expect(outsideWords(token, { place, holding: tokens * unit, threshold: 15n * unit, isBlocked })).toEqual(words);
});
