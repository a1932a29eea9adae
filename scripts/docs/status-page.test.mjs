import { expect, test } from "vitest";
import { faultsOf, titlesIn } from "./status-page.mjs";

const file = `
describe.each(rows)("of %s", () => {
  it.runIf(isSlow)("buys a token", () => {});
  test.each([
    ["a"],
  ])("says '%s'", () => {});
});
test(\`in \${count} runs\`, () => {});
it.skip(wording("no title"), () => {});
const withBrowser = it.skipIf(!browser);
withBrowser("shows it", () => {});
`;

/**
 * A page with one row, its counts and one file.
 * @param {string} state
 * @param {string} shown
 */
const page = (state, shown, more = "") =>
  [
    ...["", "| state | rows |", "|---|---|"],
    ...["done", "partly", "not yet", "departs", "left out"].map((each) => `| ${each} | ${each === state ? 1 : 0} |`),
    ...["| all | 1 |", "", "| spec | state | test |", "|---|---|---|", `| A row | ${state} | ${shown} |`],
    ...["", "[trade]: trade.test.ts", more],
  ].join("\n");
/** @param {string} path */
const read = (path) => (path === "trade.test.ts" ? file : path.startsWith("decisions/") ? "" : null);
/** @param {Parameters<typeof page>} row */
const faults = (...row) => faultsOf(page(...row), read);

test("finds the titles of a file after any form of test function", () => {
  expect(titlesIn(file)).toEqual(["of %s", "buys a token", "says '%s'", "in … runs", "shows it"]);
});

test("accepts a row whose tests exist, by their whole titles or their beginnings", () => {
  expect(faults("done", '[trade] "buys a token", "says…"')).toEqual([]);
  expect(faults("partly", "missing: all of it; [trade]")).toEqual([]);
});

test.each([
  ['[trade] "sells a token"', '[trade] has no test "sells a token"'],
  ['[trade] "buys a…", "buys the…"', '[trade] has no test "buys the…"'],
  ["[trade] and [swap]", "[swap] is defined nowhere"],
  ["no test; [0001]", "is done, and names no test", "[0001]: decisions/0001.md"],
])("finds the fault in: %s", (shown, fault, more = "") => {
  expect(faults("done", shown, more).filter((each) => !each.includes("used nowhere"))).toEqual([
    expect.stringContaining(fault),
  ]);
});

test("finds a missing file, an unused name, and wrong counts", () => {
  expect(faults("done", "[trade]", "[gone]: gone.test.ts")).toEqual([
    "[gone] points to gone.test.ts, which is not there",
    "[gone] is used nowhere",
  ]);
  expect(faultsOf(page("done", "[trade]").replace("| done | 1 |", "| done | 2 |"), read)).toEqual([
    "the table of counts is not so: done 1",
  ]);
});
