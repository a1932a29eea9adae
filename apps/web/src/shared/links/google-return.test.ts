import { expect, it } from "vitest";
import { readGoogleReturn } from "./google-return.ts";

const read = (path: string) => readGoogleReturn(`https://tribe.example${path}`);

it("reads what Google sent the browser back with", () => {
  expect(read("/auth/google?state=s&code=4%2F0c&iss=https%3A%2F%2Faccounts.google.com&scope=openid")).toEqual({
    state: "s",
    code: "4/0c",
    iss: "https://accounts.google.com",
  });
  expect(read("/auth/google?state=s&error=access_denied")).toEqual({ state: "s" });
});

it.each(["/auth/google", "/auth/google?code=c", "/?state=s&code=c", "/auth/googles?state=s&code=c"])(
  "takes %s for no return",
  (path) => expect(read(path)).toBeNull(),
);
