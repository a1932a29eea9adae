import { AccountRole, generateKeyPairSigner, type Instruction, type KeyPairSigner } from "@solana/kit";
import { beforeAll, expect, test } from "vitest";
import {
  CURVE_PROGRAM_ADDRESS,
  eventDiscriminators,
  eventTag,
  getFactoryPausedEncoder,
  getPauseInstructionAsync,
  getTokenBoughtEncoder,
  getTokenEncoder,
  getUnpauseInstructionAsync,
} from "../../../packages/chain/src/generated/index.ts";
import { POOL_PROGRAM_ADDRESS } from "../../../packages/chain/src/generated/pool/index.ts";
import { sol } from "./support/chain.ts";
import { checkedBuy, checkedSell, expectSound } from "./support/checked.ts";
import {
  burnInstruction,
  createAccountInstruction,
  mintInstruction,
  transferInstruction,
} from "./support/instructions.ts";
import {
  anyPrice,
  ata,
  ataInstruction,
  buyInstruction,
  collectInstruction,
  createInstruction,
  createTribe,
  holding,
  must,
  sellInstruction,
  startWorld,
  supply,
  type Tribe,
  tokenState,
  tribeOf,
  type World,
} from "./support/world.ts";

const token = 1_000_000_000n;
const order = { tokens: 20n * token, maxLamports: anyPrice, minTokens: 0n };
let world: World;
let payer: KeyPairSigner;
let creator: KeyPairSigner;
let trader: KeyPairSigner;

beforeAll(async () => {
  world = await startWorld();
  [payer, creator, trader] = [await world.wallet(), await world.wallet(), await world.wallet()];
});

const openTribe = async (): Promise<Tribe> => {
  const tribe = await createTribe(world, creator);
  must(await world.send(payer, await ataInstruction(payer, tribe.mint, trader.address)));
  await checkedBuy(world, tribe, order, { payer, trader });
  return tribe;
};
const rewrite = (tribe: Tribe, change: { lamports?: bigint; reserve?: bigint }) => {
  const account = world.svm.getAccount(tribe.token);
  if (!account.exists) throw new Error("no token");
  const reserve = change.reserve ?? tokenState(world, tribe).reserve;
  const data = Uint8Array.from(getTokenEncoder().encode({ ...tokenState(world, tribe), reserve }));
  const lamports = (change.lamports ?? account.lamports) as typeof account.lamports; // the same branded type, another amount
  world.svm.setAccount({ ...account, data, lamports });
};

test("lamports and tokens sent as gifts, and tokens burned directly, change no price and no reserve", async () => {
  const tribe = await openTribe();
  const before = tokenState(world, tribe);
  const account = await ata(tribe.mint, trader.address);
  must(
    await world.send(
      payer,
      transferInstruction(trader, tribe.token, 5n * sol),
      transferInstruction(trader, tribe.mint, sol),
      transferInstruction(trader, world.factory, sol),
      transferInstruction(trader, world.factoryState().vault, sol),
      burnInstruction(trader, account, tribe.mint, 7n * token),
    ),
  );
  expect(tokenState(world, tribe)).toEqual(before);
  expect(await holding(world, tribe, trader.address)).toBe(13n * token);
  expect(supply(world, tribe)).toBe(13n * token);
  // the model ignores gifts and burns, and still agrees
  await checkedSell(world, tribe, { tokens: 5n * token }, { payer, trader });
  await checkedBuy(world, tribe, order, { payer, trader });
  const gift = 5n * sol;
  must(await world.send(payer, await collectInstruction(world, tribe)));
  expect(world.balance(tribe.token)).toBe(2_060_160n + gift + tokenState(world, tribe).reserve);
});

test("only the program can mint", async () => {
  const tribe = await openTribe();
  const account = await ata(tribe.mint, trader.address);
  for (const signer of [trader, world.admin, creator])
    expect((await world.send(payer, mintInstruction(signer, account, tribe.mint, 1n))).error).not.toBeUndefined();
});

test("a payout beyond the account's balance is refused as Invalid Reserve, with the message that clients parse", async () => {
  const tribe = await openTribe();
  const sell = () => sellInstruction(world, trader, tribe, { tokens: token });
  rewrite(tribe, { lamports: world.balance(tribe.token) - 1n });
  const sent = await world.send(payer, await sell());
  expect(sent.error).toBe(6000);
  expect(sent.logs.join("\n")).toContain(
    "AnchorError occurred. Error Code: InvalidReserve. Error Number: 6000. Error Message: Invalid Reserve.",
  );
  expect((await world.send(payer, await collectInstruction(world, tribe))).error).toBe(6000);
  rewrite(tribe, { lamports: world.balance(tribe.token) + 1n });
  must(await world.send(payer, await sell()));
  rewrite(tribe, { reserve: 1n });
  expect((await world.send(payer, await sell())).error).toBe(6000);
});

test("a pause stops creations, buys and co-signed sells; plain sells and collecting continue", async () => {
  const tribe = await openTribe();
  const paused = must(await world.send(payer, await getPauseInstructionAsync({ superAdmin: world.superAdmin })));
  expect(paused.events).toMatchObject([{ kind: "factoryPaused", signer: world.factory }]);
  const creation = await createInstruction(world, creator, await tribeOf(77_000n, creator.address));
  expect((await world.send(payer, creation)).error).toBe(6004);
  expect((await world.send(payer, await buyInstruction(world, trader, tribe, order))).error).toBe(6004);
  expect((await world.send(payer, await sellInstruction(world, trader, tribe, { tokens: token }))).error).toBe(6004);
  expect(await checkedSell(world, tribe, { tokens: token }, { payer, trader, coSigned: false })).toMatchObject({
    code: undefined,
  });
  must(await world.send(payer, await collectInstruction(world, tribe)));
  const unpaused = must(await world.send(payer, await getUnpauseInstructionAsync({ superAdmin: world.superAdmin })));
  expect(unpaused.events).toMatchObject([{ kind: "factoryUnpaused", signer: world.factory }]);
  const [first, second] = [paused, unpaused].map((sent) => sent.events[0]?.data.seq ?? 0n);
  expect(second).toBe((first ?? 0n) + 1n);
  await checkedBuy(world, tribe, order, { payer, trader });
});

test("a stop applies to every trade, whoever signs, and only until it expires", async () => {
  const tribe = await openTribe();
  const clock = world.svm.getClock();
  const sell = (coSigned = false) => sellInstruction(world, trader, tribe, { tokens: token }, { coSigned });
  world.setFactory({ sellsStoppedUntil: clock.unixTimestamp + 1n });
  for (const one of [sell(), sell(true), buyInstruction(world, trader, tribe, order)])
    expect((await world.send(payer, await one)).error).toBe(6005);
  world.setFactory({ sellsStoppedUntil: clock.unixTimestamp });
  expect((await world.send(payer, await sell())).error).toBeUndefined();
  world.setFactory({ sellsStoppedUntil: 0n });
});

test("anybody may collect, and each recipient gets exactly the owed fees, once", async () => {
  const tribe = await openTribe();
  const { creatorFees, platformFees, seq } = tokenState(world, tribe);
  const vault = world.factoryState().feeReceiver;
  const balances = () => [creator.address, vault, tribe.token].map((address) => world.balance(address));
  const [creatorBefore = 0n, vaultBefore = 0n, stateBefore = 0n] = balances();
  const stranger = await world.wallet();
  const sent = must(await world.send(stranger, await collectInstruction(world, tribe)));
  const after = [creatorBefore + creatorFees, vaultBefore + platformFees, stateBefore - creatorFees - platformFees];
  expect(balances()).toEqual(after);
  expect(sent.events).toEqual([
    {
      kind: "feesCollected",
      signer: tribe.token,
      data: {
        seq,
        tokenId: tribe.id,
        creatorAmount: creatorFees,
        platformAmount: platformFees,
        mint: tribe.mint,
        creator: creator.address,
        feeReceiver: vault,
      },
    },
  ]);
  const again = must(await world.send(stranger, await collectInstruction(world, tribe)));
  expect(again.events).toEqual([]);
  expect(balances()).toEqual(after);
  expectSound(world, tribe);
});

test("a recipient that would not be rent-exempt keeps its claim to the fees", async () => {
  const tribe = await openTribe();
  const before = tokenState(world, tribe);
  const account = world.svm.getAccount(creator.address);
  if (!account.exists) throw new Error("no creator");
  world.svm.setAccount({ ...account, lamports: 0n as typeof account.lamports }); // the same branded type, zero lamports
  expect(before.creatorFees).toBeLessThan(890_880n);
  must(await world.send(payer, await collectInstruction(world, tribe)));
  expect(tokenState(world, tribe)).toMatchObject({ creatorFees: before.creatorFees, platformFees: 0n });
  world.svm.setAccount(account);
  must(await world.send(payer, await collectInstruction(world, tribe)));
  expect(tokenState(world, tribe)).toMatchObject({ creatorFees: 0n, platformFees: 0n });
});

test("an event can't be forged by a direct call, whoever signs it", async () => {
  const tribe = await openTribe();
  const state = tokenState(world, tribe);
  const fields = getTokenBoughtEncoder().encode({
    seq: state.seq,
    tokenId: tribe.id,
    amount: 1n,
    price: 1n,
    supplyBeforeTrade: state.x,
    platformFee: 0n,
    creatorFee: 0n,
    referralFee: 0n,
    mint: tribe.mint,
    trader: trader.address,
    creator: creator.address,
    referrer: creator.address,
    referralRate: 0,
    discountRate: 0,
    isAffiliate: false,
  });
  const data = Uint8Array.of(...eventTag, ...eventDiscriminators.tokenBought, ...fields);
  const fake = (accounts: Instruction["accounts"]) =>
    world.send(trader, { programAddress: CURVE_PROGRAM_ADDRESS, accounts: accounts ?? [], data });
  const signed = { address: trader.address, role: AccountRole.READONLY_SIGNER, signer: trader };
  for (const accounts of [
    [],
    [signed],
    [{ address: tribe.token, role: AccountRole.READONLY }],
    [{ address: tribe.token, role: AccountRole.READONLY }, signed],
  ]) {
    const sent = await fake(accounts);
    expect(sent.error).not.toBeUndefined();
    expect(sent.events).toEqual([]);
  }
});

test("an event can't be forged with an account that was assigned to the program", async () => {
  const tribe = await openTribe();
  const { seq } = tokenState(world, tribe);
  const stolen = getFactoryPausedEncoder().encode({ seq, superAdmin: trader.address });
  const data = Uint8Array.of(...eventTag, ...eventDiscriminators.factoryPaused, ...stolen);
  for (const [programAddress, space] of [
    [CURVE_PROGRAM_ADDRESS, 0n],
    [CURVE_PROGRAM_ADDRESS, 168n],
    [CURVE_PROGRAM_ADDRESS, 576n],
    [POOL_PROGRAM_ADDRESS, 0n],
    [POOL_PROGRAM_ADDRESS, 232n],
  ] as const) {
    const planted = await generateKeyPairSigner();
    must(await world.send(trader, createAccountInstruction(trader, planted, programAddress, space)));
    const signed = { address: planted.address, role: AccountRole.READONLY_SIGNER, signer: planted };
    const sent = await world.send(trader, { programAddress, accounts: [signed], data });
    expect(sent.error).not.toBeUndefined();
    expect(sent.events).toEqual([]);
  }
});

test("data with an unknown discriminator are refused with Anchor's code", async () => {
  const call = (data: Uint8Array) => world.send(payer, { programAddress: CURVE_PROGRAM_ADDRESS, accounts: [], data });
  expect((await call(new Uint8Array())).error).toBe(101);
  expect((await call(new Uint8Array(8))).error).toBe(101);
});
