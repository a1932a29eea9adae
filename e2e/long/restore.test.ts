import { expect, test } from "vitest";
import { restoreDrill } from "../../scripts/deploy/restore-drill.ts";

test("a lost database is restored to a point in time with every row, and the wallets that it closes are named", async () => {
  const report = await restoreDrill({ people: 500, messages: 5_000 });
  expect(report.differing).toEqual([]);
  expect(report.rows).toBeGreaterThan(6_000);
  // The drill would show nothing if the point in time were the end.
  expect(report.rowsAfter).toBe(500);
  expect(report.closedWallets).toMatch(
    /^3 of 500 wallets are closed:\n {2}wallet1 {2}1@example\.test {2}has change 1, changed 1 times since\n/,
  );
  expect(report.closedWallets).toContain("recovery kit");
});
