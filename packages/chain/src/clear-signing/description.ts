import type { Address, Lamports, Mint, TokenId, TokenUnits } from "@tribe/contract";
import type { TradeFlags } from "@tribe/domain/money";
import type { NewTokenUnits } from "@tribe/domain/pool";
import type { RouteInstruction } from "../jupiter/route-message.ts";
import type { Spend } from "../transactions/spend.ts";

/** Who is asked to sign, and what this installation is made of. */
export interface DescribeContext {
  /** The wallet that signs: fee payer, and owner of everything that moves. */
  readonly wallet: Address;
  /** The only other signer that may stand in a message. */
  readonly admin: Address;
  readonly program: Address;
}

/** Somebody whom a message names as getting something. */
export interface Recipient {
  readonly role: "referrer" | "inviter" | "creator" | "platform";
  readonly address: Address;
}

interface DescriptionBase {
  readonly wallet: Address;
  /** Null where the wallet signs alone. */
  readonly admin: Address | null;
  readonly mint: Mint;
  readonly flags: TradeFlags;
  readonly recipients: readonly Recipient[];
  /** The most that can leave the wallet, by what for; `total` is the Max Spend of the dialog. */
  readonly spend: Spend;
  readonly computeUnitLimit: number;
  readonly microLamportsPerUnit: bigint;
  readonly blockhash: string;
  /** One sentence for a person, with exact amounts. */
  readonly words: string;
}

export interface CreateTribeDescription extends DescriptionBase {
  readonly kind: "createTribe";
  readonly tokenId: TokenId;
  readonly name: string;
  readonly symbol: string;
  readonly uri: string;
  /** Null when nothing is bought. */
  readonly firstBuy: {
    readonly tokens: TokenUnits;
    readonly maxLamports: Lamports;
    readonly minTokens: TokenUnits;
  } | null;
  /** The program makes the token with exactly these settings, or refuses. */
  readonly coefficient: bigint;
  /** What the inviter gets; 0 without one. */
  readonly referralBonus: TokenUnits;
}

export interface BuyDescription extends DescriptionBase {
  readonly kind: "buy";
  readonly state: Address;
  /** The most that is bought, even if more could be paid. */
  readonly tokens: TokenUnits;
  /** All fees in. */
  readonly maxLamports: Lamports;
  /** The least, unless the curve has fewer left: then all of those, and only those are paid. */
  readonly minTokens: TokenUnits;
  readonly makesTokenAccount: boolean;
}

export interface SellDescription extends DescriptionBase {
  readonly kind: "sell";
  readonly state: Address;
  readonly tokens: TokenUnits;
  /** The least that is received, after the trade's fees. */
  readonly minLamports: Lamports;
}

/** What messages about a token whose curve is closed have in common. */
interface LifecycleDescription extends DescriptionBase {
  readonly tokenId: TokenId;
}

/** Old tokens into new ones, at the rate that the migration fixed for good. */
export interface ConvertDescription extends LifecycleDescription {
  readonly kind: "convert";
  readonly newMint: Mint;
  readonly tokens: TokenUnits;
  readonly makesTokenAccount: boolean;
}

export interface SwapBuyDescription extends LifecycleDescription {
  readonly kind: "swapBuy";
  readonly newMint: Mint;
  /** Exactly what is paid, all fees in. */
  readonly lamports: Lamports;
  readonly minTokens: NewTokenUnits;
  readonly makesTokenAccount: boolean;
}

export interface SwapSellDescription extends LifecycleDescription {
  readonly kind: "swapSell";
  readonly newMint: Mint;
  readonly tokens: NewTokenUnits;
  /** The least that is received, after all fees. */
  readonly minLamports: Lamports;
}

/** Accrued fees to those whom they belong to; the wallet pays the network and nothing else. */
export interface CollectDescription extends LifecycleDescription {
  readonly kind: "collect";
  readonly source: "curve" | "pool";
}

/** A swap by a route of Jupiter's, from the wallet's own account into its own. */
export interface RouteDescription extends LifecycleDescription {
  readonly kind: "route";
  readonly newMint: Mint;
  readonly direction: "buy" | "sell";
  /** Exactly what goes in: lamports of a buy, base units of the new mint of a sell. */
  readonly input: bigint;
  /** The least that comes, or Jupiter's program fails: new base units of a buy, lamports of a sell. */
  readonly minOutput: bigint;
  readonly makesTokenAccount: boolean;
  /** The route itself. The wallet has no part in what is in it beyond the places checked. */
  readonly route: RouteInstruction;
}

/** What a message does, completely: two messages with equal descriptions are the same bytes. */
export type Description =
  | CreateTribeDescription
  | BuyDescription
  | SellDescription
  | ConvertDescription
  | SwapBuyDescription
  | SwapSellDescription
  | CollectDescription
  | RouteDescription;

/** Why a message is not signed, for code; {@link refusalWords} has the sentence. */
export const refusalWords = {
  malformed: "This isn't a Solana transaction.",
  not_canonical: "This transaction isn't written the way this app writes it.",
  unsupported_version: "This transaction has a version this app doesn't use.",
  lookup_table: "This transaction hides its accounts in a lookup table.",
  durable_nonce: "This transaction would stay valid for ever (a durable nonce).",
  fee_payer: "Another account than your wallet would pay for this transaction.",
  unexpected_signer: "This transaction asks for a signature from someone who has no part in it.",
  missing_signer: "This transaction lacks a signature that it needs.",
  unknown_program: "This transaction calls a program this app doesn't use.",
  unknown_instruction: "This transaction does something this app doesn't do.",
  approval: "This transaction would let someone else move your tokens.",
  authority_change: "This transaction would hand over control of one of your accounts.",
  transfer: "This transaction would send money without saying so.",
  no_trade: "This transaction does nothing this app does.",
  several_trades: "This transaction holds more than one trade.",
  compute_budget: "This transaction asks for more computing than its trade needs.",
  priority_fee: "This transaction pays a higher priority fee than this app ever does.",
  foreign_token_account: "The tokens in this transaction belong to someone else's account.",
  wrong_account: "This transaction names an account that isn't part of its trade.",
  invalid_flags: "The discounts and referrals of this transaction contradict each other.",
  route_fee: "This swap would pay a hidden fee.",
  route_account: "This swap would hand your signature or your tokens to an exchange on its way.",
  no_minimum: "This trade names no minimum: it would go through even if nothing came of it.",
  unusable_text: "The name or symbol of this token has characters that could mislead people.",
  invalid_data: "The amounts in this transaction can't be read.",
} as const;

export type RefusalReason = keyof typeof refusalWords;

export interface Refusal {
  readonly kind: "refused";
  readonly reason: RefusalReason;
  readonly words: string;
}

/** Thrown inside the decoder and turned into a {@link Refusal} at its edge. */
export class Refused extends Error {
  readonly reason: RefusalReason;
  constructor(reason: RefusalReason) {
    super(refusalWords[reason]);
    this.reason = reason;
  }
}

/** Tells a description from a refusal. */
export const isRefusal = (result: Description | Refusal): result is Refusal => result.kind === "refused";
