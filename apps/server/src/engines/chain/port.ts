import type { Rpc, RpcSubscriptions, SolanaRpcApi, SolanaRpcSubscriptionsApi } from "@solana/kit";
import type { Address } from "@tribe/contract";

/** The chain as the server sees it: Solana's own JSON-RPC and PubSub, whoever answers them. */
export interface Chain {
  readonly rpc: Rpc<SolanaRpcApi>;
  readonly subscriptions: RpcSubscriptions<SolanaRpcSubscriptionsApi>;
  readonly rpcUrl: string;
  readonly webSocketUrl: string;
  readonly programAddress: Address;
  /** True when we run it ourselves: airdrops work and the factory is set up at start. */
  readonly isEmbedded: boolean;
  close(): Promise<void>;
}
