import type { KeyPairSigner } from "@solana/kit";
import { lamports, type TokenId, tokenUnits } from "@tribe/contract";
import { noFlags } from "@tribe/domain/money";
import { beforeAll, describe, expect, test } from "vitest";
import {
  factoryAddress,
  migrationAddresses,
  mintAddress,
  defaultProgramAddress as program,
  tokenStateAddress,
  vaultAddress,
} from "../accounts/addresses.ts";
import { decodePoolState } from "../accounts/pool.ts";
import { decodeFactory, decodeTokenState } from "../accounts/state.ts";
import { addressOf, must, openTestChain } from "../testing/testing-chain.ts";
import { computeUnitLimit, lifecycleComputeUnitLimit } from "../transactions/compute.ts";
import { buildFactoryMessage, type FactoryChange } from "./factory-messages.ts";
import { buildInitializeMessage } from "./initialize.ts";
import {
  buildConvertMessage,
  buildMigrateMessage,
  buildPoolCollectMessage,
  buildSwapBuyMessage,
  buildSwapSellMessage,
} from "./lifecycle-messages.ts";
import { buildCreateMessage } from "./messages.ts";
import { buildChangeCreatorMessage, operationComputeUnitLimit } from "./operations.ts";

const { balanceOf, dataOf, person, send, setUpgradeAuthority, svm, unitsOf } = openTestChain();

const [admin, superAdmin, creator, holder] = await Promise.all([11, 12, 13, 14].map(person));
if (!admin || !superAdmin || !creator || !holder) throw new Error("four people are needed");
const tokenId: TokenId = 4_711n as TokenId; // any u64
const made = await migrationAddresses(tokenId, program);

const frame = (signer: KeyPairSigner) => ({
  program,
  wallet: addressOf(signer),
  blockhash: svm.latestBlockhash(),
  microLamportsPerUnit: 0n,
});
const token = (
  signer: KeyPairSigner,
  kind: Parameters<typeof lifecycleComputeUnitLimit>[0],
  makesTokenAccount = false,
) => ({
  ...frame(signer),
  tokenId,
  makesTokenAccount,
  computeUnitLimit: lifecycleComputeUnitLimit(kind, makesTokenAccount),
});
const factory = async () => {
  const decoded = decodeFactory(dataOf(await factoryAddress(program)));
  if (!decoded) throw new Error("there is no factory");
  return decoded;
};
const pool = () => {
  const decoded = decodePoolState(dataOf(made.pool));
  if (!decoded) throw new Error("there is no pool");
  return decoded;
};
beforeAll(async () => {
  await setUpgradeAuthority(addressOf(superAdmin));
  must(
    await send(
      await buildInitializeMessage({
        program,
        payer: addressOf(superAdmin),
        upgradeAuthority: addressOf(superAdmin),
        admin: addressOf(admin),
        superAdmin: addressOf(superAdmin),
        blockhash: svm.latestBlockhash(),
      }),
    ),
  );
  // the first buy takes the whole curve
  must(
    await send(
      await buildCreateMessage({
        ...frame(creator),
        computeUnitLimit: computeUnitLimit("create", { makesTokenAccount: true }),
        admin: addressOf(admin),
        tokenId,
        name: "Closed",
        symbol: "CLO",
        uri: "https://tribe.example/api/meta/4711",
        firstBuy: { tokens: tokenUnits(10n ** 13n), maxLamports: lamports(10n ** 11n), minTokens: tokenUnits(1n) },
        coefficient: 100_000_000n,
        referralBonus: tokenUnits(0n),
        flags: noFlags,
        inviter: null,
      }),
    ),
  );
});

describe("a closed curve", () => {
  test("migrates by anybody's message, again without effect, and is decoded as migrated", async () => {
    const { events, poolEvents } = must(await send(await buildMigrateMessage(token(holder, "migrate"))));
    expect(events).toMatchObject([
      { kind: "tokenMigrated", tokenId, newMint: made.newMint, liquidityAddress: made.pool },
    ]);
    expect(poolEvents).toMatchObject([{ kind: "poolCreated", tokenId, creator: addressOf(creator), seq: 0n }]);
    const state = decodeTokenState(dataOf(await tokenStateAddress(tokenId, program)));
    expect(state?.migration).toEqual({ newMint: made.newMint, liquidityAddress: made.pool, rate: 2_119n });
    expect(pool()).toMatchObject({ tokenId, mint: made.newMint, vault: made.poolVault, seq: 1n });
    expect(pool().fees).toEqual({ liquidityBps: 20, creatorBps: 40, platformBps: 40 });
    svm.expireBlockhash();
    expect(must(await send(await buildMigrateMessage(token(creator, "migrate"))))).toMatchObject({
      events: [],
      poolEvents: [],
    });
  });

  test("converts old tokens, creating the account for the new ones", async () => {
    const tokens = tokenUnits(1_000_000_000n);
    const { events } = must(await send(await buildConvertMessage({ ...token(creator, "convert", true), tokens })));
    expect(events).toMatchObject([{ kind: "tokensConverted", amount: tokens, newAmount: tokens * 2_119n }]);
    expect(await unitsOf(addressOf(creator), made.newMint)).toBe(tokens * 2_119n);
  });

  test("swaps both ways and collects, as its events and state show", async () => {
    const bought = must(
      await send(
        await buildSwapBuyMessage({ ...token(holder, "swap", true), lamports: lamports(10n ** 9n), minTokens: 1n }),
      ),
    );
    const [buy] = bought.poolEvents;
    if (buy?.kind !== "poolBought") throw new Error("a buy is expected");
    expect(await unitsOf(addressOf(holder), made.newMint)).toBe(buy.tokens);
    expect(pool().reserves).toEqual(buy.reserves);
    const before = balanceOf(addressOf(holder));
    const sold = must(
      await send(
        await buildSwapSellMessage({ ...token(holder, "swap"), tokens: buy.tokens, minLamports: lamports(1n) }),
      ),
    );
    const [sell] = sold.poolEvents;
    if (sell?.kind !== "poolSold") throw new Error("a sell is expected");
    expect(balanceOf(addressOf(holder)) - before).toBe(sell.lamports - 5_000n);
    const { creatorFees, platformFees } = pool();
    expect(creatorFees).toBe(buy.creatorFee + sell.creatorFee);
    const collected = must(
      await send(
        await buildPoolCollectMessage({
          ...token(holder, "collect"),
          creator: addressOf(creator),
          feeReceiver: (await factory()).feeReceiver,
        }),
      ),
    );
    expect(collected.poolEvents).toMatchObject([
      { kind: "poolFeesCollected", creatorAmount: creatorFees, platformAmount: platformFees },
    ]);
  });
});

test("a migrated token gets another creator in state and pool by one message with both signatures, with events", async () => {
  const parties = { creator: addressOf(creator), newCreator: addressOf(holder) };
  const message = await buildChangeCreatorMessage({ ...frame(holder), tokenId, ...parties, isMigrated: true });
  const sent = must(await send(message));
  const change = { previous: parties.creator, current: parties.newCreator, tokenId };
  expect(sent.events).toMatchObject([{ kind: "creatorChanged", mint: await mintAddress(tokenId, program), ...change }]);
  expect(sent.poolEvents).toMatchObject([{ kind: "poolCreatorChanged", mint: made.newMint, ...change }]);
  expect(sent.units).toBeLessThanOrEqual(operationComputeUnitLimit / 2);
  expect(pool().creator).toBe(parties.newCreator);
  expect(decodeTokenState(dataOf(await tokenStateAddress(tokenId, program)))?.creator).toBe(parties.newCreator);
});

describe("the factory", () => {
  const change = async (signer: KeyPairSigner, one: FactoryChange) => {
    const sent = must(await send(await buildFactoryMessage(frame(signer), one)));
    expect(sent.units).toBeLessThanOrEqual(operationComputeUnitLimit / 2);
    return sent.events[0];
  };

  test("accepts every change that its officers may make, and emits an event", async () => {
    const { fees } = await factory();
    const other = { ...fees, creatorBuyBps: 150 };
    expect(await change(superAdmin, { kind: "updateFees", fees: other })).toMatchObject({
      kind: "feesUpdated",
      fees: other,
    });
    expect((await factory()).fees).toEqual(other);
    // raised fees take effect a day later
    const dearer = { ...other, creatorBuyBps: 300 };
    const announced = await change(superAdmin, { kind: "updateFees", fees: dearer });
    expect(announced).toMatchObject({ kind: "feesAnnounced", fees: dearer });
    expect(await factory()).toMatchObject({ fees: other, announcedFees: { fees: dearer } });
    const clock = svm.getClock();
    clock.unixTimestamp += 86_400n;
    svm.setClock(clock);
    expect(await change(holder, { kind: "applyFees" })).toMatchObject({ kind: "feesUpdated", fees: dearer });
    expect(await factory()).toMatchObject({ fees: dearer, announcedFees: null });
    const coefficient = 200_000_000n;
    expect(await change(superAdmin, { kind: "updateCoefficient", coefficient })).toMatchObject({
      current: coefficient,
    });
    const bonuses = { referralTokenBonus: tokenUnits(3n), affiliateTokenBonus: tokenUnits(4n) };
    expect(await change(superAdmin, { kind: "updateBonuses", ...bonuses })).toMatchObject(bonuses);
    expect(await factory()).toMatchObject({ coefficient, ...bonuses });
    expect(await change(superAdmin, { kind: "stopSells" })).toMatchObject({ kind: "sellsStopped" });
  });

  test("pays withdrawals within the allowance", async () => {
    const vault = await vaultAddress(program);
    const receiver = addressOf(holder);
    expect(await change(superAdmin, { kind: "setFeeReceiver", receiver: vault })).toMatchObject({ current: vault });
    expect(await change(superAdmin, { kind: "setWithdrawReceiver", receiver })).toMatchObject({ current: receiver });
    const allowance = lamports(1_000n);
    expect(await change(superAdmin, { kind: "grantAllowance", allowance })).toMatchObject({ allowance });
    const before = balanceOf(receiver);
    expect(await change(admin, { kind: "withdraw", amount: allowance, receiver })).toMatchObject({ spent: allowance });
    expect(balanceOf(receiver)).toBe(before + allowance);
  });

  test("gets other officers by propose and accept", async () => {
    const proposed = addressOf(holder);
    expect(await change(superAdmin, { kind: "proposeAdmin", proposed: null })).toMatchObject({ proposed: null });
    expect(await change(superAdmin, { kind: "proposeAdmin", proposed })).toMatchObject({ proposed });
    expect(await change(holder, { kind: "acceptAdmin" })).toMatchObject({ kind: "adminAccepted", current: proposed });
    await change(superAdmin, { kind: "proposeSuperAdmin", proposed });
    await change(holder, { kind: "acceptSuperAdmin" });
    expect(await factory()).toMatchObject({ admin: proposed, superAdmin: proposed });
  });
});
