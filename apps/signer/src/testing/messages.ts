import { address, getOffchainMessageV1Encoder } from "@solana/kit";
import {
  buildBuyMessage,
  buildConvertMessage,
  buildPoolCollectMessage,
  buildSwapBuyMessage,
  buildSwapSellMessage,
  tradeAddresses,
} from "@tribe/chain";
import { type Address, addressSchema, lamports, type TokenId, tokenUnits } from "@tribe/contract";
import type { Bytes } from "../keys/bytes.ts";

/** An installation's two addresses; nothing runs behind them. */
export const testAddresses = {
  programAddress: addressSchema.parse("11111111111111111111111111111112"),
  adminAddress: addressSchema.parse("11111111111111111111111111111113"),
};

/** A text in Solana's off-chain format that asks for one signature. */
export const offchainMessage = (signer: Address, content: string): Bytes =>
  new Uint8Array(
    getOffchainMessageV1Encoder().encode({
      version: 1,
      content,
      requiredSignatories: [{ address: address(signer) }],
    }),
  );

const frame = {
  program: testAddresses.programAddress,
  blockhash: "EETubP5AKHgjPAhzPAFcb8BAY1hMH639CWCFTqi3hq1k",
  computeUnitLimit: 60_000,
  microLamportsPerUnit: 1_000n,
};

/** Buys 5 tokens for at most 0.1 SOL, with a new token account. */
export const buyMessage = async (wallet: Address, admin = testAddresses.adminAddress): Promise<Bytes> => {
  return buildBuyMessage({
    ...frame,
    wallet,
    admin,
    ...(await tradeAddresses(7n, frame.program)),
    tokens: tokenUnits(5_000_000_000n),
    maxLamports: lamports(100_000_000n),
    minTokens: tokenUnits(4_750_000_000n),
    flags: { referral: false, affiliate: false, discount: false },
    referrer: null,
    makesTokenAccount: true,
  });
};

const migrated = { ...frame, tokenId: 7n as TokenId }; // any u64

/** What can be asked about a migrated token, by name. */
export const migratedMessages = {
  /** 1.5 SOL for at least 36,000.123456 new tokens, with a new token account. */
  swapBuy: (wallet: Address): Promise<Bytes> =>
    buildSwapBuyMessage({
      ...migrated,
      wallet,
      lamports: lamports(1_500_000_000n),
      minTokens: 36_000_123_456n,
      makesTokenAccount: true,
    }),
  /** 1,000,000 new tokens for at least 0.0384 SOL. */
  swapSell: (wallet: Address): Promise<Bytes> =>
    buildSwapSellMessage({ ...migrated, wallet, tokens: 1_000_000_000_000n, minLamports: lamports(38_400_000n) }),
  /** 4.5 old tokens, with an account for the new ones. */
  convert: (wallet: Address): Promise<Bytes> =>
    buildConvertMessage({ ...migrated, wallet, tokens: tokenUnits(4_500_000_000n), makesTokenAccount: true }),
  /** The pool's fees to two others. */
  collect: (wallet: Address): Promise<Bytes> =>
    buildPoolCollectMessage({
      ...migrated,
      wallet,
      creator: addressSchema.parse("11111111111111111111111111111115"),
      feeReceiver: addressSchema.parse("11111111111111111111111111111116"),
    }),
} as const;
