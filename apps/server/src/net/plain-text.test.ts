import fc from "fast-check";
import { expect, test } from "vitest";
import { findBadText } from "./plain-text.ts";

test.each([
  ["\0", []],
  [{ id: "a\0b" }, ["id"]],
  [{ name: "\ud800" }, ["name"]],
  [{ list: ["good", { text: "\udfff\ud800" }] }, ["list", "1", "text"]],
  [{ context: { "\ud800": "a" } }, ["context"]],
])("%j has an invalid text at %j", (value, path) => expect(findBadText(value)?.path).toEqual(path));

test("every well-formed text without a null character is valid", () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: "binary", maxDepth: 4 }), (value) => {
      const isGood = !JSON.stringify(value).includes("\\u0000");
      expect(findBadText(value) === null).toBe(isGood);
    }),
    { seed: 14, numRuns: 1_000 },
  );
});

test("every accepted text survives encoding as UTF-8", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), (units) => {
      const text = String.fromCharCode(...units);
      if (findBadText(text) === null) expect(Buffer.from(text).toString()).toBe(text);
      else expect(text.includes("\0") || Buffer.from(text).toString() !== text).toBe(true);
    }),
    { seed: 14, numRuns: 1_000 },
  );
});

test("extremely deep nesting is refused without a stack overflow", () => {
  const deep: unknown = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
  expect(findBadText(deep)?.rule).toBe("is nested too deeply");
});
