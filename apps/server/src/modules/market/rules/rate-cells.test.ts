import type { FiatPrice } from "@tribe/contract";
import { expect, test } from "vitest";
import { rateCells } from "./rate-cells.ts";

const rate = { source: "coinbase", at: 0, prices: { EUR: 142_310_000n as FiatPrice } }; // a price of the source

test("a price has its source and its time, and what nobody said stays empty", () => {
  expect(rateCells(rate, "EUR")).toEqual(["142.31", "EUR", "coinbase", "1970-01-01T00:00:00.000Z"]);
  expect(rateCells(rate, "USD")).toEqual(["", "", "", ""]);
  expect(rateCells(null, "EUR")).toEqual(["", "", "", ""]);
});
