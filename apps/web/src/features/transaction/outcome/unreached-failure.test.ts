import { ApiError } from "@tribe/contract";
import { expect, test } from "vitest";
import { unreachedFailure } from "./unreached-failure.ts";

test("distinguishes a browser that is offline from a node that can't be reached", () => {
  const cut = new ApiError("unavailable", { cause: new TypeError("Failed to fetch") });
  expect(unreachedFailure(cut, () => true).cause).toMatch(/^The network's node isn't working right now\./);
  expect(unreachedFailure(cut, () => false).cause).toMatch(/^You're offline\./);
});
