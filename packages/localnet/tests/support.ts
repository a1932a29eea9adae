import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Keypair, PublicKey, SystemProgram, Transaction, type TransactionInstruction } from "@solana/web3.js";
import type { LocalChain } from "../src/index.ts";

/** A folder that is removed when `remove` is called. */
export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), "localnet-test-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** A signed legacy transaction as base64. */
export function signed(instructions: TransactionInstruction[], payer: Keypair, blockhash: string): string {
  const transaction = new Transaction({ feePayer: payer.publicKey, recentBlockhash: blockhash }).add(...instructions);
  transaction.sign(payer);
  return transaction.serialize().toString("base64");
}

/** A transfer instruction. */
export function transfer(from: PublicKey, to: PublicKey, lamports: number): TransactionInstruction {
  return SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports });
}

/** A field of an answer, by path. */
export function field(value: unknown, ...path: (string | number)[]): unknown {
  let current = value;
  for (const step of path) {
    current = typeof current === "object" && current !== null ? Reflect.get(current, step) : undefined;
  }
  return current;
}

/** Typed short forms of the calls that most tests make on a chain in this process. */
export function client(chain: LocalChain) {
  return {
    blockhash: (commitment = "processed") =>
      String(field(chain.request("getLatestBlockhash", { commitment }), "value", "blockhash")),
    balance: (key: PublicKey, commitment = "processed") =>
      Number(field(chain.request("getBalance", key.toBase58(), { commitment }), "value")),
    airdrop: (key: PublicKey, lamports = 10_000_000_000) => chain.request("requestAirdrop", key.toBase58(), lamports),
    send: (wire: string, config: Record<string, unknown> = {}) =>
      String(chain.request("sendTransaction", wire, { encoding: "base64", ...config })),
    status: (signature: string) =>
      field(chain.request("getSignatureStatuses", [signature], { searchTransactionHistory: true }), "value", 0),
  };
}

/** A fresh address that nobody can sign for. */
export function anyAddress(): PublicKey {
  return new PublicKey(crypto.getRandomValues(new Uint8Array(32)));
}

/** How long a test waits for something that is about to happen on a busy machine. */
export const PATIENCE = { timeout: 30_000 } as const;
