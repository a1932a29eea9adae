import { ApiError } from "@tribe/contract";
import { apiFailure, stepFailure } from "@tribe/domain/words";
import { expect, test } from "vitest";
import { thrownFailure } from "./thrown-failure.ts";

const otherwise = stepFailure("prepare_failed");

test("for a server error during the preparation it says that nothing was paid and a retry is safe", () => {
  const shown = [
    new ApiError("internal"),
    new ApiError("unavailable"),
    new ApiError("unavailable", { message: "Unexpected error" }),
  ].map((error) => thrownFailure(error, otherwise));
  for (const words of shown) {
    expect(words.title).toBe("Prepare transaction failed");
    expect(words.cause).toContain("This can't be prepared right now");
    expect(words.cause).toContain("nothing was paid");
    expect(words).toMatchObject({ nextStep: "It's safe to try again in a moment.", retry: "safe" });
  }
});

test("a refusal of the server keeps its own text, and an unexpected error has that of the step", () => {
  expect(thrownFailure(new ApiError("insufficient_sol"), otherwise)).toEqual(apiFailure("insufficient_sol"));
  expect(thrownFailure(new TypeError("x is not a function"), otherwise)).toEqual(otherwise);
});
