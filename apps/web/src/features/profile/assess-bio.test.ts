import { bioMaxCharacters, routes } from "@tribe/contract";
import fc from "fast-check";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { assessBio } from "./assess-bio.ts";

it("reports the exceeded limit and the length of a bio", () => {
  expect(assessBio("")).toEqual({ problem: null, count: "0 of 200" });
  expect(assessBio("a\nb\nc\nd")).toEqual({ problem: null, count: "7 of 200" });
  expect(assessBio("a\nb\nc\nd\n").problem).toBe("4 lines at most");
  expect(assessBio("x".repeat(bioMaxCharacters)).problem).toBe(null);
  expect(assessBio("x".repeat(bioMaxCharacters + 1))).toEqual({
    problem: "200 characters at most",
    count: "201 of 200",
  });
  expect(assessBio("🔥".repeat(bioMaxCharacters))).toEqual({ problem: null, count: "200 of 200" });
});

it("accepts exactly the bios that the API accepts", () => {
  const bio = fc.string({ unit: fc.constantFrom("a", "\n", "é", "🔥", " "), maxLength: 230 });
  fc.assert(
    fc.property(bio, (text) => {
      const isTaken = z.safeParse(routes.identity.updateUser.body, { bio: text }).success;
      expect(assessBio(text).problem === null).toBe(isTaken);
    }),
  );
});
