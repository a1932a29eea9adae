import {
  type Address as ChainAddress,
  getAddressEncoder,
  getProgramDerivedAddress,
  isOffCurveAddress,
  type ProgramDerivedAddress,
  address as parseAddress,
} from "@solana/kit";
import {
  ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
  TOKEN_2022_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESS,
} from "@solana-program/token-2022";
import type { Address, Mint } from "@tribe/contract";
import {
  CURVE_PROGRAM_ADDRESS,
  findConversionVaultPda,
  findFactoryPda,
  findMintPda,
  findNewMintPda,
  findTokenPda,
  findVaultPda,
} from "../generated/index.ts";
import { ONCE_PROGRAM_ADDRESS } from "../generated/once/index.ts";
import { findPoolPda, findPoolVaultPda, POOL_PROGRAM_ADDRESS } from "../generated/pool/index.ts";

/** Kit and the contract brand the same base58 text; only this converts ours to kit's. @throws when it is not 32 bytes */
export const toChainAddress = (address: Address): ChainAddress => {
  const known = parsed.get(address);
  if (known) return known;
  const found = parseAddress(address);
  if (parsed.size >= rememberedMost) parsed.clear();
  parsed.set(address, found);
  return found;
};
/** Decoding 32 bytes of base58 takes longer than this lookup. */
const parsed = new Map<Address, ChainAddress>();

/** Kit has checked its addresses, so no further check is needed. */
export const fromChainAddress = (address: ChainAddress): Address => address as string as Address;

/** The curve program's default address; an installation may have another. */
export const defaultProgramAddress: Address = fromChainAddress(CURVE_PROGRAM_ADDRESS);

/** The pool program's address, which is compiled into the curve program. */
export const poolProgramAddress: Address = fromChainAddress(POOL_PROGRAM_ADDRESS);

/** The address of the program that lets each batch of an airdrop land only once. */
export const onceProgramAddress: Address = fromChainAddress(ONCE_PROGRAM_ADDRESS);

/** Stands for no inviter and no referrer: 32 zero bytes, which is also the system program's address. */
export const zeroAddress = fromChainAddress(parseAddress("11111111111111111111111111111111"));

/** Null for {@link zeroAddress}. */
export const addressOrNull = (address: Address): Address | null => (address === zeroAddress ? null : address);

/** Whether a text is the base58 form of 32 bytes. */
export const isAddress = (text: string): text is Address => {
  try {
    parseAddress(text);
    return true;
  } catch {
    return false;
  }
};

/** Whether an address can have a private key. Addresses derived by programs (mints, token accounts, vaults) have none. */
export const hasKey = (address: Address): boolean => !isOffCurveAddress(toChainAddress(address));

const firstOf = async (derived: Promise<ProgramDerivedAddress>): Promise<Address> =>
  fromChainAddress((await derived)[0]);

/** Searching a bump takes up to some milliseconds, and the same few addresses are derived repeatedly. */
const remembered = new Map<string, Promise<Address>>();
const rememberedMost = 20_000;
const remember = (key: string, derive: () => Promise<ProgramDerivedAddress>): Promise<Address> => {
  const known = remembered.get(key);
  if (known) return known;
  if (remembered.size >= rememberedMost) remembered.clear();
  const found = firstOf(derive());
  remembered.set(key, found);
  return found;
};

const config = (program: Address) => ({ programAddress: toChainAddress(program) });

/** PDA `['factory']`. */
export const factoryAddress = (program: Address = defaultProgramAddress): Promise<Address> =>
  remember(`factory ${program}`, () => findFactoryPda(config(program)));

/** PDA `['vault']`. */
export const vaultAddress = (program: Address = defaultProgramAddress): Promise<Address> =>
  remember(`vault ${program}`, () => findVaultPda(config(program)));

/** PDA `['token', tokenId]`: a token's state, which also signs its events. */
export const tokenStateAddress = (tokenId: bigint, program: Address = defaultProgramAddress): Promise<Address> =>
  remember(`token ${program} ${tokenId}`, () => findTokenPda({ tokenId }, config(program)));

/** PDA `['mint', tokenId]`. */
export const mintAddress = (tokenId: bigint, program: Address = defaultProgramAddress): Promise<Mint> =>
  remember(`mint ${program} ${tokenId}`, () => findMintPda({ tokenId }, config(program)));

/** PDA `['pool', state]` of the pool program, which also signs the pool's events. */
export const poolAddress = (state: Address): Promise<Address> =>
  remember(`pool ${state}`, () => findPoolPda({ token: toChainAddress(state) }));

/** Addresses that belong to a token's migration. */
export interface MigrationAddresses {
  /** PDA `['new_mint', tokenId]`. */
  readonly newMint: Mint;
  /** PDA `['conversion', tokenId]`: holds the new tokens for conversion. */
  readonly conversionVault: Address;
  /** From {@link poolAddress}. */
  readonly pool: Address;
  /** PDA `['vault', pool]` of the pool program. */
  readonly poolVault: Address;
}

/** The addresses that a token's migration creates; they can be computed before it. */
export const migrationAddresses = async (
  tokenId: bigint,
  program: Address = defaultProgramAddress,
): Promise<MigrationAddresses> => {
  const state = await tokenStateAddress(tokenId, program);
  const pool = await poolAddress(state);
  return {
    newMint: await remember(`new mint ${program} ${tokenId}`, () => findNewMintPda({ tokenId }, config(program))),
    conversionVault: await remember(`conversion ${program} ${tokenId}`, () =>
      findConversionVaultPda({ tokenId }, config(program)),
    ),
    pool,
    poolVault: await remember(`pool vault ${pool}`, () => findPoolVaultPda({ pool: toChainAddress(pool) })),
  };
};

/** The token program of a mint: SPL Token, or Token-2022. */
export type TokenProgram = "token" | "token2022";
const tokenPrograms = { token: TOKEN_PROGRAM_ADDRESS, token2022: TOKEN_2022_PROGRAM_ADDRESS } as const;

/** A token program's address. */
export const tokenProgramAddress = (program: TokenProgram): ChainAddress => tokenPrograms[program];

/** The owner's associated token account; by default for a Token-2022 mint, as all our tokens are. */
export const associatedTokenAddress = (
  owner: Address,
  mint: Mint,
  program: TokenProgram = "token2022",
): Promise<Address> =>
  remember(`ata ${owner} ${mint} ${program}`, () => {
    const encode = getAddressEncoder().encode;
    return getProgramDerivedAddress({
      programAddress: ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
      seeds: [encode(toChainAddress(owner)), encode(tokenPrograms[program]), encode(toChainAddress(mint))],
    });
  });
