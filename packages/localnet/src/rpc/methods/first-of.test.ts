import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstOf } from "./first-of.ts";

describe("the first of many", () => {
  it("are the same as the first after sorting all", () => {
    const compare = (a: number, b: number) => a - b;
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 900 }), fc.nat(40), (items, count) => {
        expect(firstOf(items, count, compare)).toEqual([...items].sort(compare).slice(0, count));
      }),
    );
  });
});
