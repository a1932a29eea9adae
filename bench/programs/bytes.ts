import { address, blockhash } from "@solana/kit";
import { fromChainAddress } from "@tribe/chain/accounts";
import {
  buildBuyMessage,
  buildChangeCreatorMessage,
  buildConvertMessage,
  buildCreateMessage,
  buildMigrateMessage,
  buildPoolCollectMessage,
  buildSellMessage,
  buildSwapBuyMessage,
} from "@tribe/chain/messages";
import { computeUnitLimit, lifecycleComputeUnitLimit } from "@tribe/chain/transactions";
import { lamports, type TokenId, tokenUnits } from "@tribe/contract";
import { keyFor } from "../../programs/tests/support/keys.ts";
import { curve, tribeOf } from "../../programs/tests/support/stage.ts";
import { longest } from "./scene.ts";

/** Lengths of the app's own whole signed transactions, in bytes, each with a priority fee and the largest amounts. */
export interface Bytes {
  readonly buy: number;
  readonly buyWithAccount: number;
  readonly sell: number;
  readonly create: number;
  readonly migrate: number;
  readonly convert: number;
  readonly swap: number;
  readonly collect: number;
  /** For a migrated token: state and pool together. */
  readonly changeCreator: number;
}

const amount = 2n ** 63n - 1n;
const keyOf = (...parts: string[]) => fromChainAddress(address(keyFor(...parts)));
const [wallet, referrer] = [keyOf("wallet", "trader"), keyOf("wallet", "referrer")];
const tribe = tribeOf(amount, wallet);
/** Length of a transaction with this many signatures. */
const signed = (message: Uint8Array, signatures: number): number => 1 + 64 * signatures + message.length;

/** Trades and creations have two signatures, referrer and discount; a creation has the longest texts and an inviter. */
export const measureBytes = async (): Promise<Bytes> => {
  const program = fromChainAddress(address(curve));
  const frame = { program, wallet, blockhash: blockhash(keyFor("blockhash")), microLamportsPerUnit: 1_000_000n };
  const flags = { referral: true, affiliate: true, discount: true };
  const coSigned = { ...frame, admin: keyOf("admin"), flags };
  const [state, mint] = [fromChainAddress(address(tribe.token)), fromChainAddress(address(tribe.mint))];
  const wanted = { tokens: tokenUnits(amount), maxLamports: lamports(amount), minTokens: tokenUnits(amount) };
  const buy = (makesTokenAccount: boolean) => {
    const limit = computeUnitLimit("buy", { makesTokenAccount });
    return buildBuyMessage({
      ...coSigned,
      ...wanted,
      state,
      mint,
      referrer,
      computeUnitLimit: limit,
      makesTokenAccount,
    });
  };
  const limit = computeUnitLimit("create", { makesTokenAccount: true, hasInviter: true });
  const settings = { coefficient: amount, referralBonus: tokenUnits(amount) };
  const creation = {
    ...{ ...longest, ...settings, tokenId: amount },
    ...{ firstBuy: wanted, inviter: referrer, computeUnitLimit: limit },
  };
  const sale = { state, mint, referrer, tokens: tokenUnits(amount), minLamports: lamports(amount) };
  const later = {
    ...frame,
    computeUnitLimit: lifecycleComputeUnitLimit("migrate"),
    tokenId: amount as TokenId, // any u64
    makesTokenAccount: false,
  };
  return {
    buy: signed(await buy(false), 2),
    buyWithAccount: signed(await buy(true), 2),
    sell: signed(await buildSellMessage({ ...coSigned, ...sale, computeUnitLimit: computeUnitLimit("sell") }), 2),
    create: signed(await buildCreateMessage({ ...coSigned, ...creation }), 2),
    migrate: signed(await buildMigrateMessage(later), 1),
    convert: signed(await buildConvertMessage({ ...later, tokens: tokenUnits(amount) }), 1),
    swap: signed(await buildSwapBuyMessage({ ...later, lamports: lamports(amount), minTokens: amount }), 1),
    changeCreator: signed(
      await buildChangeCreatorMessage({ ...later, creator: referrer, newCreator: wallet, isMigrated: true }),
      2,
    ),
    collect: signed(await buildPoolCollectMessage({ ...later, creator: wallet, feeReceiver: referrer }), 1),
  };
};
