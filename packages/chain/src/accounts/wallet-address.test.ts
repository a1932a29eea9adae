import { randomBytes } from "node:crypto";
import { getProgramDerivedAddress, isOffCurveAddress, type Address as KitAddress } from "@solana/kit";
import { type Address, addressSchema } from "@tribe/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeBase58 } from "../transactions/base58.ts";
import { isWalletAddress } from "./wallet-address.ts";

const addressOf = (bytes: ArrayLike<number>): Address => addressSchema.parse(encodeBase58(bytes));
const asKit = (address: Address) => address as string as KitAddress; // the same text under the other brand

test("an address can be a wallet exactly if kit says that it is a point of the curve", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      const address = addressOf(bytes);
      expect(isWalletAddress(address)).toBe(!isOffCurveAddress(asKit(address)));
    }),
    { numRuns: 300 },
  );
});

test("keys can be wallets, and programs' derived addresses cannot", async () => {
  for (let round = 0; round < 20; round += 1) {
    const { publicKey } = (await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"])) as CryptoKeyPair; // of that kind
    const key = addressOf(new Uint8Array(await crypto.subtle.exportKey("raw", publicKey)));
    expect(isWalletAddress(key)).toBe(true);
    const [derived] = await getProgramDerivedAddress({ programAddress: asKit(key), seeds: [randomBytes(8)] });
    expect(isWalletAddress(addressSchema.parse(derived))).toBe(false);
  }
});

test.each([
  ["zero", 0n],
  ["one, the neutral point", 1n],
  ["the prime less one", 2n ** 255n - 20n],
  ["the prime itself, which is zero again", 2n ** 255n - 19n],
  ["the greatest that fits", 2n ** 255n - 1n],
  ["a sign bit on zero", 2n ** 255n],
  ["many zero limbs", 2n ** 224n],
])("the edge %s is judged as by kit", (_name, value) => {
  const bytes = Uint8Array.from({ length: 32 }, (_, index) => Number((value >> BigInt(8 * index)) & 255n));
  const address = addressOf(bytes);
  expect(isWalletAddress(address)).toBe(!isOffCurveAddress(asKit(address)));
});
