import type { Address, Lamports, Mint, TokenId, TokenUnits } from "@tribe/contract";
import type { FeeSchedule } from "@tribe/domain/money";

/**
 * A buy or sell on the curve. `price` is lamports before fees; the three fees are the amounts paid or accrued for each side.
 */
export interface TradeFields {
  readonly mint: Mint;
  readonly trader: Address;
  readonly creator: Address;
  readonly referrer: Address | null;
  readonly amount: TokenUnits;
  readonly price: Lamports;
  readonly supplyBeforeTrade: TokenUnits;
  readonly platformFee: Lamports;
  readonly creatorFee: Lamports;
  readonly referralFee: Lamports;
  /** Basis points of `price`. */
  readonly referralRate: number;
  readonly discountRate: number;
  readonly isAffiliate: boolean;
}

type TokenEventBody =
  | {
      readonly kind: "tokenCreated";
      readonly mint: Mint;
      readonly creator: Address;
      readonly inviter: Address | null;
      readonly coefficient: bigint;
      readonly floor: TokenUnits;
      readonly xMax: TokenUnits;
      readonly referralBonus: TokenUnits;
    }
  | ({ readonly kind: "tokenBought" } & TradeFields)
  | ({ readonly kind: "tokenSold" } & TradeFields)
  | {
      readonly kind: "feesCollected";
      readonly mint: Mint;
      readonly creator: Address;
      readonly feeReceiver: Address;
      readonly creatorAmount: Lamports;
      readonly platformAmount: Lamports;
    }
  | {
      /** The token has another creator from now on, who also gets the accrued fees of the curve. */
      readonly kind: "creatorChanged";
      readonly mint: Mint;
      readonly previous: Address;
      readonly current: Address;
    }
  | {
      /** The curve has ended: its reserve is in the pool. */
      readonly kind: "tokenMigrated";
      readonly mint: Mint;
      readonly newMint: Mint;
      readonly liquidityAddress: Address;
      readonly reserve: Lamports;
      /** New base units per old one. */
      readonly rate: bigint;
      readonly poolTokens: bigint;
    }
  | {
      readonly kind: "tokensConverted";
      readonly mint: Mint;
      readonly newMint: Mint;
      readonly owner: Address;
      /** Old base units. */
      readonly amount: TokenUnits;
      /** Base units of the new mint, which has 6 decimals. */
      readonly newAmount: bigint;
    };

/** Changes of the factory by its super admin (or, for a withdrawal, its admin). */
type FactoryEventBody =
  | {
      readonly kind: "adminProposed" | "superAdminProposed";
      readonly superAdmin: Address;
      readonly proposed: Address | null;
    }
  | {
      readonly kind: "adminAccepted" | "superAdminAccepted" | "feeReceiverSet" | "withdrawReceiverSet";
      readonly previous: Address;
      readonly current: Address;
    }
  | {
      readonly kind: "feesAnnounced";
      readonly superAdmin: Address;
      /** Unix seconds from which anybody may apply them. */
      readonly from: bigint;
      readonly fees: FeeSchedule;
    }
  | { readonly kind: "feesUpdated"; readonly superAdmin: Address; readonly fees: FeeSchedule }
  | {
      readonly kind: "coefficientUpdated";
      readonly superAdmin: Address;
      readonly previous: bigint;
      readonly current: bigint;
    }
  | {
      readonly kind: "bonusesUpdated";
      readonly superAdmin: Address;
      readonly referralTokenBonus: TokenUnits;
      readonly affiliateTokenBonus: TokenUnits;
    }
  | { readonly kind: "allowanceGranted"; readonly superAdmin: Address; readonly allowance: Lamports }
  | {
      readonly kind: "withdrawn";
      readonly admin: Address;
      readonly receiver: Address;
      readonly amount: Lamports;
      /** Spent of the allowance in this window, including this withdrawal. */
      readonly spent: Lamports;
    }
  | { readonly kind: "sellsStopped"; readonly superAdmin: Address /** Unix seconds. */; readonly until: bigint }
  | { readonly kind: "guardianPaused"; readonly guardian: Address /** Unix seconds. */; readonly until: bigint }
  | { readonly kind: "guardianPauseEnded"; readonly superAdmin: Address /** Unix seconds. */; readonly at: bigint }
  | { readonly kind: "guardianSet"; readonly superAdmin: Address; readonly current: Address | null }
  | { readonly kind: "factoryInitialized"; readonly admin: Address; readonly superAdmin: Address }
  | { readonly kind: "factoryPaused"; readonly superAdmin: Address }
  | { readonly kind: "factoryUnpaused"; readonly superAdmin: Address };

/** An event's position; with the transaction's signature it identifies the event. */
export interface EventPlace {
  /** Index of the top-level instruction, and of the call within it. */
  readonly instruction: number;
  readonly inner: number;
  /** Counts from 0 per token (per factory for its events): a gap means that events were missed. */
  readonly seq: bigint;
}

/** An event of one token, in the order of its `seq`. */
export type TokenEvent = EventPlace & { readonly tokenId: TokenId } & TokenEventBody;
/** An event of the factory. */
export type FactoryEvent = EventPlace & FactoryEventBody;
/** Any event of the curve program. */
export type ProgramEvent = TokenEvent | FactoryEvent;

/** Whether an event belongs to one token. */
export const isTokenEvent = (event: ProgramEvent): event is TokenEvent => "tokenId" in event;
