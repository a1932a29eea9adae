import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { answerOf } from "./interop.ts";

/** Cases that the Rust crate has answered, as `kind inputs = answer`. */
const casesOf = (name: string): string[] =>
  JSON.parse(readFileSync(new URL(`../../../../interop/${name}`, import.meta.url), "utf8")).cases;

const differing = (cases: readonly string[]) =>
  cases.flatMap((line) => {
    const [question = "", answer] = line.split(" = ");
    const [kind = "", ...inputs] = question.split(" ");
    const found = answerOf(kind, inputs.map(BigInt));
    return found === answer ? [] : [`${line}, not ${found}`];
  });

test.each([
  ["curve.json", 8_000],
  ["fees.json", 1_500],
  ["pool.json", 2_500],
])("every case of %s agrees with the Rust crate to the last unit", (name, min) => {
  const cases = casesOf(name);
  expect(cases.length).toBeGreaterThan(min);
  expect(differing(cases)).toEqual([]);
});

test("the shared cases cover every kind of answer and every edge of a curve", () => {
  const cases = [...casesOf("curve.json"), ...casesOf("pool.json")];
  const answers = new Set(cases.map((line) => `${line.split(" ")[0]} ${/[a-z]+$/.exec(line)?.[0] ?? "number"}`));
  for (const kind of ["buy closed", "buy slippage", "buy number", "sell closed", "sell floor", "sell zero"])
    expect(answers).toContain(kind);
  for (const kind of ["sell slippage", "pool_buy slippage", "pool_sell zero", "cost range", "convert range"])
    expect(answers).toContain(kind);
  const buys = cases.filter((line) => line.startsWith("buy ") && /\d$/.test(line));
  const has = (pattern: RegExp) => buys.some((line) => pattern.test(line));
  expect(has(/^buy (6000000|1300000000) /)).toBe(true);
  expect(has(/^buy \d+ 150000000000 /)).toBe(true);
  // all tokens there are, for all lamports there are
  expect(has(/ 18446744073709551615 18446744073709551615 \d+ = /)).toBe(true);
  // one unit before the end of the default curve
  expect(has(/^buy 100000000 2943512507829 .* = 1 /)).toBe(true);
});

test("a swap beyond the pool's integer range is reported as out of range before anything else", () => {
  const [max, nearlyAll] = ["18446744073709551615", "1982568482418584186"];
  expect(
    differing([
      `pool_buy ${nearlyAll} 1 20 40 40 18197916581447454831 0 = range`,
      `pool_buy ${nearlyAll} 1 20 40 40 18197916581447454831 ${max} = range`,
      `pool_sell 1 ${nearlyAll} 20 40 40 18197916581447454831 0 = range`,
    ]),
  ).toEqual([]);
});

test("an unknown kind or a missing number is an error", () => {
  expect(() => answerOf("price", [1n])).toThrow(RangeError);
  expect(() => answerOf("cost", [1n])).toThrow(RangeError);
});
