import { lamports } from "@tribe/contract";
import { expect, it } from "vitest";
import { seatWords, shortSol } from "./listed-figures.ts";

const sol = (text: number) => BigInt(Math.round(text * 1e9));

it("writes SOL with about three digits", () => {
  expect([284.123, 31.25, 1.926, 0.0345, 0.00000123].map((each) => shortSol(sol(each)))).toEqual([
    "284",
    "31.2",
    "1.92",
    "0.034",
    "0.0000012",
  ]);
});

it("states how many seats are free and the price of one, and leaves out an unknown price", () => {
  const seat = { groupSize: 12, seatPrice: lamports(sol(0.03)) } as const;
  expect(seatWords({ ...seat, memberCount: 11 })).toBe("1\u00a0free\u00a0· seat\u00a00.03");
  expect(seatWords({ ...seat, memberCount: 12 })).toBe("Full\u00a0· seat\u00a00.03");
  expect(seatWords({ ...seat, memberCount: 13, seatPrice: null })).toBe("Full");
});
