import {
  AccountState,
  getTokenEncoder as getHoldingEncoder,
  getMintEncoder,
  TOKEN_2022_PROGRAM_ADDRESS,
} from "@solana-program/token-2022";
import type { Address, Mint, TokenId } from "@tribe/contract";
import { newCurve } from "@tribe/domain/curve";
import {
  associatedTokenAddress,
  factoryAddress,
  migrationAddresses,
  poolProgramAddress,
  toChainAddress,
} from "../accounts/addresses.ts";
import { getFactoryEncoder, getTokenEncoder } from "../generated/index.ts";
import { getPoolEncoder } from "../generated/pool/index.ts";
import { tradeAddresses } from "../messages/messages.ts";
import type { FetchedAccount } from "./chain-facts.ts";

/** A token whose accounts a test's node returns. */
export interface TokenOnChain {
  readonly program: Address;
  readonly tokenId: TokenId;
  readonly name: string;
  readonly symbol: string;
  readonly creator: Address;
  /** Base units above the curve's floor. */
  readonly sold: bigint;
  /** For a closed curve: the pool's reserves. */
  readonly pool?: { readonly lamports: bigint; readonly tokens: bigint };
  /** Base units in the holder's account, of the mint that is traded now. */
  readonly holder?: { readonly address: Address; readonly units: bigint };
}

const coefficient = 100_000_000n;

/** An honest node's accounts of a token, its factory and its holder, by address, in the programs' layout. */
export const accountsOfToken = async (token: TokenOnChain): Promise<Map<string, NonNullable<FetchedAccount>>> => {
  const { program, tokenId } = token;
  const { state, mint } = await tradeAddresses(tokenId, program);
  const made = await migrationAddresses(tokenId, program);
  const venueMint = token.pool ? made.newMint : mint;
  const accounts = new Map<string, NonNullable<FetchedAccount>>([
    [await factoryAddress(program), { owner: program, data: factoryData(program) }],
    [state, { owner: program, data: stateData(token, mint, made) }],
    [mint, mintOf(mint, 9, token)],
  ]);
  if (token.pool) {
    accounts.set(made.pool, { owner: poolProgramAddress, data: poolData(token, state, made) });
    accounts.set(made.newMint, mintOf(made.newMint, 6, token));
  }
  if (token.holder)
    accounts.set(await associatedTokenAddress(token.holder.address, venueMint), holdingOf(token.holder, venueMint));
  return accounts;
};

const factoryData = (program: Address): Uint8Array => {
  const anybody = toChainAddress(program);
  return Uint8Array.from(
    getFactoryEncoder().encode({
      admin: anybody,
      superAdmin: anybody,
      pendingAdmin: anybody,
      pendingSuperAdmin: anybody,
      vault: anybody,
      feeReceiver: anybody,
      withdrawReceiver: anybody,
      guardian: anybody,
      guardianPauseEnds: 0,
      version: 2,
      bump: 1,
      vaultBump: 2,
      paused: false,
      bondingCurveCoeff: coefficient,
      ...{
        tokenCount: 3n,
        seq: 1n,
        sellsStoppedUntil: 0n,
        allowance: 0n,
      },
      referralTokenBonus: 1n,
      affiliateTokenBonus: 2n,
      referralFee: 60,
      affiliateFee: 100,
      discountFee: 20,
      platformBuyFee: 200,
      platformSellFee: 200,
      creatorBuyFee: 200,
      creatorSellFee: 200,
      allowanceHour: 0n,
      announcedFeesFrom: 0n,
      withdrawn: Array<bigint>(25).fill(0n),
      announcedReferralFee: 0,
      announcedAffiliateFee: 0,
      announcedDiscountFee: 0,
      announcedPlatformBuyFee: 0,
      announcedPlatformSellFee: 0,
      announcedCreatorBuyFee: 0,
      announcedCreatorSellFee: 0,
    }),
  );
};

type Made = Awaited<ReturnType<typeof migrationAddresses>>;

const stateData = ({ tokenId, creator, sold, pool }: TokenOnChain, mint: Mint, made: Made): Uint8Array => {
  const { floor, xMax } = newCurve(coefficient);
  return Uint8Array.from(
    getTokenEncoder().encode({
      version: 1,
      bump: 255,
      mintBump: 254,
      migrated: pool ? 1 : 0,
      migrationBumps: new Uint8Array(4),
      tokenId,
      creator: toChainAddress(creator),
      mint: toChainAddress(mint),
      x: pool ? xMax : floor + sold,
      reserve: 0n,
      floor,
      xMax,
      bondingCurveCoeff: coefficient,
      referralBonus: 0n,
      creatorFees: 0n,
      platformFees: 0n,
      seq: 4n,
      rate: pool ? 2_119n : 0n,
      migration: pool ? { newMint: toChainAddress(made.newMint), liquidityAddress: toChainAddress(made.pool) } : null,
    }),
  );
};

const poolData = ({ tokenId, creator, pool }: TokenOnChain, state: Address, made: Made): Uint8Array =>
  Uint8Array.from(
    getPoolEncoder().encode({
      version: 1,
      bump: 255,
      vaultBump: 254,
      token: toChainAddress(state),
      mint: toChainAddress(made.newMint),
      vault: toChainAddress(made.poolVault),
      creator: toChainAddress(creator),
      factory: toChainAddress(state),
      tokenId,
      lamportReserve: pool?.lamports ?? 0n,
      tokenReserve: pool?.tokens ?? 0n,
      creatorFees: 0n,
      platformFees: 0n,
      seq: 1n,
      liquidityFee: 20,
      creatorFee: 40,
      platformFee: 40,
    }),
  );

const mintOf = (mint: Mint, decimals: number, { name, symbol }: TokenOnChain): NonNullable<FetchedAccount> => {
  const address = toChainAddress(mint);
  return {
    owner: TOKEN_2022_PROGRAM_ADDRESS,
    data: Uint8Array.from(
      getMintEncoder().encode({
        mintAuthority: null,
        supply: 1n,
        decimals,
        isInitialized: true,
        freezeAuthority: null,
        extensions: [
          { __kind: "MetadataPointer", authority: null, metadataAddress: address },
          {
            __kind: "TokenMetadata",
            updateAuthority: null,
            mint: address,
            name,
            symbol,
            uri: "https://tribe.example/api",
            additionalMetadata: new Map<string, string>(),
          },
        ],
      }),
    ),
  };
};

/** A wallet's token account as our tokens have it. */
export const holdingOf = (holder: { address: Address; units: bigint }, mint: Mint): NonNullable<FetchedAccount> => ({
  owner: TOKEN_2022_PROGRAM_ADDRESS,
  data: Uint8Array.from(
    getHoldingEncoder().encode({
      mint: toChainAddress(mint),
      owner: toChainAddress(holder.address),
      amount: holder.units,
      delegate: null,
      state: AccountState.Initialized,
      isNative: null,
      delegatedAmount: 0n,
      closeAuthority: null,
      extensions: [{ __kind: "ImmutableOwner" }],
    }),
  ),
});
