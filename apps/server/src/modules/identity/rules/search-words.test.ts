import { expect, test } from "vitest";
import { exactText, prefixQuery } from "./search-words.ts";

test.each([
  ["Mara", "mara:*"],
  ["  Mara Ember ", "mara:* & ember:*"],
  ["@mara_ember", "mara:* & ember:*"],
  ["Ｍａｒａ", "mara:*"],
  ["余 7", "余:* & 7:*"],
  ["mara:* | !x", "mara:* & x:*"],
])("the search for %j is %j", (search, expected) => {
  expect(prefixQuery(search)).toBe(expected);
});

test.each(["", "  ", "@", "!&|:*()'\\", "🔥"])("%j has no words to search for", (search) => {
  expect(prefixQuery(search)).toBeNull();
});

test("a handle is compared without its sign", () => {
  expect(exactText("@MaraEmber")).toBe("maraember");
});
