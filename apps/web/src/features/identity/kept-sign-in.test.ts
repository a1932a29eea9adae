import { mailCode } from "@tribe/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { storageOf } from "../../shared/transactions/testing/storage.ts";
import { keepSignIn, readSignIn, resendSeconds } from "./kept-sign-in.ts";

const sentAt = 1_700_000_000_000;
const kept = { email: "a@example.com", sentAt };

beforeEach(() => vi.stubGlobal("sessionStorage", storageOf({})));
afterEach(() => vi.unstubAllGlobals());

it("returns to the code after a reload while the code is valid", () => {
  keepSignIn(kept);
  expect(readSignIn(sentAt + 1_000)).toEqual(kept);
  expect(readSignIn(sentAt + mailCode.lifetimeSeconds * 1_000 - 1)).toEqual(kept);
  expect(readSignIn(sentAt + mailCode.lifetimeSeconds * 1_000)).toBeNull();
});

it("is deleted after the sign-in", () => {
  keepSignIn(kept);
  keepSignIn(null);
  expect(readSignIn(sentAt)).toBeNull();
});

it("ignores invalid stored data and a time in the future", () => {
  sessionStorage.setItem("tribe:v1:sign-in", JSON.stringify({ email: 7 }));
  expect(readSignIn(sentAt)).toBeNull();
  keepSignIn(kept);
  expect(readSignIn(sentAt - 1)).toBeNull();
});

it("computes the wait for another code from the time of the last one", () => {
  expect(resendSeconds(kept, sentAt)).toBe(mailCode.resendSeconds);
  expect(resendSeconds(kept, sentAt + 29_001)).toBe(1);
  expect(resendSeconds(kept, sentAt + 30_000)).toBe(0);
  expect(resendSeconds(kept, sentAt + 90_000)).toBe(0);
});
