import { readFileSync } from "node:fs";
import type { Address } from "@solana/kit";
import { drawTokenId, fromChainAddress } from "@tribe/chain";
import { getTokenEncoder } from "../packages/chain/src/generated/index.ts";
import { costOf, floor, priceOf, rentOf, termsOf, xMaxOf } from "../programs/curve/tests/support/model.ts";
import {
  anyPrice,
  ata,
  ataInstruction,
  buyInstruction,
  createInstruction,
  createTribe,
  must,
  type OrderInput,
  sellInstruction,
  startWorld,
  tokenState,
  tribeOf,
  type World,
} from "../programs/curve/tests/support/world.ts";
import { longest, measureBuyBytes, measureOtherBytes, type TradeScene } from "./programs-bytes.ts";
import { measureLifecycle } from "./programs-lifecycle.ts";
import { percentile, type Row, type Suite } from "./suite.ts";

const trades = Number(process.env.TRIBE_BENCH_STATES ?? 1_500);
const creations = Number(process.env.TRIBE_BENCH_CREATIONS ?? 1_000);
const flagSets = [0, 1, 3, 4, 5, 7];
const coefficients = [6_000_000n, 25_000_000n, 100_000_000n, 333_333_333n, 1_300_000_000n];

/** The same states at each run (xorshift64*). */
let state = 0x7b1b_5eedn;
const next = (): bigint => {
  state ^= state >> 12n;
  state = (state ^ (state << 25n)) & (2n ** 64n - 1n);
  state ^= state >> 27n;
  return (state * 0x2545f4914f6cdd1dn) & (2n ** 64n - 1n);
};
const below = (end: bigint): bigint => next() % end;
const magnitude = (end: bigint): bigint => 1n + (below(end) >> below(BigInt(end.toString(2).length)));
const pick = <T>(list: readonly T[]): T => {
  const one = list[Number(below(BigInt(list.length)))];
  if (one === undefined) throw new RangeError("nothing to pick from");
  return one;
};

const setScene = async (): Promise<TradeScene> => {
  const world = await startWorld();
  const [creator, trader, referrer] = [await world.wallet(), await world.wallet(4n * 10n ** 14n), await world.wallet()];
  const tribe = await createTribe(world, creator);
  must(await world.send(trader, await ataInstruction(trader, tribe.mint, trader.address)));
  must(await world.send(trader, await buyInstruction(world, trader, tribe, order(1n))));
  const nobodyYet = await world.wallet(0n);
  return {
    world,
    tribe,
    trader,
    referrers: [referrer.address, nobodyYet.address, creator.address, world.admin.address],
  };
};
const order = (tokens: bigint, maxLamports = anyPrice, minTokens = 0n): OrderInput => ({
  tokens,
  maxLamports,
  minTokens,
});

/** Puts the curve anywhere, with the lamports and tokens that it then has. */
const moveTo = async ({ world, tribe, trader }: TradeScene): Promise<void> => {
  const bondingCurveCoeff = pick(coefficients);
  const xMax = xMaxOf(bondingCurveCoeff);
  const x = pick([
    floor + below(xMax - floor),
    floor + magnitude(xMax - floor - 1n),
    xMax - magnitude(xMax - floor - 1n),
  ]);
  const reserve = costOf(floor, x - floor, bondingCurveCoeff);
  const [creatorFees, platformFees] = [below(10n ** 9n), below(10n ** 9n)];
  const data = { ...tokenState(world, tribe), x, xMax, reserve, bondingCurveCoeff, creatorFees, platformFees };
  const held = rentOf(168) + reserve + creatorFees + platformFees;
  rewrite(world, tribe.token, Uint8Array.from(getTokenEncoder().encode(data)), held);
  for (const [address, at] of [
    [await ata(tribe.mint, trader.address), 64],
    [tribe.mint, 36],
  ] as const) {
    const bytes = world.data(address);
    new DataView(bytes.buffer).setBigUint64(at, x - floor, true);
    rewrite(world, address, bytes, world.balance(address));
  }
};
const rewrite = (world: World, address: Address, data: Uint8Array, amount: bigint): void => {
  const account = world.svm.getAccount(address);
  if (!account.exists) throw new Error(`${address} is empty`);
  world.svm.setAccount({ ...account, data, lamports: amount as typeof account.lamports }); // the same brand, another amount
};
const claim = ({ referrers }: TradeScene) => {
  const flags = pick(flagSets);
  return { flags, ...((flags & 1) === 1 ? { referrer: pick(referrers) } : {}) };
};

/** Orders that are filled as asked, and orders that the budget or the end of the curve cuts. */
const measureBuys = async (scene: TradeScene, cut: boolean): Promise<number[]> => {
  const { world, tribe, trader } = scene;
  const units: number[] = [];
  while (units.length < trades) {
    await moveTo(scene);
    const token = tokenState(world, tribe);
    const { flags, referrer } = claim(scene);
    const at = { x: token.x, floor, xMax: token.xMax, c: token.bondingCurveCoeff };
    const room = token.xMax - token.x;
    const tokens = magnitude(room);
    const price = priceOf(at, tokens, termsOf(world.factoryState(), "buy", flags));
    const asked = cut
      ? pick([
          order(anyPrice, price),
          order(tokens + magnitude(10n ** 10n), price),
          order(room + tokens, anyPrice, room + 1n),
        ])
      : pick([order(tokens, price, tokens), order(tokens, price + magnitude(10n ** 9n)), order(tokens)]);
    const sent = await world.send(trader, await buyInstruction(world, trader, tribe, asked, flags, referrer));
    if (sent.error === undefined) units.push(sent.units);
    else if (sent.error !== 6002) must(sent);
  }
  return units;
};

const measureSells = async (scene: TradeScene): Promise<number[]> => {
  const { world, tribe, trader } = scene;
  const units: number[] = [];
  while (units.length < trades) {
    await moveTo(scene);
    const { x } = tokenState(world, tribe);
    if (x === floor) continue;
    const options = pick([{ ...claim(scene), coSigned: true }, { coSigned: false }]);
    const tokens = pick([magnitude(x - floor), x - floor]);
    units.push(must(await world.send(trader, await sellInstruction(world, trader, tribe, { tokens }, options))).units);
  }
  return units;
};

const texts = () => ({
  name: longest.name.slice(0, Number(magnitude(32n))),
  symbol: longest.symbol.slice(0, Number(magnitude(10n))),
  uri: longest.uri.slice(0, Number(magnitude(64n))),
});

/** Creations with a first buy of every kind; `drawn` under ids as the server issues them, else under any. */
const measureCreations = async ({ world }: TradeScene, invited: boolean, drawn: boolean): Promise<number[]> => {
  const [creator, inviter] = [await world.wallet(10n ** 14n), await world.wallet()];
  const units: number[] = [];
  for (let count = 0; count < creations; count += 1) {
    world.setFactory({ bondingCurveCoeff: pick(coefficients) });
    const owners = [creator.address, ...(invited ? [inviter.address] : [])].map(fromChainAddress);
    const tribe = await tribeOf(drawn ? await drawTokenId(next, owners) : next(), creator.address);
    const firstBuy = pick([
      order(magnitude(10n ** 12n)),
      order(anyPrice, magnitude(10n ** 10n) + 1_000_000n),
      order(anyPrice),
    ]);
    const terms = invited ? { inviter: inviter.address, flags: pick([1, 3, 5, 7]) } : { flags: pick([0, 4]) };
    const instruction = await createInstruction(world, creator, tribe, { ...texts(), firstBuy, ...terms });
    units.push(must(await world.send(creator, instruction)).units);
  }
  return units;
};

/** What a new Tribe with the longest texts leaves in state and mint. */
const measureRent = async ({ world }: TradeScene): Promise<number> => {
  const [payer, creator] = [await world.wallet(), await world.wallet()];
  const before = world.balance(creator.address);
  must(
    await world.send(payer, await createInstruction(world, creator, await tribeOf(next(), creator.address), longest)),
  );
  return Number(before - world.balance(creator.address));
};

const fileOf = (path: string): Buffer => readFileSync(new URL(path, import.meta.url));
/** Accounts of an instruction beside the program itself, which is the last one. */
const accountsOf = (program: string, name: string): number => {
  const idl: { program: { instructions: { name: string; accounts: unknown[] }[] } } = JSON.parse(
    fileOf(`../programs/${program}/idl.json`).toString("utf8"),
  );
  const found = idl.program.instructions.find((one) => one.name === name);
  if (!found) throw new Error(`${program} has no ${name}`);
  return found.accounts.length - 1;
};
const worst = (sample: readonly number[]): number => percentile(sample, 1);
const row = (name: string, value: number, unit: string, bar: number | null, versus?: Row["versus"]): Row => ({
  name,
  value,
  unit,
  bar,
  better: "lower",
  ...(versus ? { versus } : {}),
});

/**
 * What the compiled programs cost, as the worst of random states: any position and coefficient, every combination
 * of flags, referrers that can and can't be paid. A buy is `clipped` when its budget or the end of the curve cuts it.
 * `bytes` are those of the app's whole signed transaction; `rent_lamports` what it leaves in the accounts that it makes.
 */
export const run = async (): Promise<Suite> => {
  const scene = await setScene();
  const whole = await measureBuys(scene, false);
  const cut = await measureBuys(scene, true);
  const sells = await measureSells(scene);
  const created = await measureCreations(scene, false, true);
  const invited = await measureCreations(scene, true, true);
  const anyId = await measureCreations(scene, false, false);
  const anyIdInvited = await measureCreations(scene, true, false);
  const lifecycle = await measureLifecycle(scene.world, {
    ...{ next, below, magnitude, pick, texts, coefficients },
    ...{ states: trades, creations: Math.ceil(creations / 2) },
  });
  const bytes = await measureOtherBytes(scene);
  const tokenAccountRent = Number(scene.world.balance(await ata(scene.tribe.mint, scene.trader.address)));
  const units = "CU";
  return {
    suite: "programs",
    rows: [
      row("buy.compute_units", worst(whole), units, 7_500, { who: "Meteora DBC, least", value: 44_000 }),
      row("buy.compute_units.p50", percentile(whole, 0.5), units, null),
      row("buy.compute_units_clipped", worst(cut), units, 10_500, { who: "pump.fun", value: 67_000 }),
      row("sell.compute_units", worst(sells), units, 7_000, { who: "Raydium LaunchLab", value: 78_000 }),
      row("sell.compute_units.p50", percentile(sells, 0.5), units, null),
      row("create.compute_units", worst(created), units, 70_000),
      row("create.compute_units.p50", percentile(created, 0.5), units, null),
      row("create.compute_units_with_inviter", worst(invited), units, 100_000),
      row("create.compute_units_with_inviter.p50", percentile(invited, 0.5), units, null),
      row("create.compute_units_any_id", worst(anyId), units, null),
      row("create.compute_units_any_id_with_inviter", worst(anyIdInvited), units, null),
      row("buy.accounts", accountsOf("curve", "buy"), "accounts", 9),
      row("buy.bytes", await measureBuyBytes(scene, false), "bytes", 600),
      row("buy.bytes_with_account", await measureBuyBytes(scene, true), "bytes", 640),
      row("buy.rent_lamports", tokenAccountRent, "lamports", null),
      row("sell.accounts", accountsOf("curve", "sell"), "accounts", 9),
      row("sell.bytes", bytes.sell, "bytes", 600),
      row("sell.rent_lamports", 0, "lamports", 0),
      row("create.accounts", accountsOf("curve", "createToken"), "accounts", null),
      row("create.bytes", bytes.create, "bytes", null),
      row("create.rent_lamports", await measureRent(scene), "lamports", 6_000_000),
      row("migrate.compute_units", worst(lifecycle.migrate), units, 60_000),
      row("migrate.compute_units.p50", percentile(lifecycle.migrate, 0.5), units, null),
      row("migrate.compute_units_again", worst(lifecycle.again), units, null),
      row("migrate.accounts", accountsOf("curve", "migrate"), "accounts", null),
      row("migrate.bytes", lifecycle.bytes.migrate, "bytes", null),
      row("migrate.rent_lamports", lifecycle.migrateRent, "lamports", null),
      row("convert.compute_units", worst(lifecycle.convert), units, 12_000),
      row("convert.accounts", accountsOf("curve", "convert"), "accounts", null),
      row("convert.bytes", lifecycle.bytes.convert, "bytes", null),
      row("convert.rent_lamports", tokenAccountRent, "lamports", null),
      row("swap.compute_units", worst([...lifecycle.swapBuy, ...lifecycle.swapSell]), units, 12_000),
      row("swap.compute_units_buy", worst(lifecycle.swapBuy), units, 12_000),
      row("swap.compute_units_sell", worst(lifecycle.swapSell), units, 12_000),
      row("swap.accounts", accountsOf("pool", "buy"), "accounts", null),
      row("swap.bytes", lifecycle.bytes.swap, "bytes", null),
      row("swap.rent_lamports", tokenAccountRent, "lamports", null),
      row("collect.compute_units", worst([...lifecycle.collect, ...lifecycle.poolCollect]), units, 4_000),
      row("collect.accounts", accountsOf("curve", "collect"), "accounts", null),
      row("collect.bytes", lifecycle.bytes.collect, "bytes", null),
      row("collect.rent_lamports", 0, "lamports", 0),
      row("curve.so_bytes", fileOf("../programs/artifacts/curve.so").length, "bytes", 150 * 1024),
      row("pool.so_bytes", fileOf("../programs/artifacts/pool.so").length, "bytes", 150 * 1024),
    ],
  };
};
