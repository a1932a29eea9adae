import { expect, test } from "vitest";
import { estimateAirdropFee } from "./fee-estimate.ts";

test.each([
  [0, 2_000_000n],
  [1, 2_009_500n],
  [15, 2_009_500n],
  [16, 2_019_000n],
  [1_000, 2_636_500n],
  [100_000, 65_336_500n],
])("an airdrop to %i is estimated at %i lamports", (recipients, fee) => {
  expect(estimateAirdropFee(recipients)).toBe(fee);
});

test.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])("there is no estimate for %d recipients", (count) => {
  expect(() => estimateAirdropFee(count)).toThrow(RangeError);
});
