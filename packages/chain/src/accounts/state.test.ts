import { getAddressEncoder } from "@solana/kit";
import { describe, expect, test } from "vitest";
import { getFactoryEncoder, getTokenEncoder } from "../generated/index.ts";
import { addressOf } from "../testing.ts";
import { toChainAddress } from "./addresses.ts";
import { creatorOffset, decodeFactory, decodeTokenState, isPausedAt, standingAnnouncement } from "./state.ts";

const chain = (seed: number) => toChainAddress(addressOf(seed));
const token = {
  version: 1,
  bump: 255,
  mintBump: 254,
  migrated: 0,
  migrationBumps: new Uint8Array(4),
  tokenId: 2n ** 64n - 1n,
  creator: chain(1),
  mint: chain(2),
  x: 200n,
  reserve: 30n,
  floor: 150n,
  xMax: 900n,
  bondingCurveCoeff: 100_000_000n,
  referralBonus: 1n,
  creatorFees: 2n,
  platformFees: 3n,
  seq: 4n,
  rate: 0n,
  migration: null,
};
const bytes = Uint8Array.from(getTokenEncoder().encode(token));

describe("a token's state", () => {
  test("is decoded to the domain's curve and our own types", () => {
    expect(decodeTokenState(bytes)).toEqual({
      tokenId: token.tokenId,
      creator: addressOf(1),
      mint: addressOf(2),
      curve: { x: 200n, floor: 150n, xMax: 900n, coefficient: 100_000_000n },
      reserve: 30n,
      referralBonus: 1n,
      creatorFees: 2n,
      platformFees: 3n,
      seq: 4n,
      migration: null,
    });
  });

  test("has its creator where a node is asked to look for it", () => {
    expect(bytes.slice(creatorOffset, creatorOffset + 32)).toEqual(
      new Uint8Array(getAddressEncoder().encode(chain(1))),
    );
  });

  test("has the migration's addresses once it has migrated", () => {
    const migrated = getTokenEncoder().encode({
      ...token,
      migrated: 1,
      rate: 2_119n,
      migration: { newMint: chain(3), liquidityAddress: chain(4) },
    });
    expect(decodeTokenState(Uint8Array.from(migrated))?.migration).toEqual({
      newMint: addressOf(3),
      liquidityAddress: addressOf(4),
      rate: 2_119n,
    });
  });

  test("is null for another account, version or length", () => {
    expect(decodeTokenState(new Uint8Array())).toBeNull();
    expect(decodeTokenState(bytes.slice(0, 100))).toBeNull();
    expect(decodeTokenState(bytes.with(0, 0))).toBeNull();
    expect(decodeTokenState(bytes.with(8, 2))).toBeNull();
    expect(decodeFactory(bytes)).toBeNull();
  });
});

test("the factory is decoded with its fees as the domain's schedule", () => {
  const factory = getFactoryEncoder().encode({
    version: 2,
    bump: 1,
    vaultBump: 2,
    paused: true,
    admin: chain(1),
    superAdmin: chain(2),
    pendingAdmin: chain(3),
    pendingSuperAdmin: chain(4),
    vault: chain(5),
    feeReceiver: chain(6),
    withdrawReceiver: chain(7),
    bondingCurveCoeff: 100_000_000n,
    tokenCount: 3n,
    seq: 1n,
    sellsStoppedUntil: 0n,
    allowance: 0n,
    allowanceHour: 0n,
    referralTokenBonus: 1n,
    affiliateTokenBonus: 2n,
    announcedFeesFrom: 1_900_000_000n,
    guardian: chain(7),
    guardianPauseEnds: 2_000_000_000,
    withdrawn: Array<bigint>(25).fill(0n),
    referralFee: 60,
    affiliateFee: 100,
    discountFee: 20,
    platformBuyFee: 201,
    platformSellFee: 202,
    creatorBuyFee: 203,
    creatorSellFee: 204,
    announcedReferralFee: 1,
    announcedAffiliateFee: 2,
    announcedDiscountFee: 3,
    announcedPlatformBuyFee: 4,
    announcedPlatformSellFee: 5,
    announcedCreatorBuyFee: 6,
    announcedCreatorSellFee: 7,
  });
  expect(decodeFactory(Uint8Array.from(factory))).toMatchObject({
    admin: addressOf(1),
    superAdmin: addressOf(2),
    feeReceiver: addressOf(6),
    paused: true,
    guardian: addressOf(7),
    guardianPauseEnds: 2_000_000_000n,
    tokenCount: 3n,
    fees: {
      platformBuyBps: 201,
      platformSellBps: 202,
      creatorBuyBps: 203,
      creatorSellBps: 204,
      referralBps: 60,
      affiliateBps: 100,
      discountBps: 20,
    },
    announcedFees: {
      from: 1_900_000_000n,
      until: 1_900_172_800n,
      fees: {
        platformBuyBps: 4,
        platformSellBps: 5,
        creatorBuyBps: 6,
        creatorSellBps: 7,
        referralBps: 1,
        affiliateBps: 2,
        discountBps: 3,
      },
    },
  });
  expect(decodeFactory(Uint8Array.from(factory).with(8, 1))).toBeNull();
  expect(decodeFactory(Uint8Array.from(factory).slice(0, 50))).toBeNull();
});

test("an announcement of fees stands until nobody can apply it any more", () => {
  const fees = { creatorBuyBps: 1, creatorSellBps: 1, platformBuyBps: 1, platformSellBps: 1 };
  const announcedFees = {
    fees: { ...fees, referralBps: 0, affiliateBps: 0, discountBps: 0 },
    from: 1_000n,
    until: 2_000n,
  };
  const at = (second: number) => standingAnnouncement({ announcedFees }, second * 1_000 + 999);
  expect([0, 1_000, 2_000, 2_001].map((second) => at(second) !== null)).toEqual([true, true, true, false]);
  expect(standingAnnouncement({ announcedFees: null }, 0)).toBeNull();
});

test("a guardian's pause ends by itself, the super admin's doesn't", () => {
  const at = (paused: boolean, second: number) => isPausedAt({ paused, guardianPauseEnds: 1_000n }, second * 1_000);
  expect([at(false, 999), at(false, 1_000), at(true, 1_000)]).toEqual([true, false, true]);
  expect(isPausedAt({ paused: false, guardianPauseEnds: 0n }, 0)).toBe(false);
});
