import type { Rpc, RpcSubscriptions, SolanaRpcApi, SolanaRpcSubscriptionsApi } from "@solana/kit";
import type { Address } from "@tribe/contract";
import type { ReadTransactions } from "./read-transactions.ts";

/** The chain as the server sees it: Solana's own JSON-RPC and PubSub, whoever answers them. */
export interface Chain {
  readonly rpc: Rpc<SolanaRpcApi>;
  /** For who reads the history: quicker than `rpc` by far. */
  readonly readTransactions: ReadTransactions;
  readonly rpcUrl: string;
  readonly webSocketUrl: string;
  readonly programAddress: Address;
  /** True when we run it ourselves: airdrops work and the factory is set up at start. */
  readonly isEmbedded: boolean;
  /**
   * Subscriptions over a connection of their own. Kit 8.4 gives a connection that failed out of its pool again, so who
   * lost one opens anew.
   */
  openSubscriptions(): RpcSubscriptions<SolanaRpcSubscriptionsApi>;
  close(): Promise<void>;
}

/** The chain can't be used as it is; its message is for whoever starts us. */
export class ChainStartError extends Error {}
