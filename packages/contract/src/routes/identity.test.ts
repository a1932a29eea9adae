import { expect, test } from "vitest";
import { identityRoutes } from "./identity.ts";

test("a bio has at most 200 characters in 4 lines", () => {
  const isTaken = (bio: string) => identityRoutes.updateUser.body.safeParse({ bio }).success;
  expect(isTaken("a".repeat(200))).toBe(true);
  expect(isTaken("a".repeat(201))).toBe(false);
  expect(isTaken("1\n2\n3\n4")).toBe(true);
  expect(isTaken("1\n2\n3\n4\n5")).toBe(false);
});
