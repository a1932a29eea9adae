import { getBase64Encoder } from "@solana/kit";
import { decodeTokenState, toChainAddress, tokenStateAddress } from "@tribe/chain/accounts";
import { routes, type Uid } from "@tribe/contract";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refusalOf } from "../../testing/code-of.ts";
import { collectFees } from "../factory/collect.ts";
import { people } from "../identity/schema.ts";
import { reconcileMint } from "../indexer/balances/balances.ts";
import { followPrograms } from "../indexer/intake/follow.ts";
import { chainEvents } from "../indexer/schema.ts";
import { forgetIndex, snapshotOf } from "../indexer/testing/index-snapshot.ts";
import {
  eventually,
  startTestWorld,
  type TestPerson,
  type TestTribe,
  type TestWorld,
} from "../indexer/testing/test-world.ts";

let world: TestWorld;
let tribe: TestTribe;
let inviter: TestPerson;
beforeAll(async () => {
  world = await startTestWorld();
  tribe = await world.newTribe(5n);
  inviter = await world.newPerson();
});
afterAll(() => world.stop());

const balanceOf = async (person: TestPerson) =>
  (await world.chain.rpc.getBalance(person.wallet.address, { commitment: "confirmed" }).send()).value;
/** The creator's fees in the token's account. */
const accruedOnChain = async () => {
  const { chain } = world.app.ctx;
  const address = toChainAddress(await tokenStateAddress(tribe.tokenId, chain.programAddress));
  const { value } = await chain.rpc.getAccountInfo(address, { commitment: "confirmed", encoding: "base64" }).send();
  return value && decodeTokenState(new Uint8Array(getBase64Encoder().encode(value.data[0])))?.creatorFees;
};
const earningsOf = (person: TestPerson, query: { cursor?: string; limit?: number } = {}) =>
  person.call(routes.earnings.list, { query: { limit: 25, ...query } });
const invited = async (terms: { isAffiliate: boolean; isDiscount: boolean }): Promise<TestPerson> => {
  const person = await world.newPerson();
  const { db } = world.app.ctx;
  await db
    .update(people)
    .set({ inviterAddress: inviter.address, ...terms })
    .where(eq(people.uid, person.uid as Uid));
  return person;
};

test("a person without earnings sees zeros", async () => {
  const nothing = { earned: 0n, paid: 0n, accrued: 0n, trades: 0 };
  expect(await earningsOf(inviter)).toEqual({ creator: nothing, referral: nothing, items: [], nextCursor: null });
});

test("an inviter's and a Chief's shares, before and after a payout, equal the chain's to the lamport", async () => {
  const before = await balanceOf(inviter);
  const friends = [
    await invited({ isAffiliate: false, isDiscount: false }),
    await invited({ isAffiliate: true, isDiscount: false }),
    await invited({ isAffiliate: true, isDiscount: true }),
  ];
  for (const friend of friends) {
    await world.buy(friend, tribe, 7n);
    await world.sell(friend, tribe, 3n);
  }
  const stranger = await world.newPerson();
  await world.buy(stranger, tribe, 4n);

  const mine = await earningsOf(inviter);
  expect(mine.referral.earned).toBe((await balanceOf(inviter)) - before);
  expect(mine.referral).toMatchObject({ paid: mine.referral.earned, accrued: 0n, trades: 6 });
  expect(mine.items.reduce((sum, item) => sum + item.referralFee, 0n)).toBe(mine.referral.earned);
  expect(mine.items.every((item) => item.isPaid && item.creatorFee === 0n)).toBe(true);
  // 60 basis points of the value for a referral, 100 for an affiliate.
  expect(mine.items.map((item) => item.referralFee)).toEqual(
    mine.items.map((item, index) => (item.value * (index < 4 ? 100n : 60n)) / 10_000n),
  );

  const chief = await earningsOf(tribe.chief);
  expect(chief.creator).toMatchObject({ paid: 0n, accrued: chief.creator.earned, trades: 8 });
  expect(chief.creator.accrued).toBe(await accruedOnChain());
  expect(chief.referral.earned).toBe(0n);
  expect(chief.items.every((item) => item.referralFee === 0n)).toBe(true);
  expect(chief.items.every((item) => !item.isPaid)).toBe(true);

  const [chiefBefore, due] = [await balanceOf(tribe.chief), chief.creator.accrued];
  await collectFees(world.app.ctx, tribe, "curve", () => true);
  const collects = and(eq(chainEvents.mint, tribe.mint), eq(chainEvents.kind, "feesCollected"));
  await eventually("the payout is indexed", async () => (await world.app.ctx.db.$count(chainEvents, collects)) === 1);
  expect((await balanceOf(tribe.chief)) - chiefBefore).toBe(due);
  await world.buy(stranger, tribe, 1n);
  const after = await earningsOf(tribe.chief);
  expect(after.creator).toMatchObject({ paid: due, trades: 9 });
  expect(after.creator.accrued).toBe(await accruedOnChain());
  expect(after.creator.earned).toBe(after.creator.paid + after.creator.accrued);
  expect(after.items.map((item) => item.isPaid)).toEqual([false, ...Array.from({ length: 8 }, () => true)]);
});

test("an index rebuilt from the chain has the same sums", async () => {
  const { ctx } = world.app;
  const before = await snapshotOf(ctx.db, tribe.mint);
  expect(before.referrers).toMatchObject([{ address: inviter.address, trades: 6 }]);
  expect(before.holdings.reduce((sum, { amount }) => sum + amount, 0n)).toBe(
    before.accounts.reduce((sum, { amount }) => sum + amount, 0n),
  );
  await forgetIndex(ctx.db);
  await followPrograms(ctx);
  await reconcileMint(ctx, tribe.mint);
  expect(await snapshotOf(ctx.db, tribe.mint)).toEqual(before);
});

test("pages of any size have every trade once, the newest first", async () => {
  const whole = await earningsOf(tribe.chief);
  for (const limit of [1, 2, 4]) {
    const seen: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await earningsOf(tribe.chief, { limit, ...(cursor ? { cursor } : {}) });
      seen.push(...page.items.map((item) => `${item.signature} ${item.kind}`));
      if (!page.nextCursor) break;
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(whole.items.map((item) => `${item.signature} ${item.kind}`));
  }
});

test("a Chief who invited the trader earns both shares in one row", async () => {
  const { db } = world.app.ctx;
  const person = await world.newPerson();
  await db
    .update(people)
    .set({ inviterAddress: tribe.chief.address })
    .where(eq(people.uid, person.uid as Uid));
  await world.buy(person, tribe, 2n);
  const { referral, items } = await earningsOf(tribe.chief);
  expect(items[0]?.creatorFee).toBe(((items[0]?.value ?? 0n) * 200n) / 10_000n);
  expect(items[0]?.referralFee).toBe(referral.earned);
});

test("wrong cursors and limits, visitors and people without a wallet are refused", async () => {
  const isTaken = (query: object) => routes.earnings.list.query.safeParse(query).success;
  for (const cursor of [
    "",
    "1.2",
    `99999999999999.${tribe.mint}.0`,
    `-1.${tribe.mint}.0`,
    `9.${tribe.mint}.1e3`,
    "'; drop table trades",
  ])
    expect(isTaken({ cursor })).toBe(false);
  for (const limit of ["0", "101", "1.5", "many"]) expect(isTaken({ limit })).toBe(false);
  expect((await earningsOf(inviter, { cursor: `9999999999999.${tribe.mint}.9` })).items).not.toEqual([]);
  const device = await world.app.newPerson();
  await device.call(routes.identity.signIn, { body: { loginMethod: "email" } });
  expect(await refusalOf(device.call(routes.earnings.list, { query: { limit: 25 } }))).toBe("wallet_missing");
  const visitor = await world.app.newDevice();
  expect(await refusalOf(visitor.call(routes.earnings.list, { query: { limit: 25 } }))).toBe("unauthorized");
});
