import { ApiError, apiErrors } from "@tribe/contract";
import { expect, it } from "vitest";
import { joinWords, wordsOf } from "./errors.ts";

it("tells an answer that is not of the contract from a refusal to join", () => {
  expect(joinWords(new Error("not what the schema says")).title).toBe("Failed to join chat: invalid response");
  expect(joinWords(new ApiError("banned")).title).toBe(`Failed to join chat, error: ${apiErrors.banned.message}`);
});

it("shows a person no text of a stranger's error", () => {
  const raw = "TypeError: <b>undefined</b> is not a function";
  expect(JSON.stringify(wordsOf(new Error(raw)))).not.toContain("undefined");
  expect(wordsOf(new ApiError("internal", { message: raw })).title).toBe("Internal server error");
  expect(wordsOf(new ApiError("too_many_requests", { retryAfterSeconds: 12 })).nextStep).toBe("Try again in 12 s.");
});
