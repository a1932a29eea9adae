import { readFileSync } from "node:fs";
import type { Address, KeyPairSigner } from "@solana/kit";
import { buildBuyMessage, computeUnitLimit, drawTokenId, fromChainAddress } from "@tribe/chain";
import { lamports, tokenUnits } from "@tribe/contract";
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
  type Tribe,
  tokenState,
  tribeOf,
  type World,
} from "../programs/curve/tests/support/world.ts";
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

interface Scene {
  readonly world: World;
  readonly tribe: Tribe;
  readonly trader: KeyPairSigner;
  readonly referrers: readonly Address[];
}

const setScene = async (): Promise<Scene> => {
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
const moveTo = async ({ world, tribe, trader }: Scene): Promise<void> => {
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
const claim = ({ referrers }: Scene) => {
  const flags = pick(flagSets);
  return { flags, ...((flags & 1) === 1 ? { referrer: pick(referrers) } : {}) };
};

/** Orders that are filled as asked, and orders that the budget or the end of the curve cuts. */
const measureBuys = async (scene: Scene, cut: boolean): Promise<number[]> => {
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

const measureSells = async (scene: Scene): Promise<number[]> => {
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

const longest = { name: "n".repeat(32), symbol: "s".repeat(10), uri: "u".repeat(64) };
const texts = () => ({
  name: longest.name.slice(0, Number(magnitude(32n))),
  symbol: longest.symbol.slice(0, Number(magnitude(10n))),
  uri: longest.uri.slice(0, Number(magnitude(64n))),
});

/** Creations with a first buy of every kind; `drawn` under ids as the server issues them, else under any. */
const measureCreations = async ({ world }: Scene, invited: boolean, drawn: boolean): Promise<number[]> => {
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
const measureRent = async ({ world }: Scene): Promise<number> => {
  const [payer, creator] = [await world.wallet(), await world.wallet()];
  const before = world.balance(creator.address);
  must(
    await world.send(payer, await createInstruction(world, creator, await tribeOf(next(), creator.address), longest)),
  );
  return Number(before - world.balance(creator.address));
};

/** The app's own message with referrer, discount and priority fee, and its two signatures. */
const measureBytes = async (
  { world, tribe, trader, referrers }: Scene,
  makesTokenAccount: boolean,
): Promise<number> => {
  const [referrer = trader.address] = referrers;
  const amount = 2n ** 63n;
  const message = await buildBuyMessage({
    program: fromChainAddress((await buyInstruction(world, trader, tribe, order(1n))).programAddress),
    wallet: fromChainAddress(trader.address),
    admin: fromChainAddress(world.admin.address),
    state: fromChainAddress(tribe.token),
    mint: fromChainAddress(tribe.mint),
    blockhash: world.svm.latestBlockhash(),
    computeUnitLimit: computeUnitLimit("buy", { makesTokenAccount }),
    microLamportsPerUnit: 1_000_000n,
    flags: { referral: true, affiliate: true, discount: true },
    referrer: fromChainAddress(referrer),
    tokens: tokenUnits(amount),
    maxLamports: lamports(amount),
    minTokens: tokenUnits(amount),
    makesTokenAccount,
  });
  const signature = 64;
  return 1 + 2 * signature + message.length;
};

const fileOf = (path: string): Buffer => readFileSync(new URL(path, import.meta.url));
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
 * What the compiled curve program costs, as the worst of random states: any position and coefficient, every combination
 * of flags, referrers that can and can't be paid. A buy is `clipped` when its budget or the end of the curve cuts it.
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
  const idl: { program: { instructions: { name: string; accounts: unknown[] }[] } } = JSON.parse(
    fileOf("../programs/curve/idl.json").toString("utf8"),
  );
  const accounts = idl.program.instructions.find((one) => one.name === "buy")?.accounts.length ?? 0;
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
      // the last one is the program itself
      row("buy.accounts", accounts - 1, "accounts", 9),
      row("buy.transaction_bytes", await measureBytes(scene, false), "bytes", 600),
      row("buy.transaction_bytes_with_account", await measureBytes(scene, true), "bytes", 640),
      row("create.rent_lamports", await measureRent(scene), "lamports", 6_000_000),
      row("curve.so_bytes", fileOf("../programs/artifacts/curve.so").length, "bytes", 150 * 1024),
    ],
  };
};
