/** A factory with its officers, and instructions with every address filled in. */
import { AccountRole, type Address, type Instruction, type KeyPairSigner } from "@solana/kit";
import {
  type Factory,
  findAssociatedTokenPda,
  findFactoryPda,
  findMintPda,
  findTokenPda,
  getBuyInstructionAsync,
  getCollectInstructionAsync,
  getCreateTokenInstructionAsync,
  getFactoryDecoder,
  getFactoryEncoder,
  getInitializeFactoryInstructionAsync,
  getSellInstructionAsync,
  getTokenDecoder,
  type Token,
} from "../../../../packages/chain/src/generated/index.ts";
import { type Chain, type Sent, startChain, token2022 } from "./chain.ts";

export type World = Chain & {
  readonly admin: KeyPairSigner;
  readonly superAdmin: KeyPairSigner;
  readonly factory: Address;
  factoryState(): Factory;
  /** Overwrites settings without the instructions that change them. */
  setFactory(change: Partial<Factory>): void;
};

/** One token's addresses. */
export type Tribe = { readonly id: bigint; readonly token: Address; readonly mint: Address; readonly creator: Address };

export type OrderInput = { tokens: bigint; maxLamports: bigint; minTokens: bigint };
export const noBuy: OrderInput = { tokens: 0n, maxLamports: 0n, minTokens: 0n };
/** No limit on the price. */
export const anyPrice = 2n ** 64n - 1n;

export async function startWorld(...features: Parameters<typeof startChain>): Promise<World> {
  const chain = startChain(...features);
  const [admin, superAdmin] = [await chain.wallet(), await chain.wallet()];
  const [factory] = await findFactoryPda();
  await chain.setUpgradeAuthority(superAdmin.address);
  must(
    await chain.send(
      superAdmin,
      await getInitializeFactoryInstructionAsync({
        payer: superAdmin,
        upgradeAuthority: superAdmin,
        superAdmin,
        admin: admin.address,
      }),
    ),
  );
  const factoryState = () => getFactoryDecoder().decode(chain.data(factory));
  return {
    ...chain,
    admin,
    superAdmin,
    factory,
    factoryState,
    setFactory(change) {
      const account = chain.svm.getAccount(factory);
      if (!account.exists) throw new Error("no factory");
      chain.svm.setAccount({ ...account, data: getFactoryEncoder().encode({ ...factoryState(), ...change }) });
    },
  };
}

/** Fails the test with the program's logs. */
export function must(sent: Sent): Sent {
  if (sent.error !== undefined) throw new Error(`${sent.error}\n${sent.logs.join("\n")}`);
  return sent;
}

export async function tribeOf(id: bigint, creator: Address): Promise<Tribe> {
  const [token] = await findTokenPda({ tokenId: id });
  const [mint] = await findMintPda({ tokenId: id });
  return { id, token, mint, creator };
}

export async function ata(mint: Address, owner: Address): Promise<Address> {
  const [found] = await findAssociatedTokenPda({ owner, tokenProgram: token2022, mint });
  return found;
}

type CreateOptions = {
  firstBuy?: OrderInput;
  inviter?: Address;
  flags?: number;
  name?: string;
  symbol?: string;
  uri?: string;
};

export async function createInstruction(
  world: World,
  creator: KeyPairSigner,
  tribe: Tribe,
  options: CreateOptions = {},
): Promise<Instruction> {
  const {
    inviter,
    firstBuy = noBuy,
    flags = 0,
    name = "Ada's Tribe",
    symbol = "ADA",
    uri = "https://tribe.example/t/1",
  } = options;
  return getCreateTokenInstructionAsync({
    creator,
    admin: world.admin,
    tokenId: tribe.id,
    name,
    symbol,
    uri,
    firstBuy,
    ...settingsSeen(world.factoryState(), flags),
    flags,
    ...(inviter ? { inviter, inviterTokenAccount: await ata(tribe.mint, inviter) } : {}),
  });
}

/** The factory's settings that a creator signs: the coefficient, and the inviter's bonus by the flags. */
const settingsSeen = ({ bondingCurveCoeff, referralTokenBonus, affiliateTokenBonus }: Factory, flags: number) => ({
  bondingCurveCoeff,
  referralBonus: (flags & 1) === 0 ? 0n : (flags & 2) === 0 ? referralTokenBonus : affiliateTokenBonus,
});

let nextId = 1n;

/** Creates a token under a fresh id. */
export async function createTribe(world: World, creator: KeyPairSigner, options: CreateOptions = {}): Promise<Tribe> {
  const tribe = await tribeOf(nextId++, creator.address);
  must(await world.send(creator, await createInstruction(world, creator, tribe, options)));
  return tribe;
}

export async function buyInstruction(
  world: World,
  buyer: KeyPairSigner,
  tribe: Tribe,
  order: OrderInput,
  flags = 0,
  referrer?: Address,
): Promise<Instruction> {
  const { token, mint } = tribe;
  const trade = { buyer, admin: world.admin, token, mint, ...order, flags };
  return getBuyInstructionAsync({ ...trade, ...(referrer ? { referrer } : {}) });
}

/** `coSigned` false leaves the admin out. */
export async function sellInstruction(
  world: World,
  seller: KeyPairSigner,
  tribe: Tribe,
  order: { tokens: bigint; minLamports?: bigint },
  options: { flags?: number; referrer?: Address; coSigned?: boolean } = {},
): Promise<Instruction> {
  const { flags = 0, referrer, coSigned = true } = options;
  const { token, mint } = tribe;
  const trade = { seller, token, mint, tokens: order.tokens, minLamports: order.minLamports ?? 0n, flags };
  return getSellInstructionAsync({
    ...trade,
    ...(coSigned ? { admin: world.admin } : {}),
    ...(referrer ? { referrer } : {}),
  });
}

export async function collectInstruction(world: World, tribe: Tribe): Promise<Instruction> {
  const { token, creator } = tribe;
  return getCollectInstructionAsync({ token, creator, feeReceiver: world.factoryState().feeReceiver });
}

/** Creates the owner's token account, idempotently. */
export async function ataInstruction(payer: KeyPairSigner, mint: Address, owner: Address): Promise<Instruction> {
  return {
    programAddress: "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL" as Address,
    accounts: [
      { address: payer.address, role: AccountRole.WRITABLE_SIGNER },
      { address: await ata(mint, owner), role: AccountRole.WRITABLE },
      { address: owner, role: AccountRole.READONLY },
      { address: mint, role: AccountRole.READONLY },
      { address: "11111111111111111111111111111111" as Address, role: AccountRole.READONLY },
      { address: token2022, role: AccountRole.READONLY },
    ],
    data: Uint8Array.of(1),
  };
}

export function tokenState(world: Chain, tribe: Tribe): Token {
  return getTokenDecoder().decode(world.data(tribe.token));
}

/** A wallet's balance in base units. */
export async function holding(world: Chain, tribe: Tribe, owner: Address): Promise<bigint> {
  const data = world.data(await ata(tribe.mint, owner));
  return data.length < 165 ? 0n : new DataView(data.buffer, data.byteOffset).getBigUint64(64, true);
}

/** The supply in base units. */
export function supply(world: Chain, tribe: Tribe): bigint {
  const data = world.data(tribe.mint);
  return new DataView(data.buffer, data.byteOffset).getBigUint64(36, true);
}
