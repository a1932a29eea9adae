import { address, getOffchainMessageV1Encoder } from "@solana/kit";
import { buildBuyMessage, tradeAddresses } from "@tribe/chain";
import { type Address, addressSchema, lamports, tokenUnits } from "@tribe/contract";
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

/** Buys 5 tokens for at most 0.1 SOL, with a new token account. */
export const buyMessage = async (wallet: Address, admin = testAddresses.adminAddress): Promise<Bytes> => {
  const program = testAddresses.programAddress;
  return buildBuyMessage({
    program,
    wallet,
    admin,
    blockhash: "EETubP5AKHgjPAhzPAFcb8BAY1hMH639CWCFTqi3hq1k",
    computeUnitLimit: 60_000,
    microLamportsPerUnit: 1_000n,
    ...(await tradeAddresses(7n, program)),
    tokens: tokenUnits(5_000_000_000n),
    maxLamports: lamports(100_000_000n),
    minTokens: tokenUnits(4_750_000_000n),
    flags: { referral: false, affiliate: false, discount: false },
    referrer: null,
    makesTokenAccount: true,
  });
};
