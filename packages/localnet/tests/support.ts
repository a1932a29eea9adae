import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type AddressLookupTableAccount,
  type Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import type { LocalChain } from "../src/index.ts";

/** A folder that is removed when `remove` is called. */
export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), "localnet-test-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** A signed legacy transaction as base64. */
export function signed(
  instructions: TransactionInstruction[],
  payer: Keypair,
  blockhash: string,
  others: readonly Keypair[] = [],
): string {
  const transaction = new Transaction({ feePayer: payer.publicKey, recentBlockhash: blockhash }).add(...instructions);
  transaction.sign(payer, ...others);
  return transaction.serialize().toString("base64");
}

/** A signed version 0 transaction as base64. */
export function signedV0(
  instructions: TransactionInstruction[],
  payer: Keypair,
  blockhash: string,
  tables: AddressLookupTableAccount[] = [],
): string {
  const message = new TransactionMessage({ payerKey: payer.publicKey, recentBlockhash: blockhash, instructions });
  const transaction = new VersionedTransaction(message.compileToV0Message(tables));
  transaction.sign([payer]);
  return Buffer.from(transaction.serialize()).toString("base64");
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

/** An account from `getAccountInfo` with base64. */
export interface SeenAccount {
  readonly lamports: number;
  readonly owner: string;
  readonly executable: boolean;
  readonly data: Buffer;
}

/** Typed short forms of the common calls on a chain in this process, at processed by default. */
export function client(chain: LocalChain) {
  const send = (wire: string, config: Record<string, unknown> = {}) =>
    String(chain.request("sendTransaction", wire, { encoding: "base64", preflightCommitment: "processed", ...config }));
  const status = (signature: string) =>
    field(chain.request("getSignatureStatuses", [signature], { searchTransactionHistory: true }), "value", 0);
  return {
    blockhash: (commitment = "processed") =>
      String(field(chain.request("getLatestBlockhash", { commitment }), "value", "blockhash")),
    balance: (key: PublicKey, commitment = "processed") =>
      Number(field(chain.request("getBalance", key.toBase58(), { commitment }), "value")),
    airdrop: (key: PublicKey, lamports = 10_000_000_000) => chain.request("requestAirdrop", key.toBase58(), lamports),
    slot: (commitment = "processed") => Number(chain.request("getSlot", { commitment })),
    send,
    status,
    /** Sends without preflight and returns the transaction's error; null when it succeeded. */
    outcome: (wire: string) => {
      const seen = status(send(wire, { skipPreflight: true }));
      return seen === null ? "no trace" : field(seen, "err");
    },
    simulate: (wire: string, config: Record<string, unknown> = {}) => {
      const options = { encoding: "base64", commitment: "processed", ...config };
      return field(chain.request("simulateTransaction", wire, options), "value");
    },
    account: (key: PublicKey, commitment = "processed"): SeenAccount | null => {
      const found = chain.request("getAccountInfo", key.toBase58(), { encoding: "base64", commitment });
      const value = field(found, "value");
      if (value === null) return null;
      return {
        lamports: Number(field(value, "lamports")),
        owner: String(field(value, "owner")),
        executable: field(value, "executable") === true,
        data: Buffer.from(String(field(value, "data", 0)), "base64"),
      };
    },
    logs: (signature: string) => {
      const found = chain.request("getTransaction", signature, { maxSupportedTransactionVersion: 0 });
      const lines = field(found, "meta", "logMessages");
      return Array.isArray(lines) ? lines.map(String) : [];
    },
  };
}

/** A fresh address without a known key. */
export function anyAddress(): PublicKey {
  return new PublicKey(crypto.getRandomValues(new Uint8Array(32)));
}

/** How long a test waits for an expected event on a busy machine. */
export const POLL_TIMEOUT = { timeout: 30_000 } as const;
