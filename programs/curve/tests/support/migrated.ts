/** Closed and migrated tokens, and their instructions. */
import type { Address, Instruction, KeyPairSigner } from "@solana/kit";
import {
  findConversionVaultPda,
  findNewMintPda,
  getConvertInstructionAsync,
  getMigrateInstructionAsync,
} from "../../../../packages/chain/src/generated/index.ts";
import {
  findPoolPda,
  findPoolVaultPda,
  getBuyInstruction,
  getCollectInstruction,
  getPoolDecoder,
  getSellInstruction,
  type Pool,
} from "../../../../packages/chain/src/generated/pool/index.ts";
import { sol } from "./chain.ts";
import { anyPrice, ata, ataInstruction, createInstruction, must, type Tribe, tribeOf, type World } from "./world.ts";

/** A token's addresses, including those that a migration creates. */
export type Migrated = Tribe & {
  readonly newMint: Address;
  readonly conversionVault: Address;
  readonly pool: Address;
  readonly poolVault: Address;
};

let nextId = 5_000_000n;

export async function migratedOf(id: bigint, creator: Address): Promise<Migrated> {
  const tribe = await tribeOf(id, creator);
  const [newMint] = await findNewMintPda({ tokenId: id });
  const [conversionVault] = await findConversionVaultPda({ tokenId: id });
  const [pool] = await findPoolPda({ token: tribe.token });
  const [poolVault] = await findPoolVaultPda({ pool });
  return { ...tribe, newMint, conversionVault, pool, poolVault };
}

type CreateOptions = NonNullable<Parameters<typeof createInstruction>[3]>;

/** A creation whose first buy closes the curve. */
export async function closedTribe(
  world: World,
  creator: KeyPairSigner,
  options: CreateOptions = {},
  id = nextId++,
): Promise<Migrated> {
  const tribe = await migratedOf(id, creator.address);
  const firstBuy = { tokens: anyPrice, maxLamports: 100n * sol, minTokens: 0n };
  must(await world.send(creator, await createInstruction(world, creator, tribe, { ...options, firstBuy })));
  return tribe;
}

export async function migrateInstruction(caller: KeyPairSigner, tribe: Migrated): Promise<Instruction> {
  const { token, mint, newMint, conversionVault, pool, poolVault } = tribe;
  return getMigrateInstructionAsync({ caller, token, mint, newMint, conversionVault, pool, poolVault });
}

/** A migrated token, and a trader with accounts for both of its mints. */
export async function migratedTribe(world: World, creator: KeyPairSigner, options?: CreateOptions): Promise<Migrated> {
  const tribe = await closedTribe(world, creator, options);
  must(await world.send(creator, await migrateInstruction(creator, tribe)));
  must(await world.send(creator, await ataInstruction(creator, tribe.newMint, creator.address)));
  return tribe;
}

export async function convertInstruction(owner: KeyPairSigner, tribe: Migrated, tokens: bigint): Promise<Instruction> {
  const { token, mint, newMint, conversionVault } = tribe;
  const ownerNewTokenAccount = await ata(newMint, owner.address);
  return getConvertInstructionAsync({ owner, token, mint, conversionVault, ownerNewTokenAccount, tokens });
}

export async function swapBuyInstruction(
  buyer: KeyPairSigner,
  { pool, poolVault, newMint }: Migrated,
  lamports: bigint,
  minTokens = 0n,
): Promise<Instruction> {
  const buyerTokenAccount = await ata(newMint, buyer.address);
  return getBuyInstruction({ buyer, pool, vault: poolVault, buyerTokenAccount, lamports, minTokens });
}

export async function swapSellInstruction(
  seller: KeyPairSigner,
  { pool, poolVault, newMint }: Migrated,
  tokens: bigint,
  minLamports = 0n,
): Promise<Instruction> {
  const sellerTokenAccount = await ata(newMint, seller.address);
  return getSellInstruction({ seller, pool, vault: poolVault, sellerTokenAccount, tokens, minLamports });
}

export function poolCollectInstruction(world: World, { pool, creator }: Migrated): Instruction {
  const { feeReceiver } = world.factoryState();
  return getCollectInstruction({ pool, factory: world.factory, creator, feeReceiver });
}

export function poolState(world: World, { pool }: Migrated): Pool {
  return getPoolDecoder().decode(world.data(pool));
}

/** Base units in a token account, 0 when there is none. */
export function unitsIn(world: World, account: Address): bigint {
  const data = world.data(account);
  return data.length < 165 ? 0n : new DataView(data.buffer, data.byteOffset).getBigUint64(64, true);
}
