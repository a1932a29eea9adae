import { ApiError } from "@tribe/contract";
import { expect, it } from "vitest";
import { bioFailure } from "./bio-failure.ts";

it("asks to log in after the session has ended, and reports any other error as a failure to save", () => {
  expect(bioFailure(new ApiError("unauthorized"))).toBe("You need to be logged in to save your profile");
  for (const error of [new ApiError("unavailable"), new ApiError("social_required"), new TypeError("x")])
    expect(bioFailure(error)).toBe("Error saving profile");
});
