import { generateKeyPairSync, sign } from "node:crypto";
import { getAddressDecoder } from "@solana/kit";
import { toSignature, verifySignature } from "@tribe/chain/transactions";
import type { Address, TransactionSignature } from "@tribe/contract";
import { expect, test } from "vitest";
import { isSignedByWallet } from "./is-signed-by-wallet.ts";

const wallet = () => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const raw = publicKey.export({ format: "der", type: "spki" }).subarray(-32);
  // kit brands addresses in its own way; both are the same base58 text.
  return { privateKey, address: getAddressDecoder().decode(raw) as string as Address };
};

test("gives the same result as the wallet's own check for every signature", async () => {
  const [own, other] = [wallet(), wallet()];
  const message = new TextEncoder().encode("one trade");
  const signed = new Uint8Array(sign(null, message, own.privateKey));
  const signature = toSignature(signed);
  const cases: readonly (readonly [Uint8Array<ArrayBuffer>, TransactionSignature, Address, boolean])[] = [
    [message, signature, own.address, true],
    [message, signature, other.address, false],
    [new TextEncoder().encode("one tradf"), signature, own.address, false],
    [message.subarray(1), signature, own.address, false],
    [message, toSignature(signed.map((byte, index) => (index === 40 ? byte ^ 1 : byte))), own.address, false],
    [message, toSignature(new Uint8Array(64)), own.address, false],
    [message, "no signature" as TransactionSignature, own.address, false], // wrong on purpose
    [message, signature, "no address" as Address, false], // as above
  ];
  for (const [text, ofText, address, expected] of cases) {
    expect(isSignedByWallet(text, ofText, address)).toBe(expected);
    expect(await verifySignature(text, ofText, address)).toBe(expected);
  }
});
