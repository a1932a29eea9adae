import { expect, test } from "vitest";
import { insideWords } from "./inside-words.ts";

test.each([
  [[], "The fire is lit, and every seat is free"],
  [["Iris"], "Iris is inside"],
  [["Iris", "Olu"], "Iris and Olu are inside"],
  [["Iris", "Olu", "Bo", "Wren"], "Iris, Olu and 2 more are inside"],
])("%j: %s", (names, words) => {
  expect(insideWords(names.map((displayName) => ({ displayName })))).toBe(words);
});
