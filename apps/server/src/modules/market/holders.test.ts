import { randomBytes } from "node:crypto";
import { getBase58Decoder } from "@solana/kit";
import { isWalletAddress, lightTokenAuthority } from "@tribe/chain/accounts";
import {
  type Address,
  createRouteClient,
  type Mint,
  routes,
  tokenUnits,
  topHoldersLimit,
  unitsPerToken,
} from "@tribe/contract";
import { eq, max } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertMany } from "../../db/insert-many.ts";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import { setTwitter } from "../identity/index.ts";
import { findToken } from "../indexer/index.ts";
import { recordObservedBalances } from "../indexer/intake/intake.ts";
import { holdings, tokenAccounts } from "../indexer/schema.ts";
import { unchecked } from "../indexer/testing/chief-world.ts";
import {
  type IndexedPerson,
  indexHolding,
  newIndexedPerson,
  newIndexedTribe,
} from "../indexer/testing/indexed-tribe.ts";
import { takeSeat } from "../membership/index.ts";

let app: TestApp;
let chief: IndexedPerson;
let mint: Mint;
beforeAll(async () => {
  app = await startTestApp();
  chief = await newIndexedPerson(app);
  mint = await newIndexedTribe(app, chief.person.address);
});
afterAll(() => app.stop());

const stranger = (): Address => getBase58Decoder().decode(randomBytes(32)) as Address; // 32 bytes are an address
const tokens = (whole: bigint) => tokenUnits(whole * unitsPerToken);
const ask = async (of: Mint) => (await chief.call(routes.market.holders, { query: { mint: of } })).holders;

describe("the top holders", () => {
  test("are empty before the first buy", async () => {
    expect(await ask(mint)).toEqual([]);
  });

  test("are the wallets that hold the most, with name and picture of those with an account here", async () => {
    const [other, small] = [stranger(), stranger()];
    await indexHolding(app.ctx, mint, chief.person.address, 12n);
    await indexHolding(app.ctx, mint, other, 30n);
    await indexHolding(app.ctx, mint, small, 1n);
    expect(await ask(mint)).toMatchObject([
      { ownerAddress: other, amount: tokens(30n), uid: null, displayName: other.slice(0, 6), pfp: null },
      { ownerAddress: chief.person.address, amount: tokens(12n), uid: chief.person.uid },
      { ownerAddress: small, amount: tokens(1n) },
    ]);
  });

  test("omit wallets that have sold everything", async () => {
    const own = await newIndexedTribe(app, chief.person.address);
    await indexHolding(app.ctx, own, chief.person.address, 5n);
    await indexHolding(app.ctx, own, chief.person.address, 0n);
    expect(await ask(own)).toEqual([]);
  });

  test("sum all accounts of a wallet, and name its largest one", async () => {
    const own = await newIndexedTribe(app, chief.person.address);
    const [owner, little, largest] = [stranger(), stranger(), stranger()];
    await indexHolding(app.ctx, own, chief.person.address, 10n);
    const observed = (account: Address, amount: bigint) => ({ account, mint: own, owner, amount: tokens(amount) });
    await app.ctx.db.transaction((tx) =>
      recordObservedBalances(tx, [
        { ...observed(little, 5n), version: 2 },
        { ...observed(largest, 6n), version: 2 },
      ]),
    );
    expect(await ask(own)).toMatchObject([
      { ownerAddress: owner, amount: tokens(11n), address: largest },
      { ownerAddress: chief.person.address, amount: tokens(10n) },
    ]);
  });

  test("omit tokens in Light's pool that wait to be claimed", async () => {
    const own = await newIndexedTribe(app, chief.person.address);
    await indexHolding(app.ctx, own, chief.person.address, 10n);
    const [account, pool] = [stranger(), stranger()];
    const keeper = lightTokenAuthority as string as Address; // the same text with two brands
    const observed = (of: Address, owner: Address, amount: bigint) => ({
      ...{ account: of, mint: own, owner, amount: tokens(amount) },
    });
    const record = (...observations: readonly Parameters<typeof recordObservedBalances>[1][number][]) =>
      app.ctx.db.transaction((tx) => recordObservedBalances(tx, observations));
    await record(
      { ...observed(pool, keeper, 6n), version: 2 },
      { ...observed(account, chief.person.address, 5n), version: 2 },
    );
    expect(await ask(own)).toMatchObject([{ ownerAddress: chief.person.address, amount: tokens(15n) }]);
    const counted = async () => (await findToken(app.ctx.db, own))?.holderCount;
    expect(await counted()).toBe(1);
    // An account that is transferred to Light no longer counts for its former owner.
    await record({ ...observed(account, keeper, 5n), version: 4 });
    expect(await ask(own)).toMatchObject([{ ownerAddress: chief.person.address, amount: tokens(10n) }]);
    expect(await counted()).toBe(1);
  });

  test("are at most the hundred largest", async () => {
    const own = await newIndexedTribe(app, chief.person.address);
    const observations = Array.from({ length: topHoldersLimit + 5 }, (_, index) => ({
      account: stranger(),
      mint: own,
      owner: stranger(),
      amount: tokens(BigInt(index + 1)),
      version: 2,
    }));
    await app.ctx.db.transaction((tx) => recordObservedBalances(tx, observations));
    const amounts = (await ask(own)).map(({ amount }) => amount);
    expect(amounts).toEqual(Array.from({ length: topHoldersLimit }, (_, index) => tokens(BigInt(105 - index))));
  });

  test("of an unknown token are not found, and without a token are refused", async () => {
    await expect(ask(stranger())).rejects.toMatchObject({ code: "not_found" });
    for (const query of [{}, { mint: "no address" }])
      await expect(
        chief.call(unchecked(routes.market.holders), { query: query as Record<string, string> }),
      ).rejects.toMatchObject({
        code: "invalid_field",
        field: "query.mint",
      });
  });
});

describe("a snapshot of the holders", () => {
  const drawWallet = (isWallet: boolean): Address => {
    const address = stranger();
    return isWalletAddress(address) === isWallet ? address : drawWallet(isWallet);
  };
  const file = async (of: Mint, who: "members" | "holders", asker: IndexedPerson = chief) =>
    new TextDecoder("utf-8", { ignoreBOM: true }).decode(
      await createRouteClient({ origin: app.origin, credentials: () => asker.credentials })(
        routes.market.snapshotFile,
        { query: { mint: of, who } },
        "bytes",
      ),
    );

  test("gives the Chief all holdings and seats, without those of programs", async () => {
    const own = await newIndexedTribe(app, chief.person.address);
    const [member, other, program] = [await newIndexedPerson(app), drawWallet(true), drawWallet(false)];
    const named = { id: randomBytes(8).toString("hex"), handle: "ann", name: '=HYPERLINK("x"), Ann' };
    await indexHolding(app.ctx, own, member.person.address, 20n);
    await app.ctx.db.transaction((tx) => takeSeat(tx, own, member.person));
    await app.ctx.db.transaction((tx) => setTwitter(tx, member.person.uid, named, null));
    await indexHolding(app.ctx, own, program, 1_000n);
    await indexHolding(app.ctx, own, other, 60n);

    const answer = await chief.call(routes.market.snapshot, { query: { mint: own, limit: 1_000 } });
    expect(answer).toEqual({
      holders: [
        { address: other, uid: null, isMember: false, snapshotAmount: tokens(60n) },
        { address: member.person.address, uid: member.person.uid, isMember: true, snapshotAmount: tokens(20n) },
      ],
      nextCursor: null,
    });

    const [{ version } = { version: 0 }] = await app.ctx.db
      .select({ version: max(tokenAccounts.version) })
      .from(tokenAccounts)
      .where(eq(tokenAccounts.mint, own));
    const header = new RegExp(
      `^\ufeffrank,address,displayName,"tokens at slot ${Math.floor((version ?? 0) / 2)}, [0-9T:.-]{23}Z",share in percent,isMember\r\n`,
    );
    const memberLine = `2,${member.person.address},"'=HYPERLINK(""x""), Ann",20,25,true\r\n`;
    const whole = await file(own, "holders");
    expect(whole).toMatch(header);
    expect(whole.replace(header, "")).toBe(`1,${other},${other.slice(0, 6)},60,75,false\r\n${memberLine}`);
    expect((await file(own, "members")).replace(header, "")).toBe(memberLine);
  });

  test("has everybody, in pages of any size and in a file of many parts", async () => {
    const own = await newIndexedTribe(app, chief.person.address);
    const owners = Array.from({ length: 2_500 }, () => drawWallet(true));
    const observations = owners.map((owner, index) => ({
      account: stranger(),
      mint: own,
      owner,
      amount: tokens(BigInt((index % 50) + 1)),
      version: 2,
    }));
    await app.ctx.db.transaction((tx) => recordObservedBalances(tx, observations));
    const found: Address[] = [];
    let cursor: string | undefined;
    do {
      const query = { mint: own, limit: 999, ...(cursor === undefined ? {} : { cursor }) };
      const page = await chief.call(routes.market.snapshot, { query });
      found.push(...page.holders.map(({ address }) => address));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect([...found].sort()).toEqual([...owners].sort());
    const lines = (await file(own, "holders")).trimEnd().split("\r\n").slice(1);
    expect(lines.map((line) => line.split(",")[1])).toEqual(found);
    expect(lines.at(-1)?.split(",")[0]).toBe("2500");
  });

  const crowd = process.env.TRIBE_LONG === "1" ? 100_000 : 5_000;
  test(`of ${crowd} holders is a file with a line for each`, async () => {
    const own = await newIndexedTribe(app, chief.person.address);
    const owners = Array.from({ length: crowd }, () => drawWallet(true));
    const rows = owners.map((owner) => ({ mint: own, owner, amount: tokens(1n) }));
    await app.ctx.db.transaction((tx) => insertMany(tx, holdings, rows));
    const lines = (await file(own, "holders")).trimEnd().split("\r\n").slice(1);
    // Equal holdings are ordered by address.
    expect(lines.map((line) => line.split(",")[1])).toEqual([...owners].sort());
    expect(lines.at(-1)?.split(",")[0]).toBe(String(crowd));
  });

  test("of a Tribe without holders is only a header", async () => {
    const own = await newIndexedTribe(app, chief.person.address);
    expect((await file(own, "holders")).split("\r\n")).toHaveLength(2);
  });

  test("is only for the Chief", async () => {
    const member = await newIndexedPerson(app);
    await indexHolding(app.ctx, mint, member.person.address, 20n);
    const query = { mint, limit: 10 };
    await expect(member.call(routes.market.snapshot, { query })).rejects.toMatchObject({ code: "forbidden" });
    await expect(file(mint, "members", member)).rejects.toMatchObject({ code: "forbidden" });
    await expect(file(stranger(), "holders")).rejects.toMatchObject({ code: "not_found" });
    const visitor = await app.newDevice();
    await expect(visitor.call(routes.market.snapshot, { query })).rejects.toMatchObject({ code: "unauthorized" });
  });

  test.each([
    ["limit", { limit: "0" }],
    ["limit", { limit: "1001" }],
    ["cursor", { cursor: "1" }],
    ["cursor", { cursor: `-1.${"1".repeat(32)}` }],
  ])("refuses an invalid %s", async (field, wrong) => {
    const query = { mint, ...wrong } as Record<string, string>;
    await expect(chief.call(unchecked(routes.market.snapshot), { query })).rejects.toMatchObject({
      code: "invalid_field",
      field: `query.${field}`,
    });
  });
});
