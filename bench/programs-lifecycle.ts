import type { Address, Instruction, KeyPairSigner } from "@solana/kit";
import {
  buildConvertMessage,
  buildMigrateMessage,
  buildPoolCollectMessage,
  buildSwapBuyMessage,
  fromChainAddress,
  lifecycleComputeUnitLimit,
} from "@tribe/chain";
import { lamports, type TokenId, tokenUnits } from "@tribe/contract";
import { getTokenEncoder } from "../packages/chain/src/generated/index.ts";
import { getPoolEncoder } from "../packages/chain/src/generated/pool/index.ts";
import { transferInstruction } from "../programs/curve/tests/support/instructions.ts";
import {
  closedTribe,
  convertInstruction,
  type Migrated,
  migrateInstruction,
  poolCollectInstruction,
  poolState,
  swapBuyInstruction,
  swapSellInstruction,
} from "../programs/curve/tests/support/migrated.ts";
import { rentOf } from "../programs/curve/tests/support/model.ts";
import {
  ata,
  ataInstruction,
  collectInstruction,
  holding,
  must,
  tokenState,
  type World,
} from "../programs/curve/tests/support/world.ts";
import { longest } from "./programs-bytes.ts";

/** Random numbers of the suite, and how often each is tried. */
export interface Draw {
  readonly next: () => bigint;
  readonly below: (end: bigint) => bigint;
  readonly magnitude: (end: bigint) => bigint;
  readonly pick: <T>(list: readonly T[]) => T;
  readonly texts: () => { readonly name: string; readonly symbol: string; readonly uri: string };
  readonly coefficients: readonly bigint[];
  readonly states: number;
  readonly creations: number;
}

/** Compute units of each try, and what one of each leaves behind. */
export interface Lifecycle {
  readonly migrate: readonly number[];
  readonly again: readonly number[];
  readonly convert: readonly number[];
  readonly swapBuy: readonly number[];
  readonly swapSell: readonly number[];
  readonly collect: readonly number[];
  readonly poolCollect: readonly number[];
  readonly migrateRent: number;
  readonly bytes: {
    readonly migrate: number;
    readonly convert: number;
    readonly swap: number;
    readonly collect: number;
  };
}

const maximum = 2n ** 63n - 1n;

/** Migrations of curves of every kind, and what comes after in any state of pool and counters. */
export const measureLifecycle = async (world: World, draw: Draw): Promise<Lifecycle> => {
  const { below, magnitude, pick } = draw;
  const [creator, inviter] = [await world.wallet(), await world.wallet()];
  // more than the faucet has: every migration begins with a whole curve bought
  rewrite(world, creator.address, new Uint8Array(), 10n ** 17n);
  const send = async (instruction: Instruction) => must(await world.send(creator, instruction)).units;

  const closed = async (texts = draw.texts()): Promise<Migrated> => {
    world.setFactory({ bondingCurveCoeff: pick(draw.coefficients) });
    const invited = below(2n) === 0n ? {} : { inviter: inviter.address, flags: pick([1, 3, 5, 7]) };
    return closedTribe(world, creator, { ...texts, ...invited }, draw.next());
  };

  const rentBefore = await closed(longest);
  const held = world.balance(creator.address);
  await send(await migrateInstruction(creator, rentBefore));
  const migrateRent = Number(held - world.balance(creator.address) - 5_000n);
  // from here on the vault can pay callers back
  must(await world.send(inviter, transferInstruction(inviter, world.factoryState().vault, 10n ** 11n)));

  const [migrate, again]: [number[], number[]] = [[], []];
  const migrated: Migrated[] = [];
  while (migrate.length < draw.creations) {
    const tribe = await closed();
    for (const address of [tribe.newMint, tribe.conversionVault, tribe.pool, tribe.poolVault])
      if (below(4n) === 0n)
        must(await world.send(creator, transferInstruction(creator, address, rentOf(0) + magnitude(10n ** 9n))));
    migrate.push(await send(await migrateInstruction(creator, tribe)));
    again.push(await send(await migrateInstruction(creator, tribe)));
    if (migrated.length >= 50) continue;
    must(await world.send(creator, await ataInstruction(creator, tribe.newMint, creator.address)));
    migrated.push(tribe);
  }

  const convert: number[] = [];
  while (convert.length < draw.states) {
    const tribe = pick(migrated);
    const tokens = magnitude((await holding(world, tribe, creator.address)) / BigInt(draw.states));
    convert.push(await send(await convertInstruction(creator, tribe, tokens)));
  }

  const [swapBuy, swapSell, poolCollect, collect]: [number[], number[], number[], number[]] = [[], [], [], []];
  while (swapSell.length < draw.states) {
    const tribe = pick(migrated);
    await movePool(world, tribe, creator, draw);
    const buy = await world.send(creator, await swapBuyInstruction(creator, tribe, magnitude(10n ** 14n)));
    if (buy.error === undefined) swapBuy.push(buy.units);
    const sell = await world.send(creator, await swapSellInstruction(creator, tribe, magnitude(8n * 10n ** 15n)));
    if (sell.error === undefined) swapSell.push(sell.units);
    for (const failed of [buy, sell]) if (![undefined, 6002, 6003].includes(codeOf(failed.error))) must(failed);
    poolCollect.push(await send(poolCollectInstruction(world, tribe)));
    owe(world, tribe, below(10n ** 9n), below(10n ** 9n));
    collect.push(await send(await collectInstruction(world, tribe)));
  }
  const bytes = await measureBytes(world, rentBefore, creator);
  return { migrate, again, convert, swapBuy, swapSell, collect, poolCollect, migrateRent, bytes };
};

const codeOf = (error: number | string | undefined) => (typeof error === "string" ? -1 : error);

/** Puts a pool anywhere, with the lamports and tokens that it then has. */
const movePool = async (world: World, tribe: Migrated, trader: KeyPairSigner, draw: Draw): Promise<void> => {
  const state = poolState(world, tribe);
  const lamportReserve = draw.magnitude(10n ** 14n);
  const tokenReserve = draw.magnitude(8n * 10n ** 15n);
  const [creatorFees, platformFees] = [draw.below(10n ** 9n), draw.below(10n ** 9n)];
  const data = getPoolEncoder().encode({ ...state, lamportReserve, tokenReserve, creatorFees, platformFees });
  rewrite(world, tribe.pool, Uint8Array.from(data), rentOf(232) + lamportReserve + creatorFees + platformFees);
  for (const [account, units] of [
    [tribe.poolVault, tokenReserve],
    [await ata(tribe.newMint, trader.address), 8n * 10n ** 15n],
  ] as const) {
    const bytes = world.data(account);
    new DataView(bytes.buffer).setBigUint64(64, units, true);
    rewrite(world, account, bytes, world.balance(account));
  }
};

/** Gives a migrated curve fees to collect. */
const owe = (world: World, tribe: Migrated, creatorFees: bigint, platformFees: bigint): void => {
  const data = getTokenEncoder().encode({ ...tokenState(world, tribe), creatorFees, platformFees });
  rewrite(world, tribe.token, Uint8Array.from(data), rentOf(232) + creatorFees + platformFees);
};

const rewrite = (world: World, address: Address, data: Uint8Array, amount: bigint): void => {
  const account = world.svm.getAccount(address);
  if (!account.exists) throw new Error(`${address} is empty`);
  world.svm.setAccount({ ...account, data, lamports: amount as typeof account.lamports }); // the same brand, another amount
};

/** The app's own messages with a priority fee and their one signature. */
const measureBytes = async (world: World, tribe: Migrated, wallet: KeyPairSigner): Promise<Lifecycle["bytes"]> => {
  const instruction = await migrateInstruction(wallet, tribe);
  const frame = {
    program: fromChainAddress(instruction.programAddress),
    wallet: fromChainAddress(wallet.address),
    blockhash: world.svm.latestBlockhash(),
    microLamportsPerUnit: 1_000_000n,
    computeUnitLimit: lifecycleComputeUnitLimit("migrate"),
    tokenId: tribe.id as TokenId, // any u64
    makesTokenAccount: false,
  };
  const creator = fromChainAddress(tribe.creator);
  const feeReceiver = fromChainAddress(world.factoryState().feeReceiver);
  const signed = (message: Uint8Array) => 1 + 64 + message.length;
  return {
    migrate: signed(await buildMigrateMessage(frame)),
    convert: signed(await buildConvertMessage({ ...frame, tokens: tokenUnits(maximum) })),
    swap: signed(await buildSwapBuyMessage({ ...frame, lamports: lamports(maximum), minTokens: maximum })),
    collect: signed(await buildPoolCollectMessage({ ...frame, creator, feeReceiver })),
  };
};
