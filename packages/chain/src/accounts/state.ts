import {
  type Address,
  type Lamports,
  lamports,
  type Mint,
  type TokenId,
  type TokenUnits,
  tokenUnits,
} from "@tribe/contract";
import type { Curve } from "@tribe/domain/curve";
import type { FeeSchedule } from "@tribe/domain/money";
import { FACTORY_DISCRIMINATOR, getFactoryDecoder, getTokenDecoder, TOKEN_DISCRIMINATOR } from "../generated/index.ts";
import { addressOrNull, fromChainAddress } from "./addresses.ts";
import { announcedRates, feeSchedule } from "./fee-schedule.ts";

/** A token's state account. Token amounts are base units, the rest lamports. */
export interface TokenState {
  readonly tokenId: TokenId;
  readonly creator: Address;
  readonly mint: Mint;
  readonly curve: Curve;
  /** Lamports that belong to the curve. */
  readonly reserve: Lamports;
  readonly referralBonus: TokenUnits;
  readonly creatorFees: Lamports;
  readonly platformFees: Lamports;
  /** Number of the token's next event, and so the count of its events. */
  readonly seq: bigint;
  readonly migration: { readonly newMint: Mint; readonly liquidityAddress: Address; readonly rate: bigint } | null;
}

/** The factory account. */
export interface FactoryState {
  readonly admin: Address;
  readonly superAdmin: Address;
  readonly vault: Address;
  readonly feeReceiver: Address;
  readonly withdrawReceiver: Address;
  readonly coefficient: bigint;
  readonly tokenCount: bigint;
  readonly seq: bigint;
  /** By the super admin; a guardian's pause has an end of its own ({@link isPausedAt}). */
  readonly paused: boolean;
  /** May pause and stop, nothing else; null when there is none. */
  readonly guardian: Address | null;
  /** Unix seconds until which a guardian's pause stands; 0 when there was never one. */
  readonly guardianPauseEnds: bigint;
  /** Unix seconds until which every trade on a curve is refused; 0 when trading was never stopped. */
  readonly sellsStoppedUntil: bigint;
  readonly referralTokenBonus: TokenUnits;
  readonly affiliateTokenBonus: TokenUnits;
  readonly fees: FeeSchedule;
  /**
   * Announced fees, and the times (Unix seconds) from and until which anybody can apply them. Afterwards they have lapsed, and
   * stay here until the next change.
   */
  readonly announcedFees: { readonly fees: FeeSchedule; readonly from: bigint; readonly until: bigint } | null;
}

/** The only layout versions that this package supports. */
const tokenVersion = 1;
const factoryVersion = 2;

const isLayout = (data: Uint8Array, discriminator: ArrayLike<number>, version: number): boolean =>
  data[8] === version && Array.from(discriminator).every((byte, index) => data[index] === byte);

/** Seconds for which announced fees can be applied: the program's own. */
const announcementSeconds = 172_800n;

/** Where a token's state has its creator's address: with it a node lists the Tribes of a wallet. */
export const creatorOffset = 24;

/** Decodes a token's state. @returns null for any other account, an unknown layout, or truncated data */
export const decodeTokenState = (data: Uint8Array): TokenState | null => {
  if (!isLayout(data, TOKEN_DISCRIMINATOR, tokenVersion)) return null;
  let token: ReturnType<ReturnType<typeof getTokenDecoder>["decode"]>;
  try {
    token = getTokenDecoder().decode(data);
  } catch {
    return null;
  }
  return {
    tokenId: token.tokenId as TokenId, // a u64 by its decoder
    creator: fromChainAddress(token.creator),
    mint: fromChainAddress(token.mint),
    curve: {
      x: tokenUnits(token.x),
      floor: tokenUnits(token.floor),
      xMax: tokenUnits(token.xMax),
      coefficient: token.bondingCurveCoeff,
    },
    reserve: lamports(token.reserve),
    referralBonus: tokenUnits(token.referralBonus),
    creatorFees: lamports(token.creatorFees),
    platformFees: lamports(token.platformFees),
    seq: token.seq,
    migration:
      token.migration.__option === "Some"
        ? {
            newMint: fromChainAddress(token.migration.value.newMint),
            liquidityAddress: fromChainAddress(token.migration.value.liquidityAddress),
            rate: token.rate,
          }
        : null,
  };
};

/** Decodes the factory. @returns null as {@link decodeTokenState} */
export const decodeFactory = (data: Uint8Array): FactoryState | null => {
  if (!isLayout(data, FACTORY_DISCRIMINATOR, factoryVersion)) return null;
  let factory: ReturnType<ReturnType<typeof getFactoryDecoder>["decode"]>;
  try {
    factory = getFactoryDecoder().decode(data);
  } catch {
    return null;
  }
  return {
    admin: fromChainAddress(factory.admin),
    superAdmin: fromChainAddress(factory.superAdmin),
    vault: fromChainAddress(factory.vault),
    feeReceiver: fromChainAddress(factory.feeReceiver),
    withdrawReceiver: fromChainAddress(factory.withdrawReceiver),
    coefficient: factory.bondingCurveCoeff,
    tokenCount: factory.tokenCount,
    seq: factory.seq,
    paused: Boolean(factory.paused),
    guardian: addressOrNull(fromChainAddress(factory.guardian)),
    guardianPauseEnds: BigInt(factory.guardianPauseEnds),
    sellsStoppedUntil: factory.sellsStoppedUntil,
    referralTokenBonus: tokenUnits(factory.referralTokenBonus),
    affiliateTokenBonus: tokenUnits(factory.affiliateTokenBonus),
    fees: feeSchedule(factory),
    announcedFees:
      factory.announcedFeesFrom === 0n
        ? null
        : {
            fees: feeSchedule(announcedRates(factory)),
            from: factory.announcedFeesFrom,
            until: factory.announcedFeesFrom + announcementSeconds,
          },
  };
};

/** Announced fees that anybody can put into force now or later; null when there are none, or they have lapsed. @param now in milliseconds */
export const standingAnnouncement = (
  { announcedFees }: Pick<FactoryState, "announcedFees">,
  now: number,
): FactoryState["announcedFees"] =>
  announcedFees && BigInt(Math.floor(now / 1_000)) <= announcedFees.until ? announcedFees : null;

/** Whether creations, buys and co-signed sells are paused on chain. @param now in milliseconds */
export const isPausedAt = (
  { paused, guardianPauseEnds }: Pick<FactoryState, "paused" | "guardianPauseEnds">,
  now: number,
): boolean => paused || BigInt(Math.floor(now / 1_000)) < guardianPauseEnds;
