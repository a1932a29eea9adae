import type { TokenId } from "@tribe/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { addressOf, wallet } from "../testing.ts";
import { zeroAddress } from "./addresses.ts";
import { readTokenWitness, tokenWitness } from "./token-witness.ts";

test("any token id is encoded in its own address and decoded again", () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 64n - 1n), (id) => {
      const tokenId = id as TokenId; // a u64
      expect(readTokenWitness(tokenWitness(tokenId))).toBe(tokenId);
    }),
  );
  expect(tokenWitness(1n as TokenId)).not.toBe(tokenWitness(256n as TokenId));
});

test("no other address decodes to an id", () => {
  for (const address of [zeroAddress, wallet, addressOf(7)]) expect(readTokenWitness(address)).toBeNull();
});
