import { maxAccountsPerClaim, maxTreesPerClaim } from "@tribe/contract";
import fc from "fast-check";
import { expect, it } from "vitest";
import { groupForClaims } from "./claim-groups.ts";

/** Accounts named by their trees, one letter each. */
const of = (trees: string) => [...trees].map((tree, hash) => ({ tree, hash }));
const shapes = (trees: string) =>
  groupForClaims(of(trees)).map((group) =>
    group
      .map(({ tree }) => tree)
      .sort()
      .join(""),
  );

it("claims six at once, and groups those of a tree", () => {
  expect(shapes("")).toEqual([]);
  expect(shapes("aaaaaa")).toEqual(["aaaaaa"]);
  expect(shapes("ababababababab")).toEqual(["aaaaaa", "bbbbbb", "ab"]);
  expect(shapes("aabbcc")).toEqual(["aabbcc"]);
});

it("spends from three trees at most: six accounts in five trees are two claims", () => {
  expect(shapes("aabcde")).toEqual(["aabc", "de"]);
});

it("claims each account once, in whatever tree it is", () => {
  const trees = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 60 });
  fc.assert(
    fc.property(trees, (places) => {
      const groups = groupForClaims(of(places.join("")));
      const all = groups.flat().map(({ hash }) => hash);
      expect(all.sort((one, other) => one - other)).toEqual(places.map((_, hash) => hash));
      for (const group of groups) {
        expect(group.length).toBeGreaterThan(0);
        expect(group.length).toBeLessThanOrEqual(maxAccountsPerClaim);
        expect(new Set(group.map(({ tree }) => tree)).size).toBeLessThanOrEqual(maxTreesPerClaim);
      }
      // No more claims than six at a time and one more for each tree would need.
      expect(groups.length).toBeLessThanOrEqual(Math.ceil(places.length / maxAccountsPerClaim) + 2);
    }),
  );
});
