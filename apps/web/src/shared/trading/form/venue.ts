import type { Lamports, LocalUser, TokenProfile, TokenUnits } from "@tribe/contract";
import type { CostlyTrade } from "@tribe/domain/words";
import type { ComponentType, ReactNode } from "react";
import type { DialogToken, TradeDirection } from "../../dialogs/names.ts";
import type { SaleAmounts } from "../../gains/SaleGain.tsx";
import type { AmountFix } from "../amount/AmountField.tsx";
import type { TradableTokens } from "../panel/tradable-tokens.ts";
import type { ShownEntryOffer } from "../seat/EntryRow.tsx";

/** What a trade depends on besides its amount. Null until known. */
export interface TradeFacts {
  readonly user: LocalUser | null;
  readonly profile: TokenProfile | null;
  readonly balance: Lamports | null;
  readonly tradable: TradableTokens | null;
  /** In the units that count for a seat. */
  readonly seatHolding: TokenUnits | null;
  /** How many of the traded base units make one that counts for a seat. */
  readonly unitsPerSeatUnit: bigint | null;
  /** Whether the amount for a seat may be filled in: a purchase that has just ended may have changed cached values. */
  readonly isFresh: boolean;
}

/** The typed amount, and what a quote's buttons do. */
export interface QuoteInput {
  readonly token: DialogToken;
  readonly direction: TradeDirection;
  readonly amountText: string;
  /** The amount is SOL to spend; buys only. */
  readonly inSol: boolean;
  readonly slippageBps: number;
  readonly facts: TradeFacts;
  /** Writes an amount into the field. */
  readonly write: (text: string) => void;
  /** Leaves for a deposit, and returns to this amount. */
  readonly deposit: (lamportsRequired: bigint) => void;
}

/** What the typed amount comes to, as the form shows it. Figures are null without a quote. */
export interface TradeQuote {
  /** Why the amount can't be traded. */
  readonly wrong: { readonly words: string; readonly fixes: readonly AmountFix[] } | null;
  /** What the amount brings or costs, in one line. */
  readonly outcome: ReactNode;
  /** The change of the holding, in the units that count for a seat. */
  readonly change: bigint | null;
  /** Lamports that a buy of the typed amount costs now, all fees in; null for a sell. */
  readonly cost: bigint | null;
  /** The largest affordable amount as input text; null for a sell, while unknown, or if nothing. */
  readonly max: string | null;
  /** Further notes about the amount. */
  readonly after?: ReactNode;
  readonly details: ReactNode;
  readonly feeBps: number | null;
  readonly impactBps: number | null;
  readonly costly: CostlyTrade | null;
  /** The most that leaves the wallet, lamports. */
  readonly spend: bigint | null;
  /** What a sale takes and brings; null for a purchase, and without a quote. */
  readonly sale: SaleAmounts | null;
  /** How far the price may rise before a buy fails, in basis points. */
  readonly riseBps: number;
  /** Opens the order's transaction; false if it couldn't. Null while there is nothing to order. */
  readonly send: (() => boolean) | null;
}

/** A purchase for a seat: the text for the field, and lamports. */
export interface SeatPurchase {
  readonly amountText: string;
  readonly lamports: bigint;
}

/** Where a token is traded: on its curve, or in its pool. */
export interface TradeVenue {
  readonly kind: "curve" | "pool";
  readonly useFacts: (token: DialogToken) => TradeFacts;
  /** Called with every key in the field. */
  readonly useQuote: (input: QuoteInput) => TradeQuote;
  readonly entryOffer: (token: TokenProfile, holding: TokenUnits, slippageBps: number) => ShownEntryOffer;
  /** What to type to get so much for a seat, and its present cost with all fees; null where it can't be bought at once. */
  readonly buyOf: (token: TokenProfile, units: TokenUnits, slippageBps: number) => SeatPurchase | null;
  /** What the person holds, above the amount. */
  readonly Head: ComponentType<{ readonly token: DialogToken; readonly facts: TradeFacts }>;
  readonly quickBuys: (inSol: boolean) => readonly (bigint | number)[];
  /** The largest whole amount that the field takes. */
  readonly mostTyped: Readonly<Record<TradeDirection, bigint | null>>;
  /** Formats base units as input text: exact, or cut to what can be typed. */
  readonly written: { readonly exact: (units: bigint) => string; readonly cut: (units: bigint) => string };
}
