import { expect, test } from "vitest";
import * as z from "zod/mini";
import { appPathSchema } from "../../primitives.ts";
import { updateUser } from "./own-profile.ts";
import { startEmail } from "./sign-in.ts";

test("a bio has at most 200 characters in 4 lines", () => {
  const isValid = (bio: string) => updateUser.body.safeParse({ bio }).success;
  expect(isValid("a".repeat(200))).toBe(true);
  expect(isValid("a".repeat(201))).toBe(false);
  expect(isValid("1\n2\n3\n4")).toBe(true);
  expect(isValid("1\n2\n3\n4\n5")).toBe(false);
});

test("an e-mail address has a host that can exist", () => {
  const isValid = (email: string) => startEmail.body.safeParse({ email }).success;
  for (const email of ["a@b.example", " Anna.Lee+tribe@Mail-1.Example.CO ", "o'hara@x.io", "1@2.dev"])
    expect(isValid(email), email).toBe(true);
  for (const email of ["a@b", "a@-b.example", "a@b-.example", "a@b..example", ".a@b.example", "a b@c.example", "a@b.c"])
    expect(isValid(email), email).toBe(false);
});

test("a path to return to stays in the app, and its pattern agrees", () => {
  const pattern = new RegExp(String(z.toJSONSchema(appPathSchema, { io: "input" }).pattern));
  for (const path of ["/", "/token/abc?x=1#y", "/a b", "/.//b"]) {
    expect(appPathSchema.safeParse(path).success, path).toBe(true);
    expect(path).toMatch(pattern);
  }
  for (const path of ["", "x", "//host", "/\\host", "/\t/host", "/\n/host", "https://host", "000"]) {
    expect(appPathSchema.safeParse(path).success, path).toBe(false);
    expect(path).not.toMatch(pattern);
  }
});
