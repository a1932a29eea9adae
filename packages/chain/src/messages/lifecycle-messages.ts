import { getCreateAssociatedTokenIdempotentInstruction, TOKEN_2022_PROGRAM_ADDRESS } from "@solana-program/token-2022";
import type { Address, Lamports, Mint, TokenId, TokenUnits } from "@tribe/contract";
import {
  associatedTokenAddress,
  factoryAddress,
  migrationAddresses,
  mintAddress,
  toChainAddress,
  tokenStateAddress,
  vaultAddress,
} from "../accounts/addresses.ts";
import { withTokenWitness } from "../accounts/token-witness.ts";
import { getConvertInstruction, getMigrateInstruction } from "../generated/index.ts";
import { getBuyInstruction, getCollectInstruction, getSellInstruction } from "../generated/pool/index.ts";
import { compile, type MessageFrame, signer } from "../transactions/compile-message.ts";
import { closingAfter } from "./close-account.ts";

/** A message about a token whose curve is closed. All its addresses are derived from its id. */
export interface LifecycleFrame extends MessageFrame {
  readonly tokenId: TokenId;
}

interface AccountClosing {
  /** Closes the account that the tokens leave, which must then be empty; absent: it stays. */
  readonly closesAccount?: boolean;
}

interface AccountMaking {
  /** Creates the wallet's account for the new mint first; harmless when it already exists. */
  readonly makesTokenAccount: boolean;
}

export interface ConvertMessageInput extends LifecycleFrame, AccountMaking, AccountClosing {
  /** Old base units. */
  readonly tokens: TokenUnits;
}

export interface SwapBuyMessageInput extends LifecycleFrame, AccountMaking {
  /** The wallet's exact payment, including all fees. */
  readonly lamports: Lamports;
  /** Minimum base units of the new mint (6 decimals). */
  readonly minTokens: bigint;
}

export interface SwapSellMessageInput extends LifecycleFrame, AccountClosing {
  /** Base units of the new mint (6 decimals), exactly. */
  readonly tokens: bigint;
  /** After all fees. */
  readonly minLamports: Lamports;
}

export interface PoolCollectMessageInput extends LifecycleFrame {
  readonly creator: Address;
  /** As in the factory's account. */
  readonly feeReceiver: Address;
}

/** Builds the message that turns a closed curve into its pool. Anybody may be its `wallet`, and it may be sent repeatedly. */
export const buildMigrateMessage = async (input: LifecycleFrame): Promise<Uint8Array<ArrayBuffer>> => {
  const { program, tokenId } = input;
  const made = await migrationAddresses(tokenId, program);
  const migrate = getMigrateInstruction(
    {
      caller: signer(input.wallet),
      factory: toChainAddress(await factoryAddress(program)),
      vault: toChainAddress(await vaultAddress(program)),
      token: toChainAddress(await tokenStateAddress(tokenId, program)),
      mint: toChainAddress(await mintAddress(tokenId, program)),
      newMint: toChainAddress(made.newMint),
      conversionVault: toChainAddress(made.conversionVault),
      pool: toChainAddress(made.pool),
      poolVault: toChainAddress(made.poolVault),
    },
    { programAddress: toChainAddress(program) },
  );
  return compile(input, [migrate]);
};

/** Builds the message that converts old tokens to new ones at the migration's rate. */
export const buildConvertMessage = async (input: ConvertMessageInput): Promise<Uint8Array<ArrayBuffer>> => {
  const { program, tokenId, wallet } = input;
  const mint = await mintAddress(tokenId, program);
  const { newMint, conversionVault } = await migrationAddresses(tokenId, program);
  const convert = getConvertInstruction(
    {
      owner: signer(wallet),
      token: toChainAddress(await tokenStateAddress(tokenId, program)),
      mint: toChainAddress(mint),
      ownerTokenAccount: toChainAddress(await associatedTokenAddress(wallet, mint)),
      conversionVault: toChainAddress(conversionVault),
      ownerNewTokenAccount: toChainAddress(await associatedTokenAddress(wallet, newMint)),
      tokens: input.tokens,
    },
    { programAddress: toChainAddress(program) },
  );
  return compile(input, [
    ...(await accountFor(input, newMint)),
    withTokenWitness(convert, tokenId),
    ...(await closingAfter(wallet, mint, input.closesAccount)),
  ]);
};

/** Builds the message that swaps lamports for new tokens in the pool. */
export const buildSwapBuyMessage = async (input: SwapBuyMessageInput): Promise<Uint8Array<ArrayBuffer>> => {
  const { newMint, pool, poolVault } = await migrationAddresses(input.tokenId, input.program);
  const buy = getBuyInstruction({
    buyer: signer(input.wallet),
    pool: toChainAddress(pool),
    vault: toChainAddress(poolVault),
    buyerTokenAccount: toChainAddress(await associatedTokenAddress(input.wallet, newMint)),
    lamports: input.lamports,
    minTokens: input.minTokens,
  });
  return compile(input, [...(await accountFor(input, newMint)), withTokenWitness(buy, input.tokenId)]);
};

/** Builds the message that swaps new tokens for lamports in the pool. */
export const buildSwapSellMessage = async (input: SwapSellMessageInput): Promise<Uint8Array<ArrayBuffer>> => {
  const { newMint, pool, poolVault } = await migrationAddresses(input.tokenId, input.program);
  const sell = getSellInstruction({
    seller: signer(input.wallet),
    pool: toChainAddress(pool),
    vault: toChainAddress(poolVault),
    sellerTokenAccount: toChainAddress(await associatedTokenAddress(input.wallet, newMint)),
    tokens: input.tokens,
    minLamports: input.minLamports,
  });
  return compile(input, [
    withTokenWitness(sell, input.tokenId),
    ...(await closingAfter(input.wallet, newMint, input.closesAccount)),
  ]);
};

/** Builds the message that pays a pool's accrued fees to creator and platform; anybody may be its `wallet`. */
export const buildPoolCollectMessage = async (input: PoolCollectMessageInput): Promise<Uint8Array<ArrayBuffer>> => {
  const { pool } = await migrationAddresses(input.tokenId, input.program);
  const collect = getCollectInstruction({
    pool: toChainAddress(pool),
    factory: toChainAddress(await factoryAddress(input.program)),
    creator: toChainAddress(input.creator),
    feeReceiver: toChainAddress(input.feeReceiver),
  });
  return compile(input, [withTokenWitness(collect, input.tokenId)]);
};

const accountFor = async ({ wallet, makesTokenAccount }: MessageFrame & AccountMaking, mint: Mint) =>
  makesTokenAccount
    ? [
        getCreateAssociatedTokenIdempotentInstruction({
          payer: signer(wallet),
          ata: toChainAddress(await associatedTokenAddress(wallet, mint)),
          owner: toChainAddress(wallet),
          mint: toChainAddress(mint),
          tokenProgram: TOKEN_2022_PROGRAM_ADDRESS,
        }),
      ]
    : [];
