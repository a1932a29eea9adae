import type { Base64, TransactionSignature } from "@tribe/contract";

/** An error from the chain's RPC, with the logs that say which program failed. */
export interface ChainError {
  /** `err` of a status or a simulation; null when there is none. */
  readonly error: unknown;
  readonly logs: readonly string[] | null;
}

/** A node's status of a signature. */
export interface SignatureStatus {
  /** The node's own slot when it answered: if it is older than that of another answer, the node lags behind. */
  readonly slot: number;
  readonly status: { readonly error: unknown; readonly isCertain: boolean } | null;
}

/** The calls to the chain that a dialog needs. Each throws when nobody answers; no single answer is trusted. */
export interface ChainLink {
  /** Simulates an unsigned transaction: a dishonest node could send a signed one. */
  readonly simulate: (unsignedWire: Base64) => Promise<ChainError>;
  /** Lamports of the network's fee, null when the node does not know the blockhash. */
  readonly baseFee: (message: Base64) => Promise<bigint | null>;
  /** Lamports. */
  readonly balance: () => Promise<bigint>;
  readonly send: (wire: Base64) => Promise<void>;
  /** @param inHistory whether to search the whole history */
  readonly status: (signature: TransactionSignature, inHistory: boolean) => Promise<SignatureStatus>;
  /** Slot and block height that are finalized. */
  readonly finalized: () => Promise<{ readonly slot: number; readonly blockHeight: number }>;
  /** The logs of a transaction on chain. */
  readonly logs: (signature: TransactionSignature) => Promise<readonly string[] | null>;
}
