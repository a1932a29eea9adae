import type { KeyPairSigner } from "@solana/kit";
import { type Address, lamports, type TokenId, tokenUnits } from "@tribe/contract";
import { fillBuy, fillSell, quoteBuy, quoteSell } from "@tribe/domain/curve";
import { feeRates, flagsFromByte, noFlags, type TradeFlags } from "@tribe/domain/money";
import { defaultSchedule } from "@tribe/domain/testing";
import { beforeAll, describe, expect, test } from "vitest";
import {
  associatedTokenAddress,
  factoryAddress,
  defaultProgramAddress as program,
  vaultAddress,
} from "../accounts/addresses.ts";
import { decodeFactory, decodeTokenState } from "../accounts/state.ts";
import { drawTokenId } from "../accounts/token-id.ts";
import { describeMessage } from "../clear-signing/describe.ts";
import { explainTransactionError } from "../events/program-errors.ts";
import { addressOf, must, openTestChain } from "../testing/testing-chain.ts";
import { computeUnitLimit, type MessageKind } from "../transactions/compute.ts";
import { buildInitializeMessage } from "./initialize.ts";
import { buildBuyMessage, buildCreateMessage, buildSellMessage, tradeAddresses } from "./messages.ts";
import {
  buildCollectMessage,
  buildPauseMessage,
  buildUnpauseMessage,
  operationComputeUnitLimit,
} from "./operations.ts";

const { balanceOf, dataOf, person, send, setUpgradeAuthority, svm } = openTestChain();

/** This package's messages and decoders, against the compiled program on the real virtual machine. */
const [admin, superAdmin, creator, trader, referrer] = await Promise.all([1, 2, 3, 4, 5].map(person));
if (!admin || !superAdmin || !creator || !trader || !referrer) throw new Error("five people are needed");

const tokenId = 0xfedc_ba98_7654_3210n as TokenId; // a u64
const { state, mint } = await tradeAddresses(tokenId, program);
const tokenState = () => {
  const decoded = decodeTokenState(dataOf(state));
  if (!decoded) throw new Error("there is no token");
  return decoded;
};
const frame = (signer: KeyPairSigner, kind: MessageKind, extra = {}) => ({
  program,
  wallet: addressOf(signer),
  blockhash: svm.latestBlockhash(),
  computeUnitLimit: computeUnitLimit(kind, extra),
  microLamportsPerUnit: 50_000n,
});

const operationFrame = (signer: KeyPairSigner) => ({
  program,
  wallet: addressOf(signer),
  blockhash: svm.latestBlockhash(),
  microLamportsPerUnit: 50_000n,
});

/** Executes a message and compares it with its own description: nothing more leaves, and the compute limit was enough. */
const sendDescribed = async (message: Uint8Array<ArrayBuffer>, signer: KeyPairSigner) => {
  const context = { wallet: addressOf(signer), admin: addressOf(admin), program };
  const description = await describeMessage(message, context);
  if (description.kind === "refused") throw new Error(description.reason);
  const before = balanceOf(addressOf(signer));
  const sent = must(await send(message));
  const spent = before - balanceOf(addressOf(signer));
  expect(spent).toBeLessThanOrEqual(description.spend.total);
  expect(sent.units).toBeLessThanOrEqual(description.computeUnitLimit);
  return { ...sent, spent, description };
};

const fees = () => decodeFactory(dataOf(factory))?.fees;
const factory = await factoryAddress(program);

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
});

describe("on the compiled program", () => {
  test("the factory is decoded as it was set up", async () => {
    expect(decodeFactory(dataOf(factory))).toMatchObject({
      admin: addressOf(admin),
      superAdmin: addressOf(superAdmin),
      vault: await vaultAddress(program),
      paused: false,
      coefficient: 100_000_000n,
      fees: defaultSchedule,
    });
  });

  test("a creation costs exactly its described amount, and fills the first buy as the domain does", async () => {
    const firstBuy = {
      tokens: tokenUnits(20_000_000_000n),
      maxLamports: lamports(10_000_000n),
      minTokens: tokenUnits(20_000_000_000n),
    };
    const message = await buildCreateMessage({
      ...frame(creator, "create", { makesTokenAccount: true }),
      admin: addressOf(admin),
      tokenId,
      name: "Älice 🔥",
      symbol: "ALI",
      uri: "https://tribe.example/api/meta/1",
      firstBuy,
      coefficient: 100_000_000n,
      referralBonus: tokenUnits(0n),
      flags: noFlags,
      inviter: null,
    });
    const { events, spent, description } = await sendDescribed(message, creator);
    const [created, bought] = events;
    if (created?.kind !== "tokenCreated" || bought?.kind !== "tokenBought") throw new Error("two events are expected");
    expect(created).toMatchObject({ seq: 0n, tokenId, mint, creator: addressOf(creator), inviter: null });
    expect(bought).toMatchObject({ seq: 1n, amount: firstBuy.tokens, trader: addressOf(creator), referrer: null });
    const paid = bought.price + bought.creatorFee + bought.platformFee;
    expect(spent).toBe(description.spend.total - firstBuy.maxLamports + paid);
    expect(tokenState()).toMatchObject({
      tokenId,
      mint,
      creator: addressOf(creator),
      reserve: bought.price,
      seq: 2n,
      migration: null,
      curve: {
        x: created.floor + firstBuy.tokens,
        floor: created.floor,
        xMax: created.xMax,
        coefficient: 100_000_000n,
      },
    });
  });

  test("a creation with a drawn id needs no compute units for searches", async () => {
    const owners = [addressOf(creator), addressOf(referrer)];
    const firstBuy = {
      tokens: tokenUnits(20_000_000_000n),
      maxLamports: lamports(10_000_000n),
      minTokens: tokenUnits(1n),
    };
    const limits = { makesTokenAccount: true, hasInviter: true, hasHighestBumps: true };
    for (let from = 1_000n; from < 1_800n; from += 100n) {
      let next = from;
      const message = await buildCreateMessage({
        ...frame(creator, "create", limits),
        admin: addressOf(admin),
        tokenId: await drawTokenId(() => next++, owners, program),
        name: "n".repeat(32),
        symbol: "S".repeat(10),
        uri: "u".repeat(64),
        firstBuy,
        coefficient: 100_000_000n,
        referralBonus: tokenUnits(2_000_000_000n),
        flags: { referral: true, affiliate: true, discount: true },
        inviter: addressOf(referrer),
      });
      const { description } = await sendDescribed(message, creator);
      expect(description.computeUnitLimit).toBeLessThan(80_000);
    }
  });

  const variants: { flags: TradeFlags; referrer: Address | null }[] = [0, 4, 1, 3, 5, 7].map((byte) => {
    const flags = flagsFromByte(byte);
    if (!flags) throw new Error("these flags are valid");
    return { flags, referrer: flags.referral ? addressOf(referrer) : null };
  });

  test("buys and sells have the results of the domain and the dialogs' quotes, with every combination of flags", async () => {
    const schedule = fees();
    if (!schedule) throw new Error("there is no factory");
    for (const [index, { flags, referrer: paid }] of variants.entries()) {
      const before = tokenState();
      const order = {
        tokens: tokenUnits(7_123_456_789n + BigInt(index)),
        maxLamports: lamports(index % 2 ? 1_500_000n : 9_000_000n),
        minTokens: tokenUnits(1n),
      };
      const expected = fillBuy(before.curve, order, feeRates(schedule, "buy", flags));
      if (expected.kind === "refused") throw new Error(expected.reason);
      const makesTokenAccount = dataOf(await associatedTokenAddress(addressOf(trader), mint)).length === 0;
      expect(makesTokenAccount).toBe(index === 0);
      const message = await buildBuyMessage({
        ...frame(trader, "buy", { makesTokenAccount }),
        admin: addressOf(admin),
        state,
        mint,
        ...order,
        flags,
        referrer: paid,
        makesTokenAccount,
      });
      const quote = quoteBuy({
        mode: "BUY_WITH_FIXED_TOKEN",
        tokens: expected.tokens,
        curve: before.curve,
        fees: schedule,
        flags,
        slippageBps: 0,
      });
      const earned = balanceOf(addressOf(referrer));
      const { events, spent, description } = await sendDescribed(message, trader);
      expect(balanceOf(addressOf(referrer)) - earned).toBe(paid ? expected.fees.referral : 0n);
      expect(quote).toMatchObject({ kind: "filled", total: expected.total, fees: expected.fees });
      expect(events).toMatchObject([
        {
          kind: "tokenBought",
          seq: before.seq,
          amount: expected.tokens,
          price: expected.value,
          platformFee: expected.fees.platform,
          creatorFee: expected.fees.creator,
          referralFee: expected.fees.referral,
          supplyBeforeTrade: before.curve.x,
          referrer: paid,
          isAffiliate: flags.affiliate,
        },
      ]);
      expect(spent).toBe(description.spend.total - order.maxLamports + expected.total);
      expect(tokenState().curve.x).toBe(expected.xAfter);
    }
    for (const { flags, referrer: paid } of variants)
      for (const plain of flags === noFlags ? [false, true] : [false]) {
        const before = tokenState();
        const tokens = tokenUnits(1_987_654_321n);
        const expected = fillSell(
          before.curve,
          { tokens, minLamports: lamports(0n) },
          feeRates(schedule, "sell", flags),
        );
        if (expected.kind === "refused") throw new Error(expected.reason);
        const message = await buildSellMessage({
          ...frame(trader, "sell"),
          admin: plain ? null : addressOf(admin),
          state,
          mint,
          tokens,
          minLamports: expected.total,
          flags,
          referrer: paid,
        });
        const quote = quoteSell({ tokens, curve: before.curve, fees: schedule, flags, slippageBps: 0 });
        expect(quote).toMatchObject({ kind: "filled", total: expected.total, fees: expected.fees });
        const { events, spent, description } = await sendDescribed(message, trader);
        expect(events).toMatchObject([{ kind: "tokenSold", amount: tokens, price: expected.value }]);
        expect(spent).toBe(description.spend.total - expected.total);
        expect(tokenState()).toMatchObject({ curve: { x: expected.xAfter }, reserve: before.reserve - expected.value });
      }
  });

  test("the excluded combination of flags is refused: an affiliate without a referral", async () => {
    for (const byte of [2, 6, 8]) {
      const message = await buildBuyMessage({
        ...frame(trader, "buy"),
        admin: addressOf(admin),
        state,
        mint,
        tokens: tokenUnits(1_234_567_890n),
        maxLamports: lamports(9_000_000n),
        minTokens: tokenUnits(1n),
        flags: noFlags,
        referrer: null,
        makesTokenAccount: false,
      });
      // The flags are the instruction's last byte; the order's tokens show its offset.
      const tokens = new Uint8Array(8);
      new DataView(tokens.buffer).setBigUint64(0, 1_234_567_890n, true);
      const at = message.findIndex((_, start) => tokens.every((value, offset) => message[start + offset] === value));
      message[at + 24] = byte;
      const sent = await send(message);
      expect(explainTransactionError({ error: null, logs: sent.logs, transaction: null, program }).words.code).toBe(
        "curve.6009",
      );
    }
  });

  test("an order that cannot be filled fails with its slippage error and emits no event", async () => {
    const { curve } = tokenState();
    const buy = await buildBuyMessage({
      ...frame(trader, "buy"),
      admin: addressOf(admin),
      state,
      mint,
      tokens: tokenUnits(1_000_000_000n),
      maxLamports: lamports(1_000n),
      minTokens: tokenUnits(1_000_000_000n),
      flags: noFlags,
      referrer: null,
      makesTokenAccount: false,
    });
    const sell = await buildSellMessage({
      ...frame(trader, "sell"),
      admin: null,
      state,
      mint,
      tokens: tokenUnits(1_000_000_000n),
      minLamports: lamports(10_000_000_000n),
      flags: noFlags,
      referrer: null,
    });
    for (const [message, code] of [
      [buy, 6002],
      [sell, 6003],
    ] as const) {
      const sent = await send(message);
      expect(sent).toMatchObject({ failed: true, events: [] });
      const error = { InstructionError: [2, { Custom: code }] };
      expect(explainTransactionError({ error, logs: sent.logs, transaction: null, program })).toMatchObject({
        words: { code: `curve.${code}`, title: "Confirm transaction failed: Slippage exceeded" },
        programError: { program, code, message: "Slippage exceeded" },
      });
    }
    expect(tokenState().curve).toEqual(curve);
  });

  test("a collect pays creator and platform the accrued fees, once, whoever sends it", async () => {
    const { creatorFees, platformFees } = tokenState();
    expect(creatorFees).toBeGreaterThan(0n);
    const vault = await vaultAddress(program);
    const message = () =>
      buildCollectMessage({
        ...operationFrame(referrer),
        tokenId,
        creator: addressOf(creator),
        feeReceiver: vault,
      });
    const [before, vaultBefore] = [balanceOf(addressOf(creator)), balanceOf(vault)];
    const { events, units } = must(await send(await message()));
    expect(events).toMatchObject([{ kind: "feesCollected", creatorAmount: creatorFees, platformAmount: platformFees }]);
    expect(units).toBeLessThanOrEqual(operationComputeUnitLimit / 2);
    expect(balanceOf(addressOf(creator))).toBe(before + creatorFees);
    expect(balanceOf(vault)).toBe(vaultBefore + platformFees);
    expect(tokenState()).toMatchObject({ creatorFees: 0n, platformFees: 0n });
    svm.expireBlockhash();
    expect(must(await send(await message())).events).toEqual([]);
    expect(balanceOf(addressOf(creator))).toBe(before + creatorFees);
  });

  test("only the super admin can pause and resume", async () => {
    const [own, stranger] = [operationFrame(superAdmin), operationFrame(trader)];
    expect((await send(await buildPauseMessage(stranger))).failed).toBe(true);
    const paused = must(await send(await buildPauseMessage(own)));
    expect(paused.events).toMatchObject([{ kind: "factoryPaused" }]);
    expect(decodeFactory(dataOf(factory))?.paused).toBe(true);
    expect((await send(await buildUnpauseMessage(stranger))).failed).toBe(true);
    const unpaused = must(await send(await buildUnpauseMessage(own)));
    expect(unpaused.events).toMatchObject([{ kind: "factoryUnpaused" }]);
    expect(decodeFactory(dataOf(factory))?.paused).toBe(false);
    for (const { units } of [paused, unpaused]) expect(units).toBeLessThanOrEqual(operationComputeUnitLimit / 2);
  });

  test("an inviter's account for the first tokens is in the described rent", async () => {
    const message = await buildCreateMessage({
      ...frame(trader, "create", { hasInviter: true }),
      admin: addressOf(admin),
      tokenId: 9n,
      name: "B",
      symbol: "B",
      uri: "u",
      firstBuy: { tokens: tokenUnits(0n), maxLamports: lamports(0n), minTokens: tokenUnits(0n) },
      coefficient: 100_000_000n,
      referralBonus: tokenUnits(1_000_000_000n),
      flags: { referral: true, affiliate: false, discount: false },
      inviter: addressOf(referrer),
    });
    const { spent, description, events } = await sendDescribed(message, trader);
    expect(events).toMatchObject([
      { kind: "tokenCreated", inviter: addressOf(referrer), referralBonus: 1_000_000_000n },
    ]);
    expect(spent).toBe(description.spend.total);
  });
});
