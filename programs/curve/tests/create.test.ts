import { type Address, getAddressEncoder, type Instruction, type KeyPairSigner } from "@solana/kit";
import { beforeAll, describe, expect, test } from "vitest";
import { fromChainAddress } from "../../../packages/chain/src/accounts/addresses.ts";
import { drawTokenId } from "../../../packages/chain/src/accounts/token-id.ts";
import { computeUnitLimit } from "../../../packages/chain/src/transactions/compute.ts";
import { token2022 } from "./support/chain.ts";
import { expectSound, nobody, traded } from "./support/checked.ts";
import { expectBuy, feesOf, floor, rentOf, settled, termsOf, xMaxOf } from "./support/model.ts";
import {
  anyPrice,
  ata,
  createInstruction,
  createTribe,
  holding,
  must,
  sellInstruction,
  startWorld,
  supply,
  tokenState,
  tribeOf,
  type World,
} from "./support/world.ts";

const token = 1_000_000_000n;
const texts = { name: "Ada's Tribe", symbol: "ADA", uri: "https://tribe.example/t/1" };
const mintBytes = 318 + Object.values(texts).join("").length;
const order = { tokens: 25n * token, maxLamports: anyPrice, minTokens: 25n * token };
let world: World;
let payer: KeyPairSigner;
let creator: KeyPairSigner;
let inviter: KeyPairSigner;
let nextId = 1_000n;

beforeAll(async () => {
  world = await startWorld();
  [payer, creator, inviter] = [await world.wallet(), await world.wallet(), await world.wallet()];
});

const tokenAccountBytes = async (mint: Address, owner: Address) => world.data(await ata(mint, owner)).length;

test("a token without an inviter and a first buy costs the rent of state and mint, and starts at the floor", async () => {
  const tribe = await tribeOf(nextId++, creator.address);
  const before = world.balance(creator.address);
  const count = world.factoryState().tokenCount;
  const sent = must(await world.send(payer, await createInstruction(world, creator, tribe)));
  expect(before - world.balance(creator.address)).toBe(rentOf(168) + rentOf(mintBytes));
  expect(world.data(tribe.mint)).toHaveLength(mintBytes);
  expect(tokenState(world, tribe)).toMatchObject({
    tokenId: tribe.id,
    creator: creator.address,
    mint: tribe.mint,
    x: floor,
    floor,
    xMax: xMaxOf(100_000_000n),
    reserve: 0n,
    bondingCurveCoeff: 100_000_000n,
    referralBonus: 0n,
    creatorFees: 0n,
    platformFees: 0n,
    seq: 1n,
    migrated: 0,
  });
  expect(await tokenAccountBytes(tribe.mint, creator.address)).toBe(0);
  expect(world.factoryState().tokenCount).toBe(count + 1n);
  expect(sent.events).toEqual([
    {
      kind: "tokenCreated",
      signer: tribe.token,
      data: {
        seq: 0n,
        tokenId: tribe.id,
        bondingCurveCoeff: 100_000_000n,
        floor,
        xMax: xMaxOf(100_000_000n),
        referralBonus: 0n,
        mint: tribe.mint,
        creator: creator.address,
        inviter: nobody,
      },
    },
  ]);
  expectSound(world, tribe);
});

test("the mint is Token-2022 with its metadata inside, and nobody may freeze it or change them", async () => {
  const tribe = await createTribe(world, creator);
  const account = world.svm.getAccount(tribe.mint);
  if (!account.exists) throw new Error("no mint");
  expect(account.programAddress).toBe(token2022);
  const data = Buffer.from(account.data);
  const bytesOf = (one: Address) => Buffer.from(getAddressEncoder().encode(one));
  const none = Buffer.alloc(32);
  expect(data.readUInt32LE(0)).toBe(1);
  expect(data.subarray(4, 36)).toEqual(bytesOf(tribe.token));
  expect([data.readBigUInt64LE(36), data[44], data[45], data.readUInt32LE(46)]).toEqual([0n, 9, 1, 0]);
  // extension 18: metadata pointer without authority, to the mint itself
  expect([data.readUInt16LE(166), data.readUInt16LE(168)]).toEqual([18, 64]);
  expect(data.subarray(170, 202)).toEqual(none);
  expect(data.subarray(202, 234)).toEqual(bytesOf(tribe.mint));
  // extension 19: metadata without update authority
  expect(data.readUInt16LE(234)).toBe(19);
  expect(data.subarray(238, 270)).toEqual(none);
  expect(data.subarray(270, 302)).toEqual(bytesOf(tribe.mint));
  const text = (value: string) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(Buffer.byteLength(value));
    return [length, Buffer.from(value)];
  };
  expect(data.subarray(302)).toEqual(
    Buffer.concat([...text(texts.name), ...text(texts.symbol), ...text(texts.uri), Buffer.alloc(4)]),
  );
});

test.each([
  [1, 1n],
  [3, 2n],
  [5, 1n],
  [7, 2n],
] as const)("with flags %i the inviter gets %s first tokens, outside the curve", async (flags, bonus) => {
  const tribe = await createTribe(world, creator, { inviter: inviter.address, flags });
  expect(await holding(world, tribe, inviter.address)).toBe(bonus * token);
  expect(supply(world, tribe)).toBe(bonus * token);
  expect(tokenState(world, tribe)).toMatchObject({ x: floor, reserve: 0n, referralBonus: bonus * token });
  expectSound(world, tribe);
});

test.each([0, 1, 3, 4, 5, 7])("a first buy with flags %i agrees with the model to the lamport", async (flags) => {
  const tribe = await tribeOf(nextId++, creator.address);
  const referrer = (flags & 1) === 1 ? inviter.address : undefined;
  const before = { creator: world.balance(creator.address), inviter: world.balance(inviter.address) };
  const instruction = await createInstruction(world, creator, tribe, {
    firstBuy: order,
    flags,
    ...(referrer ? { inviter: referrer } : {}),
  });
  const sent = must(await world.send(payer, instruction));
  const terms = termsOf(world.factoryState(), "buy", flags);
  const start = { x: floor, floor, xMax: xMaxOf(100_000_000n), c: 100_000_000n };
  const plan = expectBuy(start, order, terms);
  if (plan.code !== undefined) throw new Error("the model refuses the first buy");
  const fees = settled(feesOf(plan.value, terms), referrer && { lamports: before.inviter, bytes: 0 });
  const accounts = [creator.address, ...(referrer ? [referrer] : [])];
  const sizes = await Promise.all(accounts.map((owner) => tokenAccountBytes(tribe.mint, owner)));
  const rent = sizes.reduce((sum, bytes) => sum + rentOf(bytes), rentOf(168) + rentOf(mintBytes));
  expect(before.creator - world.balance(creator.address)).toBe(rent + plan.total);
  expect(world.balance(inviter.address) - before.inviter).toBe(fees.referral);
  expect(world.balance(tribe.token)).toBe(rentOf(168) + plan.value + fees.creator + fees.platform);
  expect(await holding(world, tribe, creator.address)).toBe(plan.tokens);
  const state = tokenState(world, tribe);
  expect(state).toMatchObject({
    x: floor + plan.tokens,
    reserve: plan.value,
    creatorFees: fees.creator,
    platformFees: fees.platform,
    seq: 2n,
  });
  expect(supply(world, tribe)).toBe(plan.tokens + state.referralBonus);
  expect(sent.events.map((event) => event.kind)).toEqual(["tokenCreated", "tokenBought"]);
  const trade = { payer, trader: creator, flags, ...(referrer ? { referrer } : {}) };
  expect(sent.events[1]).toEqual(
    traded("tokenBought", tribe, { ...state, seq: 1n, x: floor }, plan, fees, terms, trade),
  );
  expectSound(world, tribe);
});

test("the inviter's first tokens are the final tokens: they cannot be sold on the curve", async () => {
  const tribe = await createTribe(world, creator, { inviter: inviter.address, flags: 1 });
  const sell = await sellInstruction(world, inviter, tribe, { tokens: token });
  expect((await world.send(payer, sell)).error).toBe(6007);
  expect(await holding(world, tribe, inviter.address)).toBe(token);
});

test("a creation whose first buy is refused creates no accounts", async () => {
  const tribe = await tribeOf(nextId++, creator.address);
  const before = world.balance(creator.address);
  const instruction = await createInstruction(world, creator, tribe, { firstBuy: { ...order, maxLamports: 10n } });
  expect((await world.send(payer, instruction)).error).toBe(6002);
  expect(world.balance(creator.address)).toBe(before);
  expect(world.data(tribe.token)).toHaveLength(0);
  expect(world.data(tribe.mint)).toHaveLength(0);
});

test("an id can be used only once, also by another creator", async () => {
  const tribe = await createTribe(world, creator);
  const again = await createInstruction(world, inviter, { ...tribe, creator: inviter.address });
  expect((await world.send(payer, again)).error).toBe(6014);
});

test("a creator without enough lamports gets a specific error", async () => {
  const poor = await world.wallet(2_000_000n);
  const tribe = await tribeOf(nextId++, poor.address);
  expect((await world.send(payer, await createInstruction(world, poor, tribe))).error).toBe(6032);
});

describe("metadata", () => {
  const create = async (change: Partial<typeof texts>) => {
    const tribe = await tribeOf(nextId++, creator.address);
    return (await world.send(payer, await createInstruction(world, creator, tribe, { ...texts, ...change }))).error;
  };
  test("of the maximum length are accepted, one byte more is refused", async () => {
    expect(await create({ name: "ä".repeat(16), symbol: "S".repeat(10), uri: "u".repeat(64) })).toBeUndefined();
    expect(await create({ name: "n".repeat(33) })).toBe(6027);
    expect(await create({ symbol: "S".repeat(11) })).toBe(6027);
    expect(await create({ uri: "u".repeat(65) })).toBe(6027);
  });
  test("of any total length give a rent-exempt mint, also where Token-2022 pads it", async () => {
    for (let whole = 3; whole <= 106; whole += 1) {
      const name = "n".repeat(Math.min(32, whole - 2));
      const symbol = "s".repeat(Math.min(10, whole - 1 - name.length));
      const tribe = await tribeOf(nextId++, creator.address);
      const uri = "u".repeat(whole - name.length - symbol.length);
      const before = world.balance(creator.address);
      must(await world.send(payer, await createInstruction(world, creator, tribe, { name, symbol, uri })));
      expect(world.data(tribe.mint)).toHaveLength(whole === 37 ? 357 : 318 + whole);
      expect(world.balance(tribe.mint)).toBe(rentOf(world.data(tribe.mint).length));
      expect(before - world.balance(creator.address)).toBe(rentOf(168) + world.balance(tribe.mint));
    }
  });
  test("that are empty are refused", async () => {
    expect(await create({ name: "" })).toBe(6027);
    expect(await create({ symbol: "" })).toBe(6027);
    expect(await create({ uri: "" })).toBe(6027);
  });
  test("that are not UTF-8, and data that are truncated or too long, are refused", async () => {
    const tribe = await tribeOf(nextId++, creator.address);
    const good = await createInstruction(world, creator, tribe);
    const bytes = good.data ?? new Uint8Array();
    const send = async (data: Uint8Array): Promise<unknown> =>
      (await world.send(payer, { ...good, data } satisfies Instruction)).error;
    expect(await send(Uint8Array.from(bytes, (byte, index) => (index === 20 ? 0xff : byte)))).toBe(6027);
    expect(await send(Uint8Array.of(...bytes, 0))).toBe(6028);
    expect(await send(bytes.slice(0, -1))).toBe(6028);
    expect(await send(bytes.slice(0, 30))).toBe(6028);
    expect(await send(bytes.slice(0, 8))).toBe(6028);
    expect(await send(bytes.slice(0, 7))).toBe(101);
  });
});

test("lamports sent beforehand increase a creation's compute units, but never beyond the app's limit", async () => {
  const drawn = await drawTokenId(() => nextId++, [creator.address, inviter.address].map(fromChainAddress));
  const tribe = await tribeOf(drawn, creator.address);
  const options = { inviter: inviter.address, flags: 1, firstBuy: order };
  const system = world.svm.getAccount(creator.address);
  if (!system.exists) throw new Error("no creator");
  for (const owner of [creator.address, inviter.address]) {
    const address = await ata(tribe.mint, owner);
    world.svm.setAccount({ ...system, address, lamports: 1n as typeof system.lamports });
  }
  for (const address of [tribe.token, tribe.mint])
    world.svm.setAccount({ ...system, address, lamports: 1n as typeof system.lamports });
  const sent = must(await world.send(payer, await createInstruction(world, creator, tribe, options)));
  const limit = computeUnitLimit("create", { makesTokenAccount: true, hasInviter: true, hasHighestBumps: true });
  expect(sent.units).toBeLessThanOrEqual(limit);
});

test.each([1n, 890_880n, 50_000_000_000n])(
  "%s lamports sent beforehand to every created address do not block the creation",
  async (gift) => {
    const tribe = await tribeOf(nextId++, creator.address);
    const places = [
      tribe.token,
      tribe.mint,
      await ata(tribe.mint, creator.address),
      await ata(tribe.mint, inviter.address),
    ];
    const system = world.svm.getAccount(creator.address);
    if (!system.exists) throw new Error("no creator");
    for (const address of places)
      world.svm.setAccount({ ...system, address, lamports: gift as typeof system.lamports });
    const options = { inviter: inviter.address, flags: 1, firstBuy: order };
    must(await world.send(payer, await createInstruction(world, creator, tribe, options)));
    expect(tokenState(world, tribe).x).toBe(floor + order.tokens);
    expect(await holding(world, tribe, inviter.address)).toBe(token);
    expectSound(world, tribe);
  },
);
