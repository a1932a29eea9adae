import { ApiError } from "@tribe/contract";
import { apiFailure, stepFailure } from "@tribe/domain/words";
import { expect, test } from "vitest";
import { thrownFailure } from "./thrown-failure.ts";

const otherwise = stepFailure("prepare_failed");

test("a server in trouble while preparing says so, what became of the money, and that trying again is safe", () => {
  const told = [
    new ApiError("internal"),
    new ApiError("unavailable"),
    new ApiError("unavailable", { message: "Unexpected error" }),
  ].map((error) => thrownFailure(error, otherwise));
  for (const words of told) {
    expect(words.title).toBe("This can't be prepared right now");
    expect(words.cause).toContain("nothing was paid");
    expect(words).toMatchObject({ nextStep: "It's safe to try again in a moment.", retry: "safe" });
  }
});

test("what the server refuses keeps the refusal's own words, and what nobody foresaw the step's", () => {
  expect(thrownFailure(new ApiError("insufficient_sol"), otherwise)).toEqual(apiFailure("insufficient_sol"));
  expect(thrownFailure(new TypeError("x is not a function"), otherwise)).toEqual(otherwise);
});
