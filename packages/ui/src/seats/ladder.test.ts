import { expect, test } from "vitest";
import { ladderOf, numbersOf } from "./ladder.ts";

test("bars fall with the holdings, flattened, and the line is at the cut", () => {
  const { bars, cut } = ladderOf({ holdings: [400n, 200n, 100n], seats: 3, own: 1, outside: null, cut: 100n });
  expect(bars.map(({ kind }) => kind)).toEqual(["seat", "you", "seat"]);
  expect(bars[0]?.height).toBe(1);
  expect(bars[1]?.height).toBeCloseTo(0.5 ** 0.7, 3);
  expect(cut).toBeCloseTo(bars[2]?.height ?? 0);
});

test("free seats are as high as the cut, and a person without a seat is drawn right of all", () => {
  const { bars, cut } = ladderOf({ holdings: [30n], seats: 3, own: null, outside: 5n, cut: 10n });
  expect(bars.map(({ kind }) => kind)).toEqual(["seat", "free", "free", "out"]);
  expect(bars[1]?.height).toBe(cut);
  expect(bars[3]?.height).toBeLessThan(cut);
});

test("an empty Tribe, and a tiny holding beside a huge one, are drawn too", () => {
  expect(ladderOf({ holdings: [], seats: 2, own: null, outside: null, cut: 10n }).bars).toEqual([
    { kind: "free", height: 1 },
    { kind: "free", height: 1 },
  ]);
  const { bars } = ladderOf({ holdings: [10n ** 18n, 1n], seats: 2, own: null, outside: 0n, cut: 1n });
  for (const { height } of bars) expect(height).toBeGreaterThan(0.05);
});

test("twelve seats are all numbered; of more only the first, the last and the person's own, apart from each other", () => {
  const shown = (seats: number, own: number | null, outside: bigint | null) =>
    numbersOf(ladderOf({ holdings: Array<bigint>(seats).fill(10n), seats, own, outside, cut: 10n }).bars).filter(
      Boolean,
    );
  expect(shown(12, 3, null)).toEqual(["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"]);
  expect(shown(12, null, 5n)).toHaveLength(13);
  expect(shown(24, null, null)).toEqual(["1", "24"]);
  expect(shown(24, 9, null)).toEqual(["1", "10", "24"]);
  expect(shown(24, 22, null)).toEqual(["1", "23"]);
  expect(shown(24, 0, null)).toEqual(["1", "24"]);
  expect(shown(99, 1, null)).toEqual(["2", "99"]);
  expect(shown(99, null, 5n)).toEqual(["1", "–"]);
  expect(shown(24, 23, 5n)).toEqual(["1", "24"]);
});
