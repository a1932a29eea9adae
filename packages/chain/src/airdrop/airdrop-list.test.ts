import { createHash } from "node:crypto";
import { createNoopSigner, type Address as KitAddress } from "@solana/kit";
import { type Address, addressSchema, tokenUnits } from "@tribe/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findOncePda, getInitInstructionAsync, getMarkInstruction } from "../generated/once/index.ts";
import { encodeBase58 } from "../transactions/base58.ts";
import { type AirdropList, batchCount, batchOf, hashAirdropList } from "./airdrop-list.ts";

const address = (fill: number): Address => addressSchema.parse(encodeBase58(new Uint8Array(32).fill(fill)));
const listOf = (count: number, batchSize = 17): AirdropList => ({
  tribe: address(5),
  mint: address(1),
  pool: address(2),
  batchSize,
  recipients: Array.from({ length: count }, (_, index) => ({
    address: address(10 + index),
    amount: tokenUnits(BigInt(index + 1)),
  })),
});
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

describe("the hash of a list", () => {
  test("is SHA-256 of its concatenated fields", async () => {
    const parts = [
      Buffer.from("tribe airdrop 2\n"),
      Buffer.alloc(32, 5),
      Buffer.alloc(32, 1),
      Buffer.alloc(32, 2),
      Buffer.from([17, 0, 2, 0, 0, 0]),
      Buffer.alloc(32, 10),
      Buffer.from([1, 0, 0, 0, 0, 0, 0, 0]),
      Buffer.alloc(32, 11),
      Buffer.from([2, 0, 0, 0, 0, 0, 0, 0]),
    ];
    const expected = createHash("sha256").update(Buffer.concat(parts)).digest("hex");
    expect(hex(await hashAirdropList(listOf(2)))).toBe(expected);
  });

  test.each<[string, (list: AirdropList) => AirdropList]>([
    ["Tribe", (list) => ({ ...list, tribe: address(3) })],
    ["mint", (list) => ({ ...list, mint: address(3) })],
    ["pool", (list) => ({ ...list, pool: address(3) })],
    ["batch size", (list) => ({ ...list, batchSize: 16 })],
    ["order", (list) => ({ ...list, recipients: [...list.recipients].reverse() })],
    ["length", (list) => ({ ...list, recipients: list.recipients.slice(1) })],
    [
      "amount",
      (list) => ({
        ...list,
        recipients: list.recipients.map((one, index) => (index === 0 ? { ...one, amount: tokenUnits(9n) } : one)),
      }),
    ],
  ])("is another one for another %s", async (_what, change) => {
    expect(hex(await hashAirdropList(change(listOf(3))))).not.toBe(hex(await hashAirdropList(listOf(3))));
  });

  test.each<[string, AirdropList]>([
    ["nobody", listOf(0)],
    ["batches of nobody", listOf(2, 0)],
    ["batches of a part", listOf(2, 1.5)],
    ["batches too large to say", listOf(2, 65_536)],
    ["a wallet twice", { ...listOf(2), recipients: [...listOf(2).recipients, ...listOf(1).recipients] }],
    ["an amount of nothing", { ...listOf(1), recipients: [{ address: address(9), amount: tokenUnits(0n) }] }],
    [
      "an amount beyond 64 bits",
      { ...listOf(1), recipients: [{ address: address(9), amount: tokenUnits(2n ** 64n) }] },
    ],
    ["a short address", { ...listOf(1), pool: addressSchema.parse("1".repeat(33)) }],
  ])("is refused for %s", async (_what, list) => {
    await expect(hashAirdropList(list)).rejects.toThrow(RangeError);
  });
});

test("batches together are the list, and all but the last are full", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 1, max: 40 }), (count, batchSize) => {
      const list = listOf(count, batchSize);
      const batches = Array.from({ length: batchCount(list) }, (_, index) => batchOf(list, index));
      expect(batches.flat()).toEqual(list.recipients);
      expect(batches.slice(0, -1).every((batch) => batch.length === batchSize)).toBe(true);
      expect(() => batchOf(list, batches.length)).toThrow(RangeError);
      expect(() => batchOf(list, -1)).toThrow(RangeError);
    }),
  );
});

test("the address of a list's account is derived from authority, slot and hash", async () => {
  const authority = createNoopSigner(address(7) as string as KitAddress); // the same text under the other brand
  const seeds = { authority: authority.address, slot: 5n, list: await hashAirdropList(listOf(40)) };
  const [once] = await findOncePda(seeds);
  const opened = await getInitInstructionAsync({ authority, slot: seeds.slot, list: seeds.list, batches: 3 });
  expect(opened.accounts[1].address).toBe(once);
  const marked = getMarkInstruction({ once, authority, index: 2 });
  expect([...marked.data.slice(8)]).toEqual([2, 0, 0, 0]);
});
