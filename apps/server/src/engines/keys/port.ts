import type { Address } from "@tribe/contract";

/** Which envelope key encrypts: each purpose has its own, and a ciphertext opens only for its purpose. */
export type EnvelopePurpose = "session-secret" | "server-share" | "recovery-share" | "oauth" | "mail";

/** The keys that a process may open; the super admin's is not one of them. */
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
 * What a MAC authenticates. `unsubscribe` has the mails' key, which is open both where mails are sent and where their links
 * are answered; `wallet-record` and `recovery` have a key that only the role with the shares opens: no page server and nobody
 * with write access to the database can forge their MACs.
 */
export type MacPurpose = "image" | "code" | "token" | "unsubscribe" | "wallet-record" | "recovery";

/** A Solana signer whose private key stays inside the engine. */
export interface ChainSigner {
  readonly address: Address;
  /** Ed25519 over exactly these bytes; 64 bytes. */
  sign(message: Uint8Array): Promise<Uint8Array>;
}

/**
 * Keys of the server: files in embedded mode, a KMS or remote signer for larger installations. Using a key that this process
 * did not open throws: that is a bug of ours, never a user's error.
 */
export interface Keys {
  /** Co-signs creations and buys. */
  readonly admin: ChainSigner;
  /**
   * Encrypts bytes under a purpose's key; `context` (for example the uid) is authenticated and must be the same at `open`.
   */
  seal(purpose: EnvelopePurpose, context: string, plain: Uint8Array): Promise<Buffer>;
  /** @throws Error when the ciphertext, purpose or context is not the sealed one. */
  open(purpose: EnvelopePurpose, context: string, sealed: Uint8Array): Promise<Buffer>;
  /** Whether the current key sealed this, and not a previous one that can still open it. */
  isCurrent(purpose: EnvelopePurpose, context: string, sealed: Uint8Array): Promise<boolean>;
  /** HMAC-SHA-256 with a key of its own, for values that we issue and later verify (proxy addresses, hashes of codes). */
  mac(purpose: MacPurpose, text: string): string;
  /**
   * Each open key's answer to a fixed question: the same for the same key, and it reveals nothing about the key. The admin's
   * is left out: the factory on chain has its address.
   */
  answers(): ReadonlyMap<KeyName, string>;
}
