import type { Base64, TransactionSignature } from "@tribe/contract";

/** An error as the chain's RPC tells it, with the logs that say which program failed. */
export interface ChainError {
  /** `err` of a status or a simulation; null when there is none. */
  readonly error: unknown;
  readonly logs: readonly string[] | null;
}

/** A node's status of a signature. */
export interface SignatureStatus {
  /** The node's own slot when it answered: an older one than that of another answer is a node that lags behind. */
  readonly slot: number;
  readonly status: { readonly error: unknown; readonly isCertain: boolean } | null;
}

/** The chain as a dialog needs it. Each call throws when nobody answers; none of its answers is believed beyond doubt. */
export interface ChainLink {
  /** Runs an unsigned transaction without sending it: a node could send a signed one, and say what it likes. */
  readonly simulate: (unsignedWire: Base64) => Promise<ChainError>;
  /** Lamports of the network's fee, null when the node does not know the blockhash. */
  readonly baseFee: (message: Base64) => Promise<bigint | null>;
  /** Lamports. */
  readonly balance: () => Promise<bigint>;
  readonly send: (wire: Base64) => Promise<void>;
  /** @param inHistory also far back. */
  readonly status: (signature: TransactionSignature, inHistory: boolean) => Promise<SignatureStatus>;
  /** Slot and block height that are finalized. */
  readonly finalized: () => Promise<{ readonly slot: number; readonly blockHeight: number }>;
  /** The logs of a transaction on chain. */
  readonly logs: (signature: TransactionSignature) => Promise<readonly string[] | null>;
}
