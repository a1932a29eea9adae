import { getBase58Decoder } from "@solana/kit";
import { expect, test } from "vitest";
import { decodeCreateData } from "./create-data.ts";
import { getBuyInstructionDataEncoder, getCreateTokenInstructionDataEncoder } from "./generated/index.ts";

const data = getCreateTokenInstructionDataEncoder().encode({
  tokenId: 7n,
  name: "Älice 🔥",
  symbol: "ALI",
  uri: "https://tribe.example/1",
  firstBuy: { tokens: 0n, maxLamports: 0n, minTokens: 0n },
  flags: 0,
});
const text = (bytes: Uint8Array) => getBase58Decoder().decode(bytes);

test("a creation tells its words", () => {
  expect(decodeCreateData(text(Uint8Array.from(data)))).toEqual({
    tokenId: 7n,
    name: "Älice 🔥",
    symbol: "ALI",
    uri: "https://tribe.example/1",
  });
});

test("any other call, one cut short, and what is no base58 tell nothing", () => {
  const buy = getBuyInstructionDataEncoder().encode({ tokens: 1n, maxLamports: 1n, minTokens: 1n, flags: 0 });
  for (const other of [text(Uint8Array.from(buy)), text(Uint8Array.from(data).slice(0, 20)), "", "0OIl"])
    expect(decodeCreateData(other)).toBeNull();
});
