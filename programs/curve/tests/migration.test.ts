import type { KeyPairSigner } from "@solana/kit";
import { beforeEach, describe, expect, test } from "vitest";
import { transferInstruction } from "./support/instructions.ts";
import {
  closedTribe,
  convertInstruction,
  migratedOf,
  migratedTribe,
  migrateInstruction,
  poolState,
  unitsIn,
} from "./support/migrated.ts";
import { floor, rentOf } from "./support/model.ts";
import {
  ata,
  ataInstruction,
  buyInstruction,
  collectInstruction,
  createTribe,
  holding,
  must,
  sellInstruction,
  startWorld,
  supply,
  tokenState,
  type World,
} from "./support/world.ts";

const newSupply = 8n * 10n ** 15n;
let world: World;
let creator: KeyPairSigner;
let caller: KeyPairSigner;
let inviter: KeyPairSigner;

beforeEach(async () => {
  world = await startWorld();
  [creator, caller, inviter] = [await world.wallet(), await world.wallet(), await world.wallet()];
});

describe("migrate", () => {
  test("replaces a closed curve by a mint of fixed supply and a pool with exactly the reserve", async () => {
    const tribe = await closedTribe(world, creator);
    const before = tokenState(world, tribe);
    const sent = must(await world.send(caller, await migrateInstruction(caller, tribe)));
    const after = tokenState(world, tribe);
    const pool = poolState(world, tribe);
    expect(after).toMatchObject({ x: before.xMax, reserve: 0n, migrated: 1, rate: 2119n, seq: before.seq + 1n });
    expect(after.migration).toMatchObject({
      __option: "Some",
      value: { newMint: tribe.newMint, liquidityAddress: tribe.pool },
    });
    expect(pool).toMatchObject({
      token: tribe.token,
      mint: tribe.newMint,
      vault: tribe.poolVault,
      creator: creator.address,
      factory: world.factory,
      tokenId: tribe.id,
      lamportReserve: before.reserve,
      creatorFees: 0n,
      platformFees: 0n,
    });
    expect(world.balance(tribe.pool)).toBe(before.reserve + rentOf(232));
    expect(world.balance(tribe.token)).toBe(rentOf(232) + after.creatorFees + after.platformFees);
    const [inVault, inPool] = [unitsIn(world, tribe.conversionVault), unitsIn(world, tribe.poolVault)];
    expect(inPool).toBe(pool.tokenReserve);
    expect(inVault + inPool).toBe(newSupply);
    expect(inVault).toBeGreaterThanOrEqual(after.rate * (after.xMax - floor));
    expect(sent.events.map(({ kind, signer }) => [kind, signer])).toEqual([
      ["poolCreated", tribe.pool],
      ["tokenMigrated", tribe.token],
    ]);
    expect(sent.events[1]?.data).toMatchObject({
      reserve: before.reserve,
      rate: 2119n,
      conversionTokens: inVault,
      poolTokens: inPool,
    });
  });

  test("creates a new mint with the old one's texts, six decimals and no authority at all", async () => {
    const tribe = await migratedTribe(world, creator);
    const [old, made] = [world.data(tribe.mint), world.data(tribe.newMint)];
    expect(made.subarray(0, 4)).toEqual(new Uint8Array(4));
    expect([made[44], made[46]]).toEqual([6, 0]);
    expect(supply(world, { ...tribe, mint: tribe.newMint })).toBe(newSupply);
    // pointer without authority, then metadata without update authority
    expect(made.subarray(170, 202)).toEqual(new Uint8Array(32));
    expect(made.subarray(238, 270)).toEqual(new Uint8Array(32));
    expect(made.subarray(302)).toEqual(old.subarray(302));
  });

  test("refunds the caller's rent from the vault only if the vault has enough", async () => {
    const poor = await closedTribe(world, creator);
    const before = world.balance(caller.address);
    must(await world.send(caller, await migrateInstruction(caller, poor)));
    expect(before - world.balance(caller.address)).toBeGreaterThan(5_000_000n);
    const rich = await closedTribe(world, creator);
    const vault = world.factoryState().vault;
    must(await world.send(creator, transferInstruction(creator, vault, 1_000_000_000n)));
    const paid = world.balance(caller.address);
    const held = world.balance(vault);
    const sent = must(await world.send(caller, await migrateInstruction(caller, rich)));
    expect(paid - world.balance(caller.address)).toBe(5_000n);
    expect(sent.events[1]?.data).toMatchObject({ refund: held - world.balance(vault) });
  });

  test("changes nothing when repeated, whoever calls it", async () => {
    const tribe = await migratedTribe(world, creator);
    const accounts = [tribe.token, tribe.newMint, tribe.pool, tribe.poolVault, tribe.conversionVault];
    const before = accounts.map((one) => [world.balance(one), world.data(one)]);
    for (const each of [caller, creator]) {
      const sent = must(await world.send(each, await migrateInstruction(each, tribe)));
      expect(sent.events).toEqual([]);
    }
    expect(accounts.map((one) => [world.balance(one), world.data(one)])).toEqual(before);
  });

  // 37 bytes in total give a mint as long as a multisig, which Token-2022 lengthens
  test.each([
    [1, 1, 1],
    [20, 10, 7],
    [32, 10, 64],
  ])("takes texts of %i, %i and %i bytes over to a mint that is rent-exempt", async (name, symbol, uri) => {
    const texts = { name: "n".repeat(name), symbol: "s".repeat(symbol), uri: "u".repeat(uri) };
    const tribe = await closedTribe(world, creator, texts);
    must(await world.send(caller, await migrateInstruction(caller, tribe)));
    const made = world.data(tribe.newMint);
    expect(made.subarray(302)).toEqual(world.data(tribe.mint).subarray(302));
    expect(world.balance(tribe.newMint)).toBe(rentOf(made.length));
  });

  test("has a specific error for a caller who cannot pay the rent", async () => {
    const tribe = await closedTribe(world, creator);
    const poor = await world.wallet(2_000_000n);
    expect((await world.send(creator, await migrateInstruction(poor, tribe))).error).toBe(6032);
  });

  test("is refused while the curve is open", async () => {
    const open = await createTribe(world, creator);
    const tribe = await migratedOf(open.id, creator.address);
    expect((await world.send(caller, await migrateInstruction(caller, tribe))).error).toBe(6034);
  });

  test("is not blocked by lamports at any address that it creates, and they change nothing else", async () => {
    const tribe = await closedTribe(world, creator);
    const { reserve } = tokenState(world, tribe);
    for (const address of [tribe.newMint, tribe.conversionVault, tribe.pool, tribe.poolVault, tribe.token])
      must(await world.send(creator, transferInstruction(creator, address, 3_000_000n)));
    must(await world.send(caller, await migrateInstruction(caller, tribe)));
    expect(poolState(world, tribe).lamportReserve).toBe(reserve);
    expect(unitsIn(world, tribe.conversionVault) + unitsIn(world, tribe.poolVault)).toBe(newSupply);
  });

  test("keeps buys and sells closed, and collect open", async () => {
    const tribe = await migratedTribe(world, creator);
    const order = { tokens: 1n, maxLamports: 1_000_000n, minTokens: 0n };
    expect((await world.send(creator, await buyInstruction(world, creator, tribe, order))).error).toBe(6006);
    expect((await world.send(creator, await sellInstruction(world, creator, tribe, { tokens: 1n }))).error).toBe(6006);
    must(await world.send(caller, await collectInstruction(world, tribe)));
    expect(world.balance(tribe.token)).toBe(rentOf(232));
  });
});

describe("convert", () => {
  test("burns old tokens and pays new ones at the rate, to every holder", async () => {
    const tribe = await closedTribe(world, creator, { inviter: inviter.address, flags: 3 });
    must(await world.send(caller, await migrateInstruction(caller, tribe)));
    const { rate } = tokenState(world, tribe);
    for (const owner of [creator, inviter]) {
      must(await world.send(owner, await ataInstruction(owner, tribe.newMint, owner.address)));
      const held = await holding(world, tribe, owner.address);
      for (const tokens of [1n, held - 1n]) {
        const sent = must(await world.send(owner, await convertInstruction(owner, tribe, tokens)));
        expect(sent.events).toMatchObject([
          {
            kind: "tokensConverted",
            signer: tribe.token,
            data: { amount: tokens, newAmount: tokens * rate, owner: owner.address },
          },
        ]);
      }
      expect(unitsIn(world, await ata(tribe.newMint, owner.address))).toBe(held * rate);
    }
    expect(supply(world, tribe)).toBe(0n);
    expect(unitsIn(world, tribe.conversionVault)).toBeLessThan(newSupply / 1_000n);
  });

  test("is refused before migration, for an amount of zero, and beyond the owner's balance", async () => {
    const closed = await closedTribe(world, creator);
    must(await world.send(caller, await ataInstruction(caller, closed.mint, caller.address)));
    expect((await world.send(creator, await convertInstruction(creator, closed, 1n))).error).toBe(6035);
    const tribe = await migratedTribe(world, creator);
    expect((await world.send(creator, await convertInstruction(creator, tribe, 0n))).error).toBe(6008);
    expect((await world.send(creator, await convertInstruction(creator, tribe, 2n ** 64n - 1n))).error).toBe(6030);
    const held = await holding(world, tribe, creator.address);
    expect((await world.send(creator, await convertInstruction(creator, tribe, held + 1n))).error).toBe(1);
  });
});
