import type { Address, KeyPairSigner } from "@solana/kit";
import {
  buildBuyMessage,
  buildCreateMessage,
  buildSellMessage,
  computeUnitLimit,
  fromChainAddress,
} from "@tribe/chain";
import { lamports, tokenUnits } from "@tribe/contract";
import { CURVE_PROGRAM_ADDRESS } from "../packages/chain/src/generated/index.ts";
import type { Tribe, World } from "../programs/curve/tests/support/world.ts";

/** A token and somebody who trades it. */
export interface TradeScene {
  readonly world: World;
  readonly tribe: Tribe;
  readonly trader: KeyPairSigner;
  readonly referrers: readonly Address[];
}

/** The longest texts that a creation takes. */
export const longest = { name: "n".repeat(32), symbol: "s".repeat(10), uri: "u".repeat(64) };

/** The app's own message with referrer, discount and priority fee, and its two signatures. */
export const measureBuyBytes = async (
  { world, tribe, trader, referrers }: TradeScene,
  makesTokenAccount: boolean,
): Promise<number> => {
  const [referrer = trader.address] = referrers;
  const amount = 2n ** 63n;
  const message = await buildBuyMessage({
    program: fromChainAddress(CURVE_PROGRAM_ADDRESS),
    wallet: fromChainAddress(trader.address),
    admin: fromChainAddress(world.admin.address),
    state: fromChainAddress(tribe.token),
    mint: fromChainAddress(tribe.mint),
    blockhash: world.svm.latestBlockhash(),
    computeUnitLimit: computeUnitLimit("buy", { makesTokenAccount }),
    microLamportsPerUnit: 1_000_000n,
    flags: { referral: true, affiliate: true, discount: true },
    referrer: fromChainAddress(referrer),
    tokens: tokenUnits(amount),
    maxLamports: lamports(amount),
    minTokens: tokenUnits(amount),
    makesTokenAccount,
  });
  return signed(message);
};

/** Length of a transaction with its two signatures. */
const signed = (message: Uint8Array): number => 1 + 2 * 64 + message.length;

/** A creation with the longest texts, an inviter and a first buy; a co-signed sell with a referrer. */
export const measureOtherBytes = async ({ world, tribe, trader, referrers }: TradeScene) => {
  const [referrer = trader.address] = referrers;
  const amount = 2n ** 63n;
  const frame = {
    program: fromChainAddress(CURVE_PROGRAM_ADDRESS),
    wallet: fromChainAddress(trader.address),
    admin: fromChainAddress(world.admin.address),
    blockhash: world.svm.latestBlockhash(),
    microLamportsPerUnit: 1_000_000n,
    flags: { referral: true, affiliate: true, discount: true },
    computeUnitLimit: computeUnitLimit("create", { makesTokenAccount: true, hasInviter: true }),
  };
  const firstBuy = { tokens: tokenUnits(amount), maxLamports: lamports(amount), minTokens: tokenUnits(amount) };
  const creation = { ...frame, ...longest, tokenId: amount, firstBuy, inviter: fromChainAddress(referrer) };
  const sale = {
    ...frame,
    state: fromChainAddress(tribe.token),
    mint: fromChainAddress(tribe.mint),
    referrer: fromChainAddress(referrer),
    tokens: tokenUnits(amount),
    minLamports: lamports(amount),
  };
  return { create: signed(await buildCreateMessage(creation)), sell: signed(await buildSellMessage(sale)) };
};
