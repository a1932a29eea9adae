import { decodePoolState, migrationAddresses, poolProgramAddress, toChainAddress } from "@tribe/chain/accounts";
import {
  lamports,
  lamportsPerSol,
  newTokenUnits,
  routes,
  type TradePoint,
  tokenUnits,
  unitsPerToken,
} from "@tribe/contract";
import { convertedUnits, oldUnitsWorth, poolValue } from "@tribe/domain/pool";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AppContext } from "../../context/context.ts";
import { readAccount } from "../../engines/chain/read-account.ts";
import { seats } from "../membership/schema.ts";
import { openSocket, type TestSocket } from "../realtime/testing/test-socket.ts";
import { reconcileMint } from "./balances/balances.ts";
import { followPrograms } from "./intake/follow.ts";
import { indexerCursors, tokenAccounts, tokens, trades } from "./schema.ts";
import { forgetIndex, snapshotOf } from "./testing/index-snapshot.ts";
import { type PoolActs, poolActs } from "./testing/pool-acts.ts";
import { eventually, startTestWorld, type TestPerson, type TestTribe, type TestWorld } from "./testing/test-world.ts";

let world: TestWorld;
let acts: PoolActs;
let tribe: TestTribe;
let whale: TestPerson;
let member: TestPerson;
let socket: TestSocket;
beforeAll(async () => {
  world = await startTestWorld();
  acts = poolActs(world);
  tribe = await world.newTribe(20n);
  [whale, member] = [await world.newPerson({ sol: 200n }), await world.newPerson()];
  await world.buy(member, tribe, 100n);
  await member.call(routes.chat.join, { body: { mint: tribe.mint } });
  socket = await openSocket(world.app, member);
  socket.send({ type: "watch", mint: tribe.mint });
});
afterAll(async () => {
  socket.close();
  await world.stop();
});

const profile = () => member.call(routes.market.profile, { query: { mint: tribe.mint } });
const history = () => member.call(routes.market.history, { query: { mint: tribe.mint, offset: 0, limit: 500 } });
const poolTrades = async (): Promise<TradePoint[]> => (await history()).filter(({ venue }) => venue === "pool");
const inTheIndex = (count: number) =>
  eventually("the swap is indexed", async () => {
    const points = await poolTrades();
    return points.length === count && points;
  });
const poolOnChain = async () => {
  const { pool } = await migrationAddresses(tribe.tokenId, world.chain.programAddress);
  const state = decodePoolState((await readAccount(world.chain, pool)) ?? new Uint8Array());
  if (!state) throw new Error("there is no pool");
  return state;
};
const seatOfMember = async () => {
  const { db } = world.app.ctx;
  const [seat] = await db
    .select()
    .from(seats)
    .where(and(eq(seats.mint, tribe.mint), eq(seats.address, member.address)));
  return seat?.state;
};

test("a Tribe with a full curve migrates by itself, and its page and its watchers are notified", async () => {
  const before = await profile();
  expect(before).toMatchObject({ newMint: null, liquidityAddress: null, conversionRate: null, pool: null });
  expect(before.seatHoldings).toEqual([100n * unitsPerToken]);
  const closed: string[] = [];
  const stop = world.app.ctx.bus.subscribe("curve.closed", ({ payload }) => void closed.push(payload.mint));
  await world.buyOut(whale, tribe);
  const told = await socket.next("migrated");
  stop();
  // The event of the trade that filled it triggers the migration: the worker need not search.
  expect(closed).toEqual([tribe.mint]);
  const after = await profile();
  const { reserves, fees, mint } = await poolOnChain();
  expect(after).toMatchObject({
    newMint: mint,
    liquidityAddress: told.liquidityAddress,
    conversionRate: 2_119n,
    supply: before.maxSupply,
    reserve: 0n,
    pool: { lamports: reserves.lamports, tokens: reserves.tokens, ...fees },
    subscribeState: "active",
    memberCount: 1,
    // Chief, member and the last buyer: the programs' own vaults do not count.
    holderCount: 3,
  });
  expect(told).toMatchObject({ mint: tribe.mint, newMint: mint });
  const { tokens: migrated } = await eventually("the list shows it", async () => {
    const list = await member.call(routes.market.list, { query: { tab: "migrated", window: "all", limit: 10 } });
    return list.tokens.length > 0 && list;
  });
  expect(migrated).toMatchObject([{ mint: tribe.mint, newMint: mint, price: after.price }]);
});

test("the price is continuous through the migration", async () => {
  const [last] = await history();
  const { price } = await profile();
  const [row] = await world.app.ctx.db
    .select()
    .from(trades)
    .where(eq(trades.signature, last?.signature ?? ""));
  expect(row?.priceAfter).toBe(price);
  await acts.swapBuy(whale, tribe, lamports(10_000_000n));
  await inTheIndex(1);
  const now = await profile();
  expect(Math.abs(Number(now.price) / Number(price) - 1)).toBeLessThan(0.001);
  expect(now.price).toBeGreaterThan(price);
});

test("a member who converts keeps the seat and the holding, and no holder is counted twice", async () => {
  const before = await profile();
  const framesBefore = socket.frames.length;
  await acts.convert(member, tribe, tokenUnits(40n * unitsPerToken));
  const accounts = await eventually("both accounts are indexed", async () => {
    const rows = await world.app.ctx.db.select().from(tokenAccounts).where(eq(tokenAccounts.owner, member.address));
    return rows.some((row) => (row.newAmount ?? 0n) > 0n) && rows;
  });
  expect(accounts.map(({ mint, amount, newAmount }) => [mint, amount, newAmount]).sort()).toEqual(
    [
      [tribe.mint, 60n * unitsPerToken, null],
      [tribe.mint, 40n * unitsPerToken, convertedUnits(tokenUnits(40n * unitsPerToken), 2_119n)],
    ].sort(),
  );
  const after = await profile();
  expect(after).toMatchObject({ subscribeState: "active", holderCount: before.holderCount });
  expect(after.seatHoldings).toEqual(before.seatHoldings);
  expect(socket.frames.slice(framesBefore).filter((frame) => frame.type === "membership")).toEqual([]);
});

test("swaps are in history, price, volume, leaderboard and frames; the creator's own are not ranked", async () => {
  const before = await profile();
  const rankedBefore = (await rowOfToken()).rankedVolume;
  await acts.swapBuy(whale, tribe, lamports(lamportsPerSol));
  const [buy] = await inTheIndex(2);
  if (!buy?.newTokens) throw new Error("a swap tells its tokens");
  const atBuy = await poolOnChain();
  const reserves = { lamports: atBuy.reserves.lamports, tokens: newTokenUnits(atBuy.reserves.tokens) };
  const wholeToken = convertedUnits(tokenUnits(unitsPerToken), 2_119n);
  const { price } = await profile();
  expect(price).toBe(poolValue(reserves, wholeToken));
  // The value does not include the fees of 1 %.
  expect(buy).toMatchObject({ kind: "buy", trader: whale.address, seq: 2, value: 990_000_000n });
  expect(buy.amount).toBe(oldUnitsWorth(buy.newTokens, 2_119n));
  expect(buy.unitPrice).toBe((buy.value * wholeToken) / buy.newTokens);
  expect(buy.unitPrice).toBeGreaterThan(before.price);
  expect(buy.unitPrice).toBeLessThan(price);
  const frame = await socket.next("trade", ({ trade }) => trade.signature === buy.signature);
  expect(frame).toMatchObject({ mint: tribe.mint, pool: reserves, price, supply: before.supply, trade: buy });

  await acts.swapSell(whale, tribe, buy.newTokens);
  const [sell] = await inTheIndex(3);
  expect(sell).toMatchObject({ kind: "sell", newTokens: buy.newTokens, venue: "pool" });
  const [stored] = await world.app.ctx.db
    .select()
    .from(trades)
    .where(eq(trades.signature, sell?.signature ?? ""));
  const { creatorFees } = await poolOnChain();
  expect(stored?.value).toBeGreaterThan((stored?.creatorFee ?? 0n) * 100n);
  const feesOfCreator = (await rowsOfPool()).reduce((sum, row) => sum + row.creatorFee, 0n);
  expect(feesOfCreator).toBe(creatorFees);

  const ranked = (await rowOfToken()).rankedVolume - rankedBefore;
  expect(ranked).toBe(buy.value + (sell?.value ?? 0n));
  await acts.swapBuy(tribe.chief, tribe, lamports(100_000_000n));
  const [own] = await inTheIndex(4);
  expect((await rowOfToken()).rankedVolume - rankedBefore).toBe(ranked);
  expect((await profile()).volume).toBe(before.volume + ranked + (own?.value ?? 0n));
});

test("pages of the history continue from the pool into the curve", async () => {
  const all = await history();
  const read: TradePoint[] = [];
  for (let before: string | undefined; ; ) {
    const query = { mint: tribe.mint, offset: 0, limit: 2, ...(before ? { before } : {}) };
    const next = await member.call(routes.market.history, { query });
    const last = next.at(-1);
    if (!last) break;
    read.push(...next);
    before = `${last.venue}:${last.seq}`;
  }
  expect(read).toEqual(all);
});

test("a member who sells new tokens below the threshold loses the seat, and gets it back by a swap", async () => {
  const rate = 2_119n;
  await acts.convert(member, tribe, tokenUnits(55n * unitsPerToken));
  await acts.swapSell(member, tribe, convertedUnits(tokenUnits(91n * unitsPerToken), rate));
  await eventually("the seat is lost", async () => (await seatOfMember()) === "expired");
  expect((await profile()).seatHoldings).toEqual([]);
  await acts.swapBuy(member, tribe, lamports(2n * lamportsPerSol));
  await eventually("the seat is back", async () => (await seatOfMember()) === "active");
  expect((await profile()).seatHoldings).toHaveLength(1);
});

const rowOfToken = async () => {
  const [row] = await world.app.ctx.db.select().from(tokens).where(eq(tokens.mint, tribe.mint));
  if (!row) throw new Error("the token is gone");
  return row;
};
const rowsOfPool = () =>
  world.app.ctx.db
    .select()
    .from(trades)
    .where(and(eq(trades.mint, tribe.mint), eq(trades.venue, "pool")));

const index = () => snapshotOf(world.app.ctx.db, tribe.mint);
const forget = () => forgetIndex(world.app.ctx.db);
const inOrder = async (ctx: AppContext) => {
  await followPrograms(ctx);
  await reconcileMint(ctx, tribe.mint);
};

/** Waits for the complete index: a balance may be observed before the swap that moved it. */
const wholeIndex = async () => {
  await inOrder(world.app.ctx);
  return index();
};

test("an ingested transaction is not ingested again, and an index rebuilt from the chain is the same", async () => {
  const before = await wholeIndex();
  await world.app.ctx.db.delete(indexerCursors);
  await Promise.allSettled([followPrograms(world.app.ctx), followPrograms(world.app.ctx)]);
  await inOrder(world.app.ctx);
  expect(await index()).toEqual(before);
  await forget();
  await inOrder(world.app.ctx);
  expect(await index()).toEqual(before);
  const { reserves } = await poolOnChain();
  expect(before.pool).toMatchObject([reserves]);
});

/** A node that lists a program's transactions by `list`, while every account's own list is correct. */
const nodeThatLists = (list: <Entry>(page: Entry[]) => Entry[], program: string): AppContext => {
  const { rpc } = world.chain;
  const lying = new Proxy(rpc, {
    get: (target, name, receiver) =>
      name === "getSignaturesForAddress"
        ? (...args: Parameters<typeof rpc.getSignaturesForAddress>) => ({
            send: async () => {
              const page = await target.getSignaturesForAddress(...args).send();
              return args[0] === toChainAddress(program as TestPerson["address"]) ? list([...page]) : page;
            },
          })
        : Reflect.get(target, name, receiver),
  });
  return { ...world.app.ctx, chain: { ...world.chain, rpc: lying } };
};

test.each([
  ["turned around and doubled", <Entry>(page: Entry[]) => [...page, ...page].reverse()],
  ["with every second one missing", <Entry>(page: Entry[]) => page.filter((_, place) => place % 2 === 0)],
  ["with only the newest one", <Entry>(page: Entry[]) => page.slice(0, 1)],
])("the pool's transactions %s result in the same index", async (_, list) => {
  const before = await wholeIndex();
  await forget();
  const ctx = nodeThatLists(list, poolProgramAddress);
  await eventually("all is taken in", async () => {
    // Transactions that the server's own indexer ingests concurrently are still ingested once.
    await followPrograms(ctx).catch(() => undefined);
    return (await index()).events.length === before.events.length;
  });
  await reconcileMint(ctx, tribe.mint);
  expect(await index()).toEqual(before);
});
