import { createHash } from "node:crypto";
import { PublicKey } from "@solana/web3.js";
import { expect, test } from "vitest";
import { isOnCurve } from "./support/curve25519.ts";
import { derive, keyOf } from "./support/keys.ts";

const hashes = Array.from({ length: 500 }, (_, at) => createHash("sha256").update(`point ${at}`).digest());

test("bytes are a point of the curve exactly if Solana's library says so", () => {
  for (const bytes of [...hashes, Buffer.alloc(32), Buffer.alloc(32, 1), Buffer.from([1, ...Buffer.alloc(31)])])
    expect(isOnCurve(bytes), bytes.toString("hex")).toBe(PublicKey.isOnCurve(bytes));
});

test("derived addresses and their bumps match Solana's library", () => {
  for (const [at, bytes] of hashes.slice(0, 50).entries()) {
    const program = keyOf(hashes[at + 1] ?? bytes);
    const [address, bump] = PublicKey.findProgramAddressSync([Buffer.from("name"), bytes], new PublicKey(program));
    expect(derive(program, "name", bytes)).toEqual({ key: address.toBase58(), bump });
  }
});
