import type { Address, Lamports, Mint, TokenId, TokenUnits } from "@tribe/contract";
import type { TradeFlags } from "@tribe/domain/money";
import type { NewTokenUnits } from "@tribe/domain/pool";
import { signingRefusalTexts } from "@tribe/domain/words";
import type { TokenProgram } from "../accounts/addresses.ts";
import type { DecompressPart } from "../claim/decompress-instruction.ts";
import type { RouteInstruction } from "../jupiter/route-message.ts";
import type { ClosedAccount } from "../messages/close-account.ts";
import type { TransferAsset } from "../messages/transfer.ts";
import type { Spend } from "../transactions/spend.ts";

/** The wallet that is asked to sign, and this installation's addresses. */
export interface DescribeContext {
  /** The wallet that signs: fee payer, and owner of all funds that move. */
  readonly wallet: Address;
  /** The only other signer that a message may have. */
  readonly admin: Address;
  readonly program: Address;
}

/** A recipient that a message names. */
export interface Recipient {
  readonly role: "referrer" | "inviter" | "creator" | "platform";
  readonly address: Address;
}

interface DescriptionBase {
  readonly wallet: Address;
  /** Null when the wallet signs alone. */
  readonly admin: Address | null;
  readonly flags: TradeFlags;
  readonly recipients: readonly Recipient[];
  /** The most that can leave the wallet, by purpose; `total` is the dialog's Max Spend. */
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
  /** The program creates the token with exactly these settings, or fails. */
  readonly coefficient: bigint;
  /** The inviter's tokens; 0 without one. */
  readonly referralBonus: TokenUnits;
}

export interface BuyDescription extends TokenDescriptionBase {
  readonly kind: "buy";
  readonly state: Address;
  /** The most to buy, even if the SOL would pay for more. */
  readonly tokens: TokenUnits;
  /** Including all fees. */
  readonly maxLamports: Lamports;
  /** The minimum, unless the curve has fewer left: then all of those are bought, and only those are paid. */
  readonly minTokens: TokenUnits;
  readonly makesTokenAccount: boolean;
}

export interface SellDescription extends TokenDescriptionBase {
  readonly kind: "sell";
  readonly state: Address;
  readonly tokens: TokenUnits;
  /** The minimum received, after the trade's fees. */
  readonly minLamports: Lamports;
  /** Closes the account that everything left, and returns its deposit to the wallet. */
  readonly closesAccount: boolean;
}

/** Fields of messages about a token whose curve is closed. */
interface LifecycleDescription extends TokenDescriptionBase {
  readonly tokenId: TokenId;
}

/** Old tokens into new ones, at the rate that the migration fixed. */
export interface ConvertDescription extends LifecycleDescription {
  readonly kind: "convert";
  readonly newMint: Mint;
  readonly tokens: TokenUnits;
  readonly makesTokenAccount: boolean;
  /** As of a sell: the account of the old tokens. */
  readonly closesAccount: boolean;
}

export interface SwapBuyDescription extends LifecycleDescription {
  readonly kind: "swapBuy";
  readonly newMint: Mint;
  /** The exact payment, including all fees. */
  readonly lamports: Lamports;
  readonly minTokens: NewTokenUnits;
  readonly makesTokenAccount: boolean;
}

export interface SwapSellDescription extends LifecycleDescription {
  readonly kind: "swapSell";
  readonly newMint: Mint;
  readonly tokens: NewTokenUnits;
  /** The minimum received, after all fees. */
  readonly minLamports: Lamports;
  readonly closesAccount: boolean;
}

/** Pays accrued fees to their owners; the wallet pays only the network's fee. */
export interface CollectDescription extends LifecycleDescription {
  readonly kind: "collect";
  readonly source: "curve" | "pool";
}

/** A swap by a Jupiter route, from the wallet's own account into its own. */
export interface RouteDescription extends LifecycleDescription {
  readonly kind: "route";
  readonly newMint: Mint;
  readonly direction: "buy" | "sell";
  /** The exact input: lamports of a buy, base units of the new mint of a sell. */
  readonly input: bigint;
  /** The minimum output, enforced by Jupiter's program: new base units of a buy, lamports of a sell. */
  readonly minOutput: bigint;
  readonly makesTokenAccount: boolean;
  /** The route itself. Its unchecked part cannot touch the wallet. */
  readonly route: RouteInstruction;
}

/** Sends SOL or tokens to one wallet, and does nothing else. */
export interface TransferDescription extends DescriptionBase {
  readonly kind: "transfer";
  readonly recipient: Address;
  readonly asset: TransferAsset;
  readonly memo: string | null;
}

/** Turns compressed tokens of one mint into ordinary ones of the wallet's own account. */
export interface ClaimDescription extends TokenDescriptionBase {
  readonly kind: "claim";
  readonly tokenProgram: TokenProgram;
  /** Base units: everything that is spent. */
  readonly units: bigint;
  readonly parts: readonly DecompressPart[];
}

/** Closes token accounts of the wallet, which gets their deposits. The token programs close only accounts without tokens. */
export interface CloseAccountsDescription extends DescriptionBase {
  readonly kind: "closeAccounts";
  readonly accounts: readonly ClosedAccount[];
}

/** The messages about our tokens. */
export type TradeDescription =
  | CreateTribeDescription
  | BuyDescription
  | SellDescription
  | ConvertDescription
  | SwapBuyDescription
  | SwapSellDescription
  | CollectDescription
  | RouteDescription;

/** Everything that a message does: two messages with equal descriptions have the same bytes. */
export type Description = TradeDescription | TransferDescription | ClaimDescription | CloseAccountsDescription;

/** Why a message is not signed; `signingRefusalTexts` of the domain has the sentence. */
export type RefusalReason = keyof typeof signingRefusalTexts;

export interface Refusal {
  readonly kind: "refused";
  readonly reason: RefusalReason;
}

/** Thrown inside the decoder, which returns it as a {@link Refusal}. */
export class Refused extends Error {
  readonly reason: RefusalReason;
  constructor(reason: RefusalReason) {
    super(signingRefusalTexts[reason]);
    this.reason = reason;
  }
}

/** Tells a description from a refusal. */
export const isRefusal = (result: Description | Refusal): result is Refusal => result.kind === "refused";
