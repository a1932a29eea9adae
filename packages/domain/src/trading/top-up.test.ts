import fc from "fast-check";
import { expect, test } from "vitest";
import { formatExact } from "../money/index.ts";
import { suggestedTopUp } from "./top-up.ts";

const sol = (lamports: bigint) => formatExact(suggestedTopUp(lamports));

test("suggests what is missing with something to spare, in two digits", () => {
  expect(sol(136_900_000n)).toBe("0.15");
  expect(sol(24_000_000n)).toBe("0.026");
  expect(sol(1_000_000_000n)).toBe("1.1");
  expect(sol(95_000_000n)).toBe("0.1");
  expect(sol(1n)).toBe("0.01");
});

test("always covers a price that rises by the usual slippage, and asks for a sixth more at most", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 100_000_000n, max: 10n ** 15n }), (missing) => {
      const suggested = suggestedTopUp(missing);
      expect(suggested * 100n).toBeGreaterThanOrEqual(missing * 105n);
      expect(suggested * 6n).toBeLessThanOrEqual(missing * 7n);
    }),
  );
});
