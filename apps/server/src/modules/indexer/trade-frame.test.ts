import { type Address, lamports, newTokenUnits, serverFrameSchema, tokenUnits } from "@tribe/contract";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { tokenSeqOf } from "./rules/token-seq.ts";
import { presentTrade, tradeFrame } from "./trade-frame.ts";

const maxU64 = 2n ** 64n - 1n;
const addressOf = (letter: string) => letter.repeat(44) as Address; // a valid address of nobody
const rowAt = (venue: "curve" | "pool", newTokens: bigint | null) => ({
  mint: addressOf("A"),
  seq: tokenSeqOf(venue, 7n),
  kind: "buy" as const,
  venue,
  trader: addressOf("B"),
  amount: tokenUnits(maxU64),
  newTokens: newTokens === null ? null : newTokenUnits(newTokens),
  value: lamports(2n ** 53n + 1n),
  unitPrice: lamports(0n),
  priceAfter: lamports(3n),
  supplyAfter: tokenUnits(4n),
  blockTime: new Date("2026-01-02T03:04:05.000Z"),
  signature: "5".repeat(88),
});

test.each([
  ["the curve", rowAt("curve", null), null],
  ["a pool", rowAt("pool", maxU64), { lamports: lamports(maxU64), tokens: newTokenUnits(0n) }],
])("the frame of a trade on %s matches the contract, to the last unit", (_, row, pool) => {
  const after = { supply: tokenUnits(maxU64), reserve: lamports(9n), pool };
  expect(z.decode(serverFrameSchema, JSON.parse(tradeFrame(row, after)))).toEqual({
    type: "trade",
    mint: row.mint,
    trade: presentTrade(row),
    price: row.priceAfter,
    ...after,
  });
});
