import type { Address as KitAddress } from "@solana/kit";
import { type Address, addressSchema, tokenUnits } from "@tribe/contract";
import { expect, test } from "vitest";
import { lightTokenAuthority } from "../accounts/index.ts";
import { encodeBase58 } from "../transactions/base58.ts";
import {
  batchCompressInstruction,
  findLightPool,
  lightAuthority,
  maxRecipientsPerInstruction,
} from "./light-instructions.ts";

const address = (fill: number): Address => addressSchema.parse(encodeBase58(new Uint8Array(32).fill(fill)));
const wallet = (fill: number) => address(fill) as string as KitAddress; // the same text under the other brand
const inputOf = (count: number) => ({
  owner: wallet(1),
  source: wallet(2),
  mint: wallet(3),
  tokenProgram: wallet(4),
  queue: wallet(5),
  recipients: Array.from({ length: count }, (_, index) => ({
    address: address(10 + index),
    amount: tokenUnits(BigInt(256 + index)),
  })),
});
const hex = (bytes: Iterable<number>) => Buffer.from([...bytes]).toString("hex");

// programs/once/tests/light.test.ts shows that Light's own programs accept these instructions.

test("a batch contains each wallet with its amount, and the pool's index and bump", async () => {
  const [, bump] = await findLightPool(wallet(3));
  const { data = [] } = await batchCompressInstruction(inputOf(2));
  expect(hex(data)).toBe(
    [
      "41ce6525932add90",
      "5d000000", // 93 bytes follow
      "02000000",
      "0a".repeat(32),
      "0b".repeat(32),
      "01",
      "02000000",
      "0001000000000000",
      "0101000000000000",
      "00",
      "00",
      "00",
      bump.toString(16).padStart(2, "0"),
    ].join(""),
  );
});

test.each([0, maxRecipientsPerInstruction + 1])("no instruction pays %i recipients", async (count) => {
  await expect(batchCompressInstruction(inputOf(count))).rejects.toThrow(RangeError);
});

test("the owner of Light's pools is the address with which its compressed-token program signs", async () => {
  expect(await lightAuthority("compressedToken")).toBe(lightTokenAuthority);
});
