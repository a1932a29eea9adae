import { expect, it } from "vitest";
import { isTyping, keyCaps, shortcuts } from "./shortcuts.ts";

const element = (selectors: readonly string[]) => ({
  matches: (asked: string) => asked.split(", ").some((selector) => selectors.includes(selector)),
  closest: (asked: string) => (asked.split(", ").some((selector) => selectors.includes(selector)) ? {} : null),
});

it("gives no two shortcuts the same keys, nor one that begins another", () => {
  const all = Object.values(shortcuts).map(({ keys }): string => keys);
  for (const keys of all) expect(all.filter((other) => `${other} `.startsWith(`${keys} `))).toEqual([keys]);
});

it("writes keys as they are printed", () => {
  expect([keyCaps("g h"), keyCaps("[Shift]+/"), keyCaps("[Shift]+?")]).toEqual([["G", "H"], ["/"], ["?"]]);
});

it("leaves keys to fields, to what is edited and to dialogs", () => {
  expect(isTyping(null)).toBe(false);
  expect(isTyping(element(["button"]))).toBe(false);
  expect(isTyping(element(["textarea"]))).toBe(true);
  expect(isTyping(element(["[role=dialog]"]))).toBe(true);
});
