import { lamports, type Mint, routes, tokenUnits, unitsPerToken } from "@tribe/contract";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import { personByUid, setNerfed, setTwitter } from "../identity/index.ts";
import { tokens } from "../indexer/schema.ts";
import { addIndexedTrade } from "../indexer/testing/indexed-trade.ts";
import {
  type IndexedPerson,
  indexHolding,
  newIndexedPerson,
  newIndexedTribe,
} from "../indexer/testing/indexed-tribe.ts";
import { takeSeat } from "../membership/index.ts";
import { channels } from "../membership/schema.ts";

let app: TestApp;
let chief: IndexedPerson;
let ada: IndexedPerson;
let bo: IndexedPerson;
let cleo: IndexedPerson;
let first: Mint;
let second: Mint;
const whole = (count: bigint) => tokenUnits(count * unitsPerToken);

beforeAll(async () => {
  app = await startTestApp();
  [chief, ada, bo, cleo] = await Promise.all([
    newIndexedPerson(app),
    newIndexedPerson(app),
    newIndexedPerson(app),
    newIndexedPerson(app),
  ]);
  first = await newIndexedTribe(app, chief.person.address);
  second = await newIndexedTribe(app, chief.person.address);
  for (const [who, mint, holding] of [
    [ada, first, 40n],
    [bo, first, 30n],
    [bo, second, 20n],
    [cleo, second, 25n],
  ] as const) {
    await indexHolding(app.ctx, mint, who.person.address, holding);
    await app.ctx.db.transaction((tx) => takeSeat(tx, mint, who.person));
  }
});
afterAll(() => app.stop());

const seatsOf = async ({ call }: IndexedPerson) => (await call(routes.market.ownSeats, {})).seats;

test("a person's seats are listed with their rank and a seat's requirement, the best first, and tokens without a seat last", async () => {
  await indexHolding(app.ctx, second, ada.person.address, 3n);
  expect(await seatsOf(ada)).toMatchObject([
    { mint: first, number: 1, groupSize: 12, memberCount: 2, holding: whole(40n), cut: whole(10n) },
    { mint: second, number: null, holding: whole(3n), cut: whole(10n) },
  ]);
  expect((await seatsOf(bo)).map(({ mint, number }) => [mint, number])).toEqual([
    [first, 2],
    [second, 2],
  ]);
  expect(await seatsOf(chief)).toEqual([]);
});

test("a full Tribe's requirement is the last member's holding", async () => {
  // As if it had ten more members.
  await app.ctx.db.update(channels).set({ memberCount: 12 }).where(eq(channels.mint, first));
  expect((await seatsOf(ada))[0]).toMatchObject({ mint: first, cut: whole(30n) });
  await app.ctx.db.update(channels).set({ memberCount: 2 }).where(eq(channels.mint, first));
});

test("people of shared Tribes are listed with their seats, for a Chief also those of their own Tribe", async () => {
  const { tribes } = await ada.call(routes.market.companions, {});
  expect(tribes.map(({ mint, people }) => [mint, people.map(({ uid }) => uid)]).sort()).toEqual(
    [
      [first, [bo.person.uid]],
      [second, [bo.person.uid]],
    ].sort(),
  );
  const own = await chief.call(routes.market.companions, {});
  expect(own.tribes.find(({ mint }) => mint === second)).toMatchObject({
    count: 2,
    people: [{ uid: cleo.person.uid }, { uid: bo.person.uid }],
  });
  await expect((await app.newDevice()).call(routes.market.companions, {})).rejects.toMatchObject({ status: 401 });
});

test("a person's holdings and seats are public, and an address without an account is not found", async () => {
  const visitor = await app.newDevice();
  const { since, seats, holdings, count, value } = await visitor.call(routes.market.standing, {
    query: { address: bo.person.address },
  });
  expect(Date.now() - since).toBeLessThan(600_000);
  expect(seats.map(({ number }) => number)).toEqual([2, 2]);
  expect(holdings.map(({ mint, amount }) => [mint, amount])).toEqual([
    [first, whole(30n)],
    [second, whole(20n)],
  ]);
  expect([count, value]).toEqual([2, holdings.reduce((sum, each) => sum + each.value, 0n)]);
  await expect(visitor.call(routes.market.standing, { query: { address: first } })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("recent activity names trade, Tribe and person, and hides nerfed people", async () => {
  await app.ctx.db
    .update(tokens)
    .set({ createdAt: new Date(0) })
    .where(eq(tokens.mint, first));
  await addIndexedTrade(app.ctx.db, { mint: first, value: 5n, isRanked: true, at: app.ctx.now() + 1_000 });
  const visitor = await app.newDevice();
  const account = { id: "77", name: "Cleo Loud", handle: "cleo" };
  await app.ctx.db.transaction(async (tx) => {
    await setTwitter(tx, cleo.person.uid, account, "https://pbs.twimg.com/cleo.png");
    await setNerfed(tx, cleo.person.uid, true);
  });
  const { activities } = await visitor.call(routes.market.activity, {});
  expect(activities[0]).toMatchObject({ kind: "buy", tribe: { mint: first }, value: lamports(5n), amount: 1n });
  const seated = activities.filter(({ kind }) => kind === "seated");
  expect(seated).toHaveLength(4);
  for (const { seat } of seated) expect(seat).toBeGreaterThan(0);
  expect(activities.find(({ kind }) => kind === "create")).toMatchObject({ tribe: { mint: second }, amount: null });
  const hidden = activities.find(({ person }) => person.uid === cleo.person.uid)?.person;
  expect(hidden).toMatchObject({ displayName: cleo.person.address.slice(0, 6), pfp: null });
  expect((await personByUid(app.ctx.db, cleo.person.uid))?.displayName).toBe("Cleo Loud");
});

test("a member who lost a seat is shown as out", async () => {
  await indexHolding(app.ctx, second, bo.person.address, 1n);
  await expect
    .poll(async () =>
      (await (await app.newDevice()).call(routes.market.activity, {})).activities.map(({ kind }) => kind),
    )
    .toContain("out");
});
