import { getCreateAssociatedTokenIdempotentInstruction, TOKEN_2022_PROGRAM_ADDRESS } from "@solana-program/token-2022";
import type { Address, Lamports, Mint, TokenUnits } from "@tribe/contract";
import { flagsToByte, type TradeFlags } from "@tribe/domain/money";
import {
  associatedTokenAddress,
  factoryAddress,
  mintAddress,
  toChainAddress,
  tokenStateAddress,
} from "../accounts/addresses.ts";
import { getBuyInstruction, getCreateTokenInstruction, getSellInstruction } from "../generated/index.ts";
import { compile, type MessageFrame, signer } from "../transactions/compile-message.ts";
import { closingAfter } from "./close-account.ts";

export interface CreateMessageInput extends MessageFrame {
  readonly admin: Address;
  readonly tokenId: bigint;
  readonly name: string;
  readonly symbol: string;
  readonly uri: string;
  /** The creator's first buy; `tokens` 0 for none. */
  readonly firstBuy: { readonly tokens: TokenUnits; readonly maxLamports: Lamports; readonly minTokens: TokenUnits };
  /** The factory's settings as the creator saw them: the creation succeeds with exactly these, or fails. */
  readonly coefficient: bigint;
  /** The inviter's bonus by the flags: 0 without one. */
  readonly referralBonus: TokenUnits;
  readonly flags: TradeFlags;
  /** Gets the first tokens; set exactly with the referral flag. */
  readonly inviter: Address | null;
}

/** A trade names the token by its state and mint; both are derived from the token's id (`tradeAddresses`). */
interface TradeMessageInput extends MessageFrame {
  readonly state: Address;
  readonly mint: Mint;
  readonly flags: TradeFlags;
  /** Set exactly with the referral flag. */
  readonly referrer: Address | null;
}

export interface BuyMessageInput extends TradeMessageInput {
  readonly admin: Address;
  readonly tokens: TokenUnits;
  readonly maxLamports: Lamports;
  readonly minTokens: TokenUnits;
  /** Creates the buyer's token account first; harmless when it already exists. */
  readonly makesTokenAccount: boolean;
}

export interface SellMessageInput extends TradeMessageInput {
  /** Null for the plain sell that needs no co-signature. */
  readonly admin: Address | null;
  readonly tokens: TokenUnits;
  readonly minLamports: Lamports;
  /** Closes the seller's token account afterwards, which must then be empty; absent: it stays. */
  readonly closesAccount?: boolean;
}

/** A token's state and mint addresses by its id. */
export const tradeAddresses = async (tokenId: bigint, program: Address): Promise<{ state: Address; mint: Mint }> => ({
  state: await tokenStateAddress(tokenId, program),
  mint: await mintAddress(tokenId, program),
});

/** Builds the message that creates a token, with the creator's first buy in the same instruction. */
export const buildCreateMessage = async (input: CreateMessageInput): Promise<Uint8Array<ArrayBuffer>> => {
  const { state, mint } = await tradeAddresses(input.tokenId, input.program);
  const inviter = input.inviter
    ? {
        inviter: toChainAddress(input.inviter),
        inviterTokenAccount: toChainAddress(await associatedTokenAddress(input.inviter, mint)),
      }
    : {};
  const instruction = getCreateTokenInstruction(
    {
      creator: signer(input.wallet),
      admin: signer(input.admin),
      factory: toChainAddress(await factoryAddress(input.program)),
      token: toChainAddress(state),
      mint: toChainAddress(mint),
      creatorTokenAccount: toChainAddress(await associatedTokenAddress(input.wallet, mint)),
      ...inviter,
      tokenId: input.tokenId,
      name: input.name,
      symbol: input.symbol,
      uri: input.uri,
      firstBuy: input.firstBuy,
      bondingCurveCoeff: input.coefficient,
      referralBonus: input.referralBonus,
      flags: flagsToByte(input.flags),
    },
    { programAddress: toChainAddress(input.program) },
  );
  return compile(input, [instruction]);
};

/** Builds the message that buys on the curve. */
export const buildBuyMessage = async (input: BuyMessageInput): Promise<Uint8Array<ArrayBuffer>> => {
  const tokenAccount = toChainAddress(await associatedTokenAddress(input.wallet, input.mint));
  const makeAccount = getCreateAssociatedTokenIdempotentInstruction({
    payer: signer(input.wallet),
    ata: tokenAccount,
    owner: toChainAddress(input.wallet),
    mint: toChainAddress(input.mint),
    tokenProgram: TOKEN_2022_PROGRAM_ADDRESS,
  });
  const buy = getBuyInstruction(
    {
      buyer: signer(input.wallet),
      admin: signer(input.admin),
      factory: toChainAddress(await factoryAddress(input.program)),
      token: toChainAddress(input.state),
      mint: toChainAddress(input.mint),
      buyerTokenAccount: tokenAccount,
      ...(input.referrer ? { referrer: toChainAddress(input.referrer) } : {}),
      tokens: input.tokens,
      maxLamports: input.maxLamports,
      minTokens: input.minTokens,
      flags: flagsToByte(input.flags),
    },
    { programAddress: toChainAddress(input.program) },
  );
  return compile(input, input.makesTokenAccount ? [makeAccount, buy] : [buy]);
};

/** Builds the message that sells on the curve. */
export const buildSellMessage = async (input: SellMessageInput): Promise<Uint8Array<ArrayBuffer>> => {
  const sell = getSellInstruction(
    {
      seller: signer(input.wallet),
      ...(input.admin ? { admin: signer(input.admin) } : {}),
      factory: toChainAddress(await factoryAddress(input.program)),
      token: toChainAddress(input.state),
      mint: toChainAddress(input.mint),
      sellerTokenAccount: toChainAddress(await associatedTokenAddress(input.wallet, input.mint)),
      ...(input.referrer ? { referrer: toChainAddress(input.referrer) } : {}),
      tokens: input.tokens,
      minLamports: input.minLamports,
      flags: flagsToByte(input.flags),
    },
    { programAddress: toChainAddress(input.program) },
  );
  return compile(input, [sell, ...(await closingAfter(input.wallet, input.mint, input.closesAccount))]);
};
