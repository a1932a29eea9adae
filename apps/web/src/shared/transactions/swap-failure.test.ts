import { expect, test } from "vitest";
import { swapFailure } from "./swap-failure.ts";

test("only a token without a pool is called unavailable; whoever did not answer may be asked again", () => {
  expect(swapFailure("no_pool", true)).toMatchObject({ code: "step.swap_unavailable", retry: "never" });
  expect(swapFailure("no_route", true)).toMatchObject({ code: "step.swap_no_route" });
  expect(swapFailure("zero", true)).toMatchObject({ code: "step.swap_too_small" });
  for (const reason of ["timeout", "rate_limited", "unreachable"] as const)
    expect(swapFailure(reason, true)).toMatchObject({ code: expect.stringMatching(/^network\./), retry: "safe" });
  expect(swapFailure("unreachable", false).title).toBe("You're offline");
});
