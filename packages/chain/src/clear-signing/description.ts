import type { Address, Lamports, Mint, TokenId, TokenUnits } from "@tribe/contract";
import type { TradeFlags } from "@tribe/domain/money";
import type { NewTokenUnits } from "@tribe/domain/pool";
import { signingRefusalTexts } from "@tribe/domain/words";
import type { TokenProgram } from "../accounts/addresses.ts";
import type { DecompressPart } from "../claim/decompress-instruction.ts";
import type { RouteInstruction } from "../jupiter/route-message.ts";
import type { TransferAsset } from "../messages/transfer.ts";
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
  readonly flags: TradeFlags;
  readonly recipients: readonly Recipient[];
  /** The most that can leave the wallet, by what for; `total` is the Max Spend of the dialog. */
  readonly spend: Spend;
  readonly computeUnitLimit: number;
  readonly microLamportsPerUnit: bigint;
  readonly blockhash: string;
}

/** A message about one of our tokens. */
interface TokenDescriptionBase extends DescriptionBase {
  readonly mint: Mint;
}

export interface CreateTribeDescription extends TokenDescriptionBase {
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

export interface BuyDescription extends TokenDescriptionBase {
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

export interface SellDescription extends TokenDescriptionBase {
  readonly kind: "sell";
  readonly state: Address;
  readonly tokens: TokenUnits;
  /** The least that is received, after the trade's fees. */
  readonly minLamports: Lamports;
}

/** What messages about a token whose curve is closed have in common. */
interface LifecycleDescription extends TokenDescriptionBase {
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

/** SOL or tokens to one wallet, and nothing beside it. */
export interface TransferDescription extends DescriptionBase {
  readonly kind: "transfer";
  readonly recipient: Address;
  readonly asset: TransferAsset;
  readonly memo: string | null;
}

/** Compressed tokens of one mint that become ordinary ones of the wallet's own account. */
export interface ClaimDescription extends TokenDescriptionBase {
  readonly kind: "claim";
  readonly tokenProgram: TokenProgram;
  /** Base units: everything that is spent. */
  readonly units: bigint;
  readonly parts: readonly DecompressPart[];
}

/** What messages about our tokens do. */
export type TradeDescription =
  | CreateTribeDescription
  | BuyDescription
  | SellDescription
  | ConvertDescription
  | SwapBuyDescription
  | SwapSellDescription
  | CollectDescription
  | RouteDescription;

/** What a message does, completely: two messages with equal descriptions are the same bytes. */
export type Description = TradeDescription | TransferDescription | ClaimDescription;

/** Why a message is not signed; `signingRefusalTexts` of the domain has the sentence. */
export type RefusalReason = keyof typeof signingRefusalTexts;

export interface Refusal {
  readonly kind: "refused";
  readonly reason: RefusalReason;
}

/** Thrown inside the decoder and turned into a {@link Refusal} at its edge. */
export class Refused extends Error {
  readonly reason: RefusalReason;
  constructor(reason: RefusalReason) {
    super(signingRefusalTexts[reason]);
    this.reason = reason;
  }
}

/** Tells a description from a refusal. */
export const isRefusal = (result: Description | Refusal): result is Refusal => result.kind === "refused";
