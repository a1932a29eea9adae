import { type Address, address, type Instruction, type KeyPairSigner } from "@solana/kit";
import { beforeEach, describe, expect, test } from "vitest";
import {
  getAcceptAdminInstructionAsync,
  getAcceptSuperAdminInstructionAsync,
  getApplyFeesInstructionAsync,
  getGrantAllowanceInstructionAsync,
  getProposeAdminInstructionAsync,
  getProposeSuperAdminInstructionAsync,
  getSetFeeReceiverInstructionAsync,
  getSetWithdrawReceiverInstructionAsync,
  getStopSellsInstructionAsync,
  getUpdateBonusesInstructionAsync,
  getUpdateCoefficientInstructionAsync,
  getUpdateFeesInstructionAsync,
  getWithdrawInstructionAsync,
} from "../../../packages/chain/src/generated/index.ts";
import { sol, token2022 } from "./support/chain.ts";
import { transferInstruction } from "./support/instructions.ts";
import { rentOf, xMaxOf } from "./support/model.ts";
import { createTribe, must, sellInstruction, startWorld, tokenState, type World } from "./support/world.ts";

const nobody = address("11111111111111111111111111111111");
const hour = 3_600n;
let world: World;
let next: KeyPairSigner;
let stranger: KeyPairSigner;
let superAdmin: KeyPairSigner;

beforeEach(async () => {
  world = await startWorld();
  superAdmin = world.superAdmin;
  [next, stranger] = [await world.wallet(), await world.wallet()];
});

const send = async (instruction: Promise<Instruction>) => world.send(stranger, await instruction);
const passTime = (seconds: bigint) => {
  const clock = world.svm.getClock();
  clock.unixTimestamp += seconds;
  world.svm.setClock(clock);
};

describe("offices", () => {
  test("change by propose and accept, and the old holder stays until then", async () => {
    must(await send(getProposeAdminInstructionAsync({ superAdmin, proposed: next.address })));
    expect(world.factoryState()).toMatchObject({ admin: world.admin.address, pendingAdmin: next.address });
    expect((await send(getAcceptAdminInstructionAsync({ pendingAdmin: stranger }))).error).toBe(6036);
    const accepted = must(await send(getAcceptAdminInstructionAsync({ pendingAdmin: next })));
    expect(accepted.events).toMatchObject([
      { kind: "adminAccepted", signer: world.factory, data: { previous: world.admin.address, current: next.address } },
    ]);
    expect(world.factoryState()).toMatchObject({ admin: next.address, pendingAdmin: nobody });
    expect((await send(getAcceptAdminInstructionAsync({ pendingAdmin: next }))).error).toBe(6036);

    must(await send(getProposeSuperAdminInstructionAsync({ superAdmin, proposed: next.address })));
    must(await send(getAcceptSuperAdminInstructionAsync({ pendingSuperAdmin: next })));
    expect(world.factoryState()).toMatchObject({ superAdmin: next.address, pendingSuperAdmin: nobody });
    expect((await send(getProposeAdminInstructionAsync({ superAdmin, proposed: nobody }))).error).toBe(6012);
  });

  test("stay when a proposal is withdrawn", async () => {
    must(await send(getProposeAdminInstructionAsync({ superAdmin, proposed: next.address })));
    must(await send(getProposeAdminInstructionAsync({ superAdmin, proposed: nobody })));
    expect((await send(getAcceptAdminInstructionAsync({ pendingAdmin: next }))).error).toBe(6036);
  });
});

describe("settings", () => {
  const rates = {
    referralFee: 60,
    affiliateFee: 100,
    discountFee: 20,
    platformBuyFee: 200,
    platformSellFee: 200,
    creatorBuyFee: 200,
    creatorSellFee: 200,
  };
  const update = (change: Partial<typeof rates>) =>
    send(getUpdateFeesInstructionAsync({ superAdmin, ...rates, ...change }));

  test("of fees are accepted up to their bounds and refused beyond", async () => {
    const max = { platformBuyFee: 1_000, platformSellFee: 1_000, creatorBuyFee: 1_000, creatorSellFee: 1_000 };
    const announced = must(await update({ ...max, referralFee: 980, affiliateFee: 980, discountFee: 20 }));
    expect(announced.events).toMatchObject([{ kind: "feesAnnounced", data: max }]);
    expect(world.factoryState()).toMatchObject(rates);
    passTime(24n * hour);
    const sent = must(await send(getApplyFeesInstructionAsync({})));
    expect(world.factoryState()).toMatchObject({ ...max, affiliateFee: 980 });
    expect(sent.events).toMatchObject([{ kind: "feesUpdated", data: max }]);
    for (const side of ["platformBuyFee", "platformSellFee", "creatorBuyFee", "creatorSellFee"])
      expect((await update({ [side]: 1_001 })).error).toBe(6037);
    for (const change of [{ affiliateFee: 181 }, { referralFee: 181 }, { discountFee: 101 }, { platformSellFee: 119 }])
      expect((await update(change)).error).toBe(6037);
    expect((await update({ discountFee: 65_535, affiliateFee: 65_535 })).error).toBe(6037);
    must(await update({ referralFee: 0, affiliateFee: 0, platformBuyFee: 20, platformSellFee: 20 }));
    expect(world.factoryState()).toMatchObject({ referralFee: 0, platformBuyFee: 20, discountFee: 20 });
  });

  test("of the coefficient apply only to later tokens", async () => {
    const earlier = await createTribe(world, next);
    const set = (bondingCurveCoeff: bigint) =>
      send(getUpdateCoefficientInstructionAsync({ superAdmin, bondingCurveCoeff }));
    for (const wrong of [0n, 5_999_999n, 1_300_000_001n, 2n ** 64n - 1n]) expect((await set(wrong)).error).toBe(6037);
    for (const right of [6_000_000n, 1_300_000_000n]) must(await set(right));
    const later = await createTribe(world, next);
    expect(tokenState(world, earlier)).toMatchObject({ bondingCurveCoeff: 100_000_000n, xMax: xMaxOf(100_000_000n) });
    expect(tokenState(world, later)).toMatchObject({ bondingCurveCoeff: 1_300_000_000n, xMax: xMaxOf(1_300_000_000n) });
  });

  test("of bonuses are limited to 15 tokens", async () => {
    const set = (referralTokenBonus: bigint, affiliateTokenBonus: bigint) =>
      send(getUpdateBonusesInstructionAsync({ superAdmin, referralTokenBonus, affiliateTokenBonus }));
    must(await set(15_000_000_000n, 15_000_000_000n));
    expect((await set(15_000_000_001n, 0n)).error).toBe(6037);
    expect((await set(0n, 15_000_000_001n)).error).toBe(6037);
    expect(world.factoryState()).toMatchObject({ referralTokenBonus: 15_000_000_000n });
  });

  test("of receivers can't be programs or accounts where money would be stuck", async () => {
    const fee = (feeReceiver: Address) => send(getSetFeeReceiverInstructionAsync({ superAdmin, feeReceiver }));
    const withdrawal = (withdrawReceiver: Address) =>
      send(getSetWithdrawReceiverInstructionAsync({ superAdmin, withdrawReceiver }));
    const { token, mint } = await createTribe(world, next);
    const { vault } = world.factoryState();
    must(await fee(stranger.address));
    must(await fee(vault));
    must(await withdrawal(stranger.address));
    expect(world.factoryState()).toMatchObject({ feeReceiver: vault, withdrawReceiver: stranger.address });
    for (const stuck of [world.factory, token, mint]) {
      expect((await fee(stuck)).error).toBe(6042);
      expect((await withdrawal(stuck)).error).toBe(6042);
    }
    expect((await withdrawal(vault)).error).toBe(6042);
    for (const program of [token2022, nobody]) expect((await fee(program)).error).toBeOneOf([6016, 6042]);
  });
});

describe("withdrawals", () => {
  const withdraw = (lamports: bigint, withdrawReceiver: Address) =>
    send(getWithdrawInstructionAsync({ admin: world.admin, withdrawReceiver, lamports }));
  const grant = (allowance: bigint) => send(getGrantAllowanceInstructionAsync({ superAdmin, allowance }));
  const receiver = () => world.factoryState().withdrawReceiver;

  beforeEach(async () => {
    must(await world.send(stranger, transferInstruction(stranger, world.factoryState().vault, 10n * sol)));
    passTime(1_700_000_000n);
  });

  test("need an allowance; each withdrawal counts against it for a day, in whole hours", async () => {
    expect((await withdraw(1n, receiver())).error).toBe(6038);
    must(await grant(2n * sol));
    const before = world.balance(receiver());
    must(await withdraw(sol, receiver()));
    passTime(23n * hour);
    const sent = must(await withdraw(sol, receiver()));
    expect(sent.events).toMatchObject([{ kind: "withdrawn", data: { lamports: sol, spent: 2n * sol } }]);
    expect((await withdraw(1n, receiver())).error).toBe(6038);
    passTime(hour);
    expect((await withdraw(1n, receiver())).error).toBe(6038);
    passTime(hour);
    must(await withdraw(sol, receiver()));
    expect((await withdraw(1n, receiver())).error).toBe(6038);
    expect(world.balance(receiver())).toBe(before + 3n * sol);
    must(await grant(sol));
    expect((await withdraw(1n, receiver())).error).toBe(6038);
  });

  test("leave the vault its rent, and fail with specific errors", async () => {
    must(await grant(2n ** 64n - 1n));
    const { vault } = world.factoryState();
    const free = world.balance(vault) - rentOf(0);
    expect((await withdraw(0n, receiver())).error).toBe(6008);
    expect((await withdraw(free + 1n, receiver())).error).toBe(6000);
    expect((await withdraw(free, stranger.address)).error).toBe(6041);
    const empty = (await world.wallet(0n)).address;
    must(await send(getSetWithdrawReceiverInstructionAsync({ superAdmin, withdrawReceiver: empty })));
    expect((await withdraw(1n, empty)).error).toBe(6042);
    must(await withdraw(free, empty));
    expect(world.balance(vault)).toBe(rentOf(0));
  });
});

describe("trading", () => {
  test("stops for 72 hours, and can't be stopped again for another 72", async () => {
    const tribe = await createTribe(world, next, {
      firstBuy: { tokens: 5_000_000_000n, maxLamports: sol, minTokens: 1n },
    });
    const stop = () => send(getStopSellsInstructionAsync({ superAdmin }));
    const sell = async (coSigned: boolean) =>
      (await world.send(next, await sellInstruction(world, next, tribe, { tokens: 1_000_000n }, { coSigned }))).error;
    passTime(1_700_000_000n);
    expect(await sell(false)).toBeUndefined();
    const sent = must(await stop());
    expect(sent.events).toMatchObject([{ kind: "sellsStopped", data: { superAdmin: superAdmin.address } }]);
    expect(await sell(false)).toBe(6005);
    expect(await sell(true)).toBe(6005);
    expect((await stop()).error).toBe(6039);
    passTime(72n * hour);
    expect(await sell(false)).toBeUndefined();
    passTime(72n * hour - 1n);
    expect((await stop()).error).toBe(6039);
    passTime(1n);
    must(await stop());
    expect(await sell(false)).toBe(6005);
  });
});
