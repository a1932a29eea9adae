import type { Address, Mint } from "@tribe/contract";

/** A trade frame in JSON, serialised once for all sockets. */
export interface TradeIndexed {
  readonly mint: Mint;
  readonly signature: string;
  /** The contract's `trade` frame, ready to send. */
  readonly frame: string;
}

declare module "../../engines/bus/port.ts" {
  interface BusEvents {
    /** A trade is in the index, with all that is derived from it. */
    "trade.indexed": TradeIndexed;
    "token.created": { readonly mint: Mint; readonly signature: string };
    /** A curve is sold out and waits for its migration. */
    "curve.closed": { readonly mint: Mint };
    /** A full curve was migrated to a pool. */
    "token.migrated": { readonly mint: Mint; readonly newMint: Mint; readonly liquidityAddress: Address };
    /** The tokens or lamports of these wallets changed on chain. */
    "balance.changed": { readonly addresses: readonly Address[] };
  }
}
