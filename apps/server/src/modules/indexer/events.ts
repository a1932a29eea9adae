import type { Address, Mint } from "@tribe/contract";

/** A trade frame in its JSON form, so that one serialisation serves every socket. */
export interface TradeIndexed {
  readonly mint: Mint;
  readonly signature: string;
  /** The `trade` frame of the contract, ready to send. */
  readonly frame: string;
}

declare module "../../engines/bus/port.ts" {
  interface BusEvents {
    /** A buy or sell is in the index, with all that follows from it. */
    "trade.indexed": TradeIndexed;
    "token.created": { readonly mint: Mint; readonly signature: string };
    /** A curve is sold out: it waits for its migration. */
    "curve.closed": { readonly mint: Mint };
    /** A full curve became a pool. */
    "token.migrated": { readonly mint: Mint; readonly newMint: Mint; readonly liquidityAddress: Address };
    /** Tokens or lamports of these wallets moved on chain. */
    "balance.changed": { readonly addresses: readonly Address[] };
  }
}
