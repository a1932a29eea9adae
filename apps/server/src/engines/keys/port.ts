import type { Address } from "@tribe/contract";

/** Which envelope key encrypts: each purpose has its own, and a ciphertext opens only under its purpose. */
export type EnvelopePurpose = "session-secret" | "server-share" | "recovery-share" | "oauth" | "mail";

/** The keys that a process may open; the super admin's is none of them. */
export const keyNames = [
  "admin",
  "mac",
  "session-secret",
  "server-share",
  "recovery-share",
  "wallet-record",
  "oauth",
  "mail",
] as const;
export type KeyName = (typeof keyNames)[number];

/**
 * What a MAC proves. `unsubscribe` has the key of the mails, which both who sends them and who answers their links open;
 * `wallet-record` and `recovery` have a key that only the role with the shares opens: what stands under
 * it no page server and no writer of the database can have made.
 */
export type MacPurpose = "image" | "code" | "token" | "unsubscribe" | "wallet-record" | "recovery";

/** A Solana signer whose private key stays inside the engine. */
export interface ChainSigner {
  readonly address: Address;
  /** Ed25519 over exactly these bytes; 64 bytes. */
  sign(message: Uint8Array): Promise<Uint8Array>;
}

/**
 * Keys of the server: files in embedded mode, a KMS or remote signer where that is outgrown. What this process did not
 * open throws where it is used: that is a fault of ours, never a person's.
 */
export interface Keys {
  /** Co-signs creations and buys. */
  readonly admin: ChainSigner;
  /** Encrypts bytes under a purpose's key; `context` (say the uid) is bound in and must be the same at `open`. */
  seal(purpose: EnvelopePurpose, context: string, plain: Uint8Array): Promise<Buffer>;
  /** @throws Error when the ciphertext, purpose or context is not what was sealed. */
  open(purpose: EnvelopePurpose, context: string, sealed: Uint8Array): Promise<Buffer>;
  /** Whether the key of today sealed this, not one of before that still opens what it sealed. */
  isCurrent(purpose: EnvelopePurpose, context: string, sealed: Uint8Array): Promise<boolean>;
  /** HMAC-SHA-256 with a key of its own, for values that we hand out and take back (proxy addresses, hashes of codes). */
  mac(purpose: MacPurpose, text: string): string;
  /**
   * What each open key answers to a fixed question: the same key the same answer, which tells nothing of the key. The
   * admin's is left out: the factory on chain knows whose it is.
   */
  answers(): ReadonlyMap<KeyName, string>;
}
