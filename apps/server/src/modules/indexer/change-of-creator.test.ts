import { type Address, ApiError, lamports, routes } from "@tribe/contract";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { collectFees } from "../factory/collect.ts";
import { seats } from "../membership/schema.ts";
import { openSocket } from "../realtime/testing/test-socket.ts";
import { reconcileMint } from "./balances/balances.ts";
import { readTransaction } from "./intake/chain-transaction.ts";
import { followPrograms, ingestOne } from "./intake/follow.ts";
import { ingestTransactions } from "./intake/intake.ts";
import { SequenceGap } from "./rules/sequence-gap.ts";
import { chainEvents, tokens } from "./schema.ts";
import { handOver } from "./testing/hand-over.ts";
import { forgetIndex, snapshotOf } from "./testing/index-snapshot.ts";
import { poolActs } from "./testing/pool-acts.ts";
import { eventually, startTestWorld, type TestPerson, type TestTribe, type TestWorld } from "./testing/test-world.ts";

let world: TestWorld;
let heir: TestPerson;
let member: TestPerson;
beforeAll(async () => {
  world = await startTestWorld();
  [heir, member] = [await world.newPerson({ sol: 200n }), await world.newPerson()];
});
afterAll(() => world.stop());

const join = (person: TestPerson, { mint }: TestTribe) => person.call(routes.chat.join, { body: { mint } });
const profileOf = (person: TestPerson, { mint }: TestTribe) => person.call(routes.market.profile, { query: { mint } });
const mayManage = (person: TestPerson, { mint }: TestTribe): Promise<boolean> =>
  person.call(routes.chat.settings, { query: { mint } }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError && error.code === "forbidden") return false;
      throw error;
    },
  );
const indexedAs = (person: TestPerson, tribe: TestTribe, creator: Address) =>
  eventually("the new creator is indexed", async () => {
    const profile = await profileOf(person, tribe);
    return profile.creatorAddress === creator && profile;
  });
const balanceOf = async (person: TestPerson) =>
  (await world.chain.rpc.getBalance(person.wallet.address, { commitment: "confirmed" }).send()).value;
const earningsOf = async (person: TestPerson) =>
  (await person.call(routes.earnings.list, { query: { limit: 25 } })).creator;

test("a Tribe's new creator is its Chief in chat, settings and earnings, and both old and new are notified", async () => {
  const tribe = await world.newTribe(5n);
  const { chief, mint } = tribe;
  await world.buy(heir, tribe, 20n);
  await world.buy(member, tribe, 10n);
  await join(heir, tribe);
  await join(member, tribe);
  const [ofChief, ofHeir, ofMember] = [
    await openSocket(world.app, chief),
    await openSocket(world.app, heir),
    await openSocket(world.app, member),
  ];
  ofMember.send({ type: "watch", mint });
  const earned = await earningsOf(chief);
  expect(earned.earned).toBeGreaterThan(0n);

  await handOver(world, tribe, chief, heir);
  expect(await ofHeir.next("membership", (frame) => frame.mint === mint && frame.state === "chief")).toBeDefined();
  expect(await ofChief.next("membership", (frame) => frame.mint === mint && frame.state === "none")).toBeDefined();
  // The new Chief's seat is free, because a Chief needs none.
  expect(await ofMember.next("members", (frame) => frame.mint === mint && frame.memberCount === 1)).toBeDefined();
  for (const socket of [ofChief, ofHeir, ofMember]) socket.close();

  expect(await profileOf(heir, tribe)).toMatchObject({ creatorAddress: heir.address, subscribeState: "chief" });
  expect(await profileOf(chief, tribe)).toMatchObject({ creatorAddress: heir.address, subscribeState: "none" });
  expect(await world.app.ctx.db.select().from(seats).where(eq(seats.mint, mint))).toMatchObject([
    { address: member.address, state: "active" },
  ]);
  expect([await mayManage(heir, tribe), await mayManage(chief, tribe)]).toEqual([true, false]);
  expect(await earningsOf(heir)).toEqual(earned);
  expect((await earningsOf(chief)).earned).toBe(0n);

  const [before, ofFormer] = [await balanceOf(heir), await balanceOf(chief)];
  const { ctx } = world.app;
  await collectFees(ctx, tribe, "curve", () => true);
  await eventually("what had accrued is paid", async () => (await balanceOf(heir)) === before + earned.accrued);
  expect(await balanceOf(chief)).toBe(ofFormer);
  // The former Chief may join like anybody.
  await world.buy(chief, tribe, 30n);
  await join(chief, tribe);
  expect(await profileOf(chief, tribe)).toMatchObject({ subscribeState: "active" });
});

test("a pool pays its own creator, also where the curve has another one by then", async () => {
  const tribe = await world.newTribe(20n);
  const { chief } = tribe;
  await world.buyOut(heir, tribe);
  await eventually("it has migrated", async () => (await profileOf(heir, tribe)).newMint !== null);
  const acts = poolActs(world);
  await acts.swapBuy(heir, tribe, lamports(1_000_000_000n));

  await handOver(world, tribe, chief, member);
  await indexedAs(chief, tribe, member.address);
  const before = await balanceOf(chief);
  await collectFees(world.app.ctx, tribe, "pool", ({ creator }) => creator === chief.address);
  await eventually("the pool's own creator is paid", async () => (await balanceOf(chief)) > before);
});

test("a migrated Tribe's creator changes in state and pool together, and an index rebuilt from the chain is the same", async () => {
  const tribe = await world.newTribe(20n, 120n);
  const { chief, mint } = tribe;
  await world.buyOut(chief, tribe);
  await eventually("it has migrated", async () => (await profileOf(heir, tribe)).newMint !== null);
  const signature = await handOver(world, tribe, chief, heir, true);
  await indexedAs(member, tribe, heir.address);
  const { ctx } = world.app;
  const kinds = await ctx.db
    .select({ kind: chainEvents.kind })
    .from(chainEvents)
    .where(and(eq(chainEvents.mint, mint), eq(chainEvents.signature, signature)))
    .orderBy(chainEvents.eventIndex);
  expect(kinds.map(({ kind }) => kind)).toEqual(["creatorChanged", "poolCreatorChanged"]);

  const seen = await snapshotOf(ctx.db, mint);
  await forgetIndex(ctx.db);
  await followPrograms(ctx);
  await reconcileMint(ctx, mint);
  expect(await snapshotOf(ctx.db, mint)).toEqual(seen);
  expect(await mayManage(heir, tribe)).toBe(true);
});

test("a change that arrives before its predecessor is not stored, and a repeated one changes nothing", async () => {
  const tribe = await world.newTribe(5n);
  const { chief, mint } = tribe;
  const signature = await handOver(world, tribe, chief, heir);
  await indexedAs(chief, tribe, heir.address);
  const { ctx } = world.app;
  const { db, chain } = ctx;
  const seen = await snapshotOf(db, mint);
  const change = await eventually("the node shows it", () => readTransaction(chain, signature));
  const early = db.transaction(async (tx) => {
    await tx.delete(chainEvents).where(eq(chainEvents.signature, signature));
    const nextSeq = sql`${tokens.nextSeq} - 2`;
    await tx.update(tokens).set({ nextSeq, creatorAddress: chief.address }).where(eq(tokens.mint, mint));
    await ingestTransactions(ctx, tx, [change]);
  });
  await expect(early).rejects.toThrow(SequenceGap);
  expect(await snapshotOf(db, mint)).toEqual(seen);
  await ingestOne(world.app.ctx)(change);
  expect(await snapshotOf(db, mint)).toEqual(seen);
});
