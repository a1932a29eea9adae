import { expect, test } from "vitest";
import { getBuyInstructionDataEncoder, getCreateTokenInstructionDataEncoder } from "../generated/index.ts";
import { decodeCreateData } from "./create-data.ts";

const data = getCreateTokenInstructionDataEncoder().encode({
  tokenId: 7n,
  name: "Älice 🔥",
  symbol: "ALI",
  uri: "https://tribe.example/1",
  firstBuy: { tokens: 0n, maxLamports: 0n, minTokens: 0n },
  bondingCurveCoeff: 100_000_000n,
  referralBonus: 0n,
  flags: 0,
});

test("a creation has its texts", () => {
  expect(decodeCreateData(Uint8Array.from(data))).toEqual({
    tokenId: 7n,
    name: "Älice 🔥",
    symbol: "ALI",
    uri: "https://tribe.example/1",
  });
});

test("any other call, truncated data, and empty data give null", () => {
  const buy = getBuyInstructionDataEncoder().encode({ tokens: 1n, maxLamports: 1n, minTokens: 1n, flags: 0 });
  for (const other of [Uint8Array.from(buy), Uint8Array.from(data).slice(0, 20), new Uint8Array()])
    expect(decodeCreateData(other)).toBeNull();
});
