import type { Rpc, RpcSubscriptions, SolanaRpcApi, SolanaRpcSubscriptionsApi } from "@solana/kit";
import type { Address } from "@tribe/contract";
import type { ReadTransactions } from "./read-transactions.ts";

/** The chain as the server uses it: Solana's own JSON-RPC and PubSub, of any node. */
export interface Chain {
  readonly rpc: Rpc<SolanaRpcApi>;
  /** For reading the history: much faster than `rpc`. */
  readonly readTransactions: ReadTransactions;
  readonly rpcUrl: string;
  readonly webSocketUrl: string;
  readonly programAddress: Address;
  /** True when we run it ourselves: airdrops work and the factory is set up at start. */
  readonly isEmbedded: boolean;
  /**
   * Subscriptions over a connection of their own. Kit 8.4 returns a failed connection from its pool again, so a caller that
   * lost one opens a new one.
   */
  openSubscriptions(): RpcSubscriptions<SolanaRpcSubscriptionsApi>;
  close(): Promise<void>;
}

/** The chain can't be used as it is; the message is for the operator. */
export class ChainStartError extends Error {}
