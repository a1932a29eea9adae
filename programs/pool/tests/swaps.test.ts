import type { KeyPairSigner } from "@solana/kit";
import { beforeEach, describe, expect, test } from "vitest";
import { getSetFeeReceiverInstructionAsync } from "../../../packages/chain/src/generated/index.ts";
import {
  findPoolPda,
  findPoolVaultPda,
  getCreatePoolInstruction,
} from "../../../packages/chain/src/generated/pool/index.ts";
import { sol } from "../../curve/tests/support/chain.ts";
import { transferInstruction } from "../../curve/tests/support/instructions.ts";
import {
  convertInstruction,
  type Migrated,
  migratedTribe,
  poolCollectInstruction,
  poolState,
  swapBuyInstruction,
  swapSellInstruction,
  unitsIn,
} from "../../curve/tests/support/migrated.ts";
import { rentOf } from "../../curve/tests/support/model.ts";
import { ata, must, startWorld, type World } from "../../curve/tests/support/world.ts";

let world: World;
let trader: KeyPairSigner;
let tribe: Migrated;

beforeEach(async () => {
  world = await startWorld();
  trader = await world.wallet();
  tribe = await migratedTribe(world, trader);
});

const held = async () => unitsIn(world, await ata(tribe.newMint, trader.address));
const buy = async (lamports: bigint, min?: bigint) =>
  world.send(trader, await swapBuyInstruction(trader, tribe, lamports, min));
const sell = async (tokens: bigint, min?: bigint) =>
  world.send(trader, await swapSellInstruction(trader, tribe, tokens, min));
/** Expects that the pool's balances are exactly its rent and its counters. */
const expectSound = () => {
  const pool = poolState(world, tribe);
  expect(world.balance(tribe.pool)).toBe(rentOf(232) + pool.lamportReserve + pool.creatorFees + pool.platformFees);
  expect(unitsIn(world, tribe.poolVault)).toBe(pool.tokenReserve);
};

describe("a buy", () => {
  test("swaps exactly its lamports at the product's price, fees first", async () => {
    const { lamportReserve, tokenReserve } = poolState(world, tribe);
    const before = world.balance(trader.address);
    const kept = (sol * 9_900n) / 10_000n;
    const tokens = (tokenReserve * kept) / (lamportReserve + kept);
    expect((await buy(sol, tokens + 1n)).error).toBe(6002);
    const sent = must(await buy(sol, tokens));
    expect(await held()).toBe(tokens);
    // two transactions have paid their signature
    expect(before - world.balance(trader.address)).toBe(sol + 10_000n);
    const fee = (sol * 40n) / 10_000n;
    expect(poolState(world, tribe)).toMatchObject({
      lamportReserve: lamportReserve + sol - 2n * fee,
      tokenReserve: tokenReserve - tokens,
      creatorFees: fee,
      platformFees: fee,
    });
    expect(sent.events).toMatchObject([
      {
        kind: "poolBought",
        signer: tribe.pool,
        data: { lamports: sol, tokens, creatorFee: fee, platformFee: fee, seq: 1n },
      },
    ]);
    expectSound();
  });

  test("of zero lamports, or for zero tokens, is refused", async () => {
    expect((await buy(0n)).error).toBe(6100);
    // less than one base unit's value after fees
    expect((await buy(1n, 1n)).error).toBe(6002);
    expect((await buy(2n ** 63n)).error).toBe(6118);
  });
});

describe("a sell", () => {
  test("swaps exactly its tokens for lamports less fees", async () => {
    must(await world.send(trader, await convertInstruction(trader, tribe, 1_000_000_000n)));
    const tokens = await held();
    const { lamportReserve, tokenReserve } = poolState(world, tribe);
    const gross = (lamportReserve * tokens) / (tokenReserve + tokens);
    const paid = (gross * 9_900n) / 10_000n;
    expect((await sell(tokens, paid + 1n)).error).toBe(6003);
    const before = world.balance(trader.address);
    const sent = must(await sell(tokens, paid));
    expect(world.balance(trader.address) - before).toBe(paid - 5_000n);
    expect(sent.events).toMatchObject([{ kind: "poolSold", data: { lamports: paid, tokens } }]);
    expect(await held()).toBe(0n);
    expectSound();
    expect((await sell(0n)).error).toBe(6100);
    expect((await sell(1n)).error).toBe(6003);
  });

  test("of just bought tokens never pays back more than they cost", async () => {
    for (const lamports of [1_000n, 1_000_000n, sol, 50n * sol]) {
      const before = await held();
      must(await buy(lamports));
      const sent = must(await sell((await held()) - before));
      expect(sent.events).toMatchObject([{ kind: "poolSold" }]);
      const paid = sent.events.flatMap((event) => (event.kind === "poolSold" ? [event.data.lamports] : []));
      expect(paid[0]).toBeLessThan(lamports);
    }
    expectSound();
  });
});

test("collect pays the accrued fees to creator and fee receiver, once", async () => {
  must(await buy(10n * sol));
  const feeReceiver = (await world.wallet()).address;
  must(
    await world.send(trader, await getSetFeeReceiverInstructionAsync({ superAdmin: world.superAdmin, feeReceiver })),
  );
  const { creatorFees, platformFees } = poolState(world, tribe);
  const [creator, receiver] = [world.balance(tribe.creator), world.balance(feeReceiver)];
  const caller = await world.wallet();
  const sent = must(await world.send(caller, poolCollectInstruction(world, tribe)));
  expect(sent.events).toMatchObject([
    { kind: "poolFeesCollected", data: { creatorAmount: creatorFees, platformAmount: platformFees, feeReceiver } },
  ]);
  expect(world.balance(tribe.creator) - creator).toBe(creatorFees);
  expect(world.balance(feeReceiver) - receiver).toBe(platformFees);
  expect(must(await world.send(caller, poolCollectInstruction(world, tribe))).events).toEqual([]);
  expectSound();
});

test("a later factory's creators are paid by this pool: its first 208 bytes never move", async () => {
  must(await buy(sol));
  const factory = world.svm.getAccount(world.factory);
  if (!factory.exists) throw new Error("no factory");
  const later = (version: number, length = factory.data.length) => {
    const data = new Uint8Array(length);
    data.set(factory.data.subarray(0, Math.min(208, length)));
    data[8] = version;
    world.svm.setAccount({ ...factory, data });
  };
  const collect = poolCollectInstruction(world, tribe);
  later(1);
  expect((await world.send(trader, collect)).error).toBe(6115);
  later(3, 207);
  expect((await world.send(trader, collect)).error).toBe(6106);
  const before = world.balance(tribe.creator);
  later(3, 1_000);
  must(await world.send(trader, collect));
  expect(world.balance(tribe.creator)).toBeGreaterThan(before);
  must(await buy(sol));
  later(255, 208);
  must(await world.send(trader, collect));
});

test("lamports sent to the pool change no price and are paid to nobody", async () => {
  const before = poolState(world, tribe);
  must(await world.send(trader, transferInstruction(trader, tribe.pool, sol)));
  expect(poolState(world, tribe)).toEqual(before);
  must(await world.send(trader, poolCollectInstruction(world, tribe)));
  expect(world.balance(tribe.pool)).toBe(rentOf(232) + before.lamportReserve + sol);
});

test("only the curve can open a pool: a wallet, and an account that looks like a state, are refused", async () => {
  const impostor = await world.wallet();
  const open = async () => {
    const [pool] = await findPoolPda({ token: impostor.address });
    const [vault] = await findPoolVaultPda({ pool });
    must(await world.send(trader, transferInstruction(trader, pool, sol)));
    return getCreatePoolInstruction({
      payer: trader,
      token: impostor,
      mint: tribe.newMint,
      pool,
      vault,
      tokenId: 1n,
      creator: trader.address,
      factory: world.factory,
      lamports: sol,
      tokens: 1n,
      bump: 255,
      vaultBump: 255,
    });
  };
  expect((await world.send(trader, await open())).error).toBe(6102);
  const account = world.svm.getAccount(tribe.token);
  if (!account.exists) throw new Error("no state");
  world.svm.setAccount({ ...account, address: impostor.address, programAddress: trader.address });
  expect((await world.send(trader, await open())).error).toBe(6102);
});

test("a token's whole life works with every feature of the runtime enabled", async () => {
  const later = await startWorld("every");
  const owner = await later.wallet();
  const token = await migratedTribe(later, owner);
  const pool = () => poolState(later, token);
  must(await later.send(owner, await convertInstruction(owner, token, 1_000_000_000n)));
  must(await later.send(owner, await swapBuyInstruction(owner, token, sol)));
  must(await later.send(owner, await swapSellInstruction(owner, token, 1_000_000_000n)));
  must(await later.send(owner, poolCollectInstruction(later, token)));
  expect(pool()).toMatchObject({ seq: 4n, creatorFees: 0n, platformFees: 0n });
  expect(later.balance(token.pool)).toBe(rentOf(232) + pool().lamportReserve);
});
