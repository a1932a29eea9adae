import { address, getOffchainMessageV1Encoder } from "@solana/kit";
import { buildClaimMessage } from "@tribe/chain/claim";
import {
  buildBuyMessage,
  buildConvertMessage,
  buildPoolCollectMessage,
  buildSwapBuyMessage,
  buildSwapSellMessage,
  buildTransferMessage,
  type TransferAsset,
  tradeAddresses,
} from "@tribe/chain/messages";
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

/** Claims some compressed accounts of a token, which lie side by side from a place on. */
export const claimMessage = (owner: Address, mint: Address, place: number): Promise<Bytes> => {
  const [tree, queue] = [address("11111111111111111111111111111114"), address("11111111111111111111111111111115")];
  const inputs = [0, 1].map((next) => ({ amount: 500n, tree, queue, leafIndex: place + next, rootIndex: null }));
  return buildClaimMessage({
    ...frame,
    wallet: owner,
    mint,
    tokenProgram: "token2022",
    parts: [{ inputs, proof: null }],
  });
};

interface BuyOptions {
  readonly admin?: Address;
  readonly tokens?: bigint;
  /** 0.1 SOL unless said otherwise. */
  readonly maxLamports?: bigint;
  readonly minTokens: bigint;
  readonly makesTokenAccount: boolean;
}

/** Builders of trades on the curve, and the common parts of any message. */
export const tradeOf = {
  frame,
  buy: async (
    wallet: Address,
    { admin, tokens, maxLamports, minTokens, makesTokenAccount }: BuyOptions,
  ): Promise<Bytes> =>
    buildBuyMessage({
      ...frame,
      wallet,
      admin: admin ?? testAddresses.adminAddress,
      ...(await tradeAddresses(7n, frame.program)),
      tokens: tokenUnits(tokens ?? 1_000_000_000_000n),
      maxLamports: lamports(maxLamports ?? 100_000_000n),
      minTokens: tokenUnits(minTokens),
      flags: { referral: false, affiliate: false, discount: false },
      referrer: null,
      makesTokenAccount,
    }),
} as const;

/** Buys 5 tokens for at most 0.1 SOL, with a new token account. */
export const buyMessage = (wallet: Address, admin = testAddresses.adminAddress): Promise<Bytes> =>
  tradeOf.buy(wallet, { admin, tokens: 5_000_000_000n, minTokens: 4_750_000_000n, makesTokenAccount: true });

const migrated = { ...frame, tokenId: 7n as TokenId }; // any u64

/** Builders of all messages about a migrated token, by name. */
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

/** Sends something to somebody. */
export const transferMessage = (
  wallet: Address,
  transfer: { readonly recipient: Address; readonly asset: TransferAsset; readonly memo?: string },
): Promise<Bytes> => buildTransferMessage({ ...frame, wallet, memo: null, ...transfer });
