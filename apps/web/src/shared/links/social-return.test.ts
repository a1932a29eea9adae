import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { storageOf } from "../transactions/testing/storage.ts";
import { rememberSocialReturn, takeSocialReturn } from "./social-return.ts";

beforeEach(() => vi.stubGlobal("sessionStorage", storageOf({})));
afterEach(() => vi.unstubAllGlobals());

it("leads back to the page that one came from, once", () => {
  rememberSocialReturn("/you?tab=1");
  expect(takeSocialReturn()).toBe("/you?tab=1");
  expect(takeSocialReturn()).toBeNull();
});

it.each([["//evil.example"], ["/\\evil.example"], ["https://evil.example"], [7], [null]])(
  "leads nowhere that %s names",
  (kept) => {
    sessionStorage.setItem("tribe:v1:social-return", JSON.stringify(kept));
    expect(takeSocialReturn()).toBeNull();
  },
);
