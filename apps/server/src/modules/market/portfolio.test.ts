import { signature as kitSignature } from "@solana/kit";
import { type AnswerOf, lamports, lamportsPerSol, routes, tokenUnits, type Uid, unitsPerToken } from "@tribe/contract";
import { convertedUnits } from "@tribe/domain/pool";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startTestApp } from "../../testing/start-test-app.ts";
import { people } from "../identity/schema.ts";
import { indexHolding, newIndexedPerson, newIndexedTribe } from "../indexer/testing/indexed-tribe.ts";
import { type PoolActs, poolActs } from "../indexer/testing/pool-acts.ts";
import {
  eventually,
  startTestWorld,
  type TestPerson,
  type TestTribe,
  type TestWorld,
} from "../indexer/testing/test-world.ts";

let world: TestWorld;
let acts: PoolActs;
let tribe: TestTribe;
let person: TestPerson;
beforeAll(async () => {
  world = await startTestWorld();
  acts = poolActs(world);
  [tribe, person] = [await world.newTribe(5n), await world.newPerson({ sol: 200n })];
});
afterAll(() => world.stop());

type Trades = AnswerOf<typeof routes.market.ownTrades>;
const tradesOf = (who: TestPerson, query: { cursor?: string; limit?: number } = {}): Promise<Trades> =>
  who.call(routes.market.ownTrades, { query: { limit: 25, ...query } });
const sumOf = (values: readonly bigint[]) => values.reduce((sum, value) => sum + value, 0n);
const holdingsOf = (who: TestPerson) => who.call(routes.market.holdings, {});
const tradesAre = (who: TestPerson, count: number) =>
  eventually(`${count} trades are indexed`, async () => {
    const { trades } = await tradesOf(who);
    return trades.length === count && trades;
  });

/** Lamports that a transaction took from its payer (below 0: paid to them), without its own fee and the created rent. */
const movedOnChain = async (signature: string): Promise<bigint> => {
  const found = await world.chain.rpc
    .getTransaction(kitSignature(signature), {
      commitment: "confirmed",
      encoding: "base64",
      maxSupportedTransactionVersion: 0,
    })
    .send();
  if (!found?.meta) throw new Error("the chain has the transaction");
  const { preBalances, postBalances, fee } = found.meta;
  const rent = preBalances.reduce((sum, before, index) => sum + (before === 0n ? (postBalances[index] ?? 0n) : 0n), 0n);
  return (preBalances[0] ?? 0n) - (postBalances[0] ?? 0n) - fee - rent;
};

test("a person without a wallet is told so; one without holdings and trades has empty lists", async () => {
  const device = await world.app.newPerson();
  await device.call(routes.identity.signIn, { body: { loginMethod: "email" } });
  await expect(device.call(routes.market.holdings, {})).rejects.toMatchObject({ code: "wallet_missing" });
  await expect(device.call(routes.market.ownTrades, { query: { limit: 25 } })).rejects.toMatchObject({
    code: "wallet_missing",
  });
  expect(await holdingsOf(person)).toEqual({ holdings: [], count: 0, value: 0n, dayWorth: null });
  expect(await tradesOf(person)).toEqual({ trades: [], nextCursor: null });
});

test("a trade's block time is the chain's own, in whole seconds, in every answer", async () => {
  const buyer = await world.newPerson();
  await world.buy(buyer, tribe, 1n);
  const [own] = await tradesAre(buyer, 1);
  const history = await buyer.call(routes.market.history, { query: { mint: tribe.mint, offset: 0, limit: 100 } });
  const { items: earnings } = await tribe.chief.call(routes.earnings.list, { query: { limit: 25 } });
  const onChain = await world.chain.rpc
    .getBlockTime(
      (
        await world.chain.rpc
          .getTransaction(kitSignature(own?.signature ?? ""), { encoding: "base64", maxSupportedTransactionVersion: 0 })
          .send()
      )?.slot ?? 0n,
    )
    .send();
  const ofTrade = <T extends { readonly signature: string; readonly blockTime: number }>(list: readonly T[]) =>
    list.find(({ signature }) => signature === own?.signature)?.blockTime;
  expect([own?.blockTime, ofTrade(history), ofTrade(earnings)]).toEqual(Array(3).fill(Number(onChain)));
});

test("a trade's total is what the chain moved, to the lamport, for any terms, on the curve and in the pool", async () => {
  const inviter = await world.newPerson();
  const invited = async (terms: { isAffiliate: boolean; isDiscount: boolean }) => {
    await world.app.ctx.db
      .update(people)
      .set({ inviterAddress: inviter.address, ...terms })
      .where(eq(people.uid, person.uid as Uid)); // the world's type is a string
  };
  await world.buy(person, tribe, 7n);
  await invited({ isAffiliate: true, isDiscount: false });
  await world.buy(person, tribe, 3n);
  await invited({ isAffiliate: true, isDiscount: true });
  await world.sell(person, tribe, 2n);
  await world.buyOut(person, tribe);
  await eventually("it has migrated", async () => {
    const { pool } = await person.call(routes.market.profile, { query: { mint: tribe.mint } });
    return pool !== null;
  });
  await acts.swapBuy(person, tribe, lamports(lamportsPerSol / 3n));
  await tradesAre(person, 5);
  await acts.swapSell(person, tribe, 12_345_678n);
  const trades = await tradesAre(person, 6);

  expect(trades.map(({ kind, venue }) => `${venue} ${kind}`)).toEqual([
    "pool sell",
    "pool buy",
    "curve buy",
    "curve sell",
    "curve buy",
    "curve buy",
  ]);
  for (const { signature, kind, total } of trades)
    expect(await movedOnChain(signature)).toBe(kind === "sell" ? -total : total);
  expect(trades[1]?.total).toBe(lamportsPerSol / 3n);
  expect(trades.at(-1)).toMatchObject({ mint: tribe.mint, symbol: "PER", amount: 7n * unitsPerToken, newTokens: null });
  expect(trades.every(({ fees }) => fees > 0n)).toBe(true);

  // The pages together are the same list.
  const pages: Trades["trades"] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: Trades = await tradesOf(person, { limit: 2, ...(cursor ? { cursor } : {}) });
    pages.push(...page.trades);
    cursor = page.nextCursor;
  }
  expect(pages).toEqual(trades);
  expect((await tradesOf(tribe.chief)).trades.map(({ kind }) => kind)).toEqual(["create"]);
});

test("old and new tokens of a migrated Tribe are one holding, listed by their mints", async () => {
  const before = await holdingsOf(person);
  expect(before.holdings).toHaveLength(1);
  const [old] = before.holdings;
  const { newMint, price } = await person.call(routes.market.profile, { query: { mint: tribe.mint } });
  expect(old).toMatchObject({ mint: tribe.mint, name: tribe.chief.name, newMint, price });
  const { trades } = await tradesOf(person);
  const bought = trades.filter(({ kind }) => kind !== "sell");
  const [paid, units] = [sumOf(bought.map(({ total }) => total)), sumOf(bought.map(({ amount }) => amount))];
  expect(old?.averagePaid).toBe((paid * unitsPerToken) / units);
  const { oldTokens, newTokens } = old?.migrated ?? {};
  await acts.convert(person, tribe, tokenUnits(8n * unitsPerToken));
  const after = await eventually("the conversion is indexed", async () => {
    const holding = (await holdingsOf(person)).holdings[0] ?? null;
    return holding?.migrated?.newTokens !== newTokens && holding;
  });
  expect(after.migrated).toEqual({
    oldTokens: (oldTokens ?? 0n) - 8n * unitsPerToken,
    newTokens: (newTokens ?? 0n) + convertedUnits(tokenUnits(8n * unitsPerToken), 2_119n),
  });
  expect(after.amount).toBe(old?.amount);
});

test("the most valuable holding is first, each value is rounded down, and the sum includes omitted ones", async () => {
  // An app whose index is not compared with a chain: these holdings are on none.
  const app = await startTestApp();
  onTestFinished(() => app.stop());
  const [chief, holder] = [await newIndexedPerson(app), await newIndexedPerson(app)];
  const mints = await Promise.all(Array.from({ length: 101 }, () => newIndexedTribe(app, chief.person.address)));
  for (const [index, mint] of mints.entries())
    await indexHolding(app.ctx, mint, holder.person.address, BigInt(index + 1));
  const { holdings, count, value } = await holder.call(routes.market.holdings, {});
  expect(count).toBe(101);
  expect(holdings).toHaveLength(100);
  expect(holdings.map(({ amount }) => amount / unitsPerToken)).toEqual(
    Array.from({ length: 100 }, (_, index) => BigInt(101 - index)),
  );
  for (const holding of holdings) {
    expect(holding.value).toBe((holding.amount * holding.price) / unitsPerToken);
    expect(holding.migrated).toBeNull();
    expect(holding.averagePaid).toBeNull();
  }
  const [smallest] = holdings.slice(-1);
  expect(value).toBe(holdings.reduce((sum, holding) => sum + holding.value, 0n) + (smallest?.price ?? 0n));
});
