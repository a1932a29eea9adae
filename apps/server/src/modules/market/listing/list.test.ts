import { type AnswerOf, lamports, type MessageId, type Mint, routes, type TokenSort } from "@tribe/contract";
import { marketValueOnCurve } from "@tribe/domain/curve";
import { and, eq, gt, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startTestApp, type TestApp, type TestDevice } from "../../../testing/start-test-app.ts";
import { messages } from "../../chat/schema.ts";
import { setTwitter } from "../../identity/index.ts";
import { tokens, trades } from "../../indexer/schema.ts";
import { addIndexedTrade } from "../../indexer/testing/indexed-trade.ts";
import { newIndexedPerson, newIndexedTribe } from "../../indexer/testing/indexed-tribe.ts";
import { channels } from "../../membership/schema.ts";

type Page = AnswerOf<typeof routes.market.list>;
type Window = "4h" | "1d" | "all";

const hourMs = 3_600_000;
let app: TestApp;
let visitor: TestDevice;
let mints: Mint[];

const addTrade = (mint: Mint, value: bigint, isRanked: boolean, ageMs: number): Promise<void> =>
  addIndexedTrade(app.ctx.db, { mint, value, isRanked, at: app.ctx.now() - ageMs });

interface Wish {
  limit?: number;
  cursor?: string;
  search?: string;
  sort?: TokenSort;
  order?: "desc" | "asc";
}
const page = (window: Window, more: Wish = {}): Promise<Page> =>
  visitor.call(routes.market.list, { query: { tab: "leaderboard", window, limit: 100, ...more } });

/** Moves the clock so far that the order is rebuilt before the next page. The visitor signs by the same clock. */
const later = (ms = 60_000) => {
  const now = Date.now();
  const began = performance.now();
  vi.spyOn(Date, "now").mockImplementation(() => now + ms + Math.round(performance.now() - began));
};

/** The expected list: the plain sum over the stored trades. */
const plainSums = async (windowMs: number | null): Promise<[Mint, bigint][]> => {
  const after = windowMs === null ? undefined : gt(trades.blockTime, new Date(app.ctx.now() - windowMs));
  const sums = await app.ctx.db
    .select({ mint: trades.mint, volume: sql<string>`sum(${trades.value})` })
    .from(trades)
    .where(and(eq(trades.isRanked, true), after))
    .groupBy(trades.mint);
  const volumes = new Map(sums.map(({ mint, volume }) => [mint, BigInt(volume)]));
  return mints
    .map((mint): [Mint, bigint] => [mint, volumes.get(mint) ?? 0n])
    .sort(([a, x], [b, y]) => (x === y ? (a < b ? 1 : -1) : x < y ? 1 : -1));
};

const shown = ({ tokens: listed }: Page) => listed.map(({ mint, volume }) => [mint, volume]);

beforeAll(async () => {
  app = await startTestApp();
  visitor = await app.newDevice();
  const { person } = await newIndexedPerson(app);
  mints = await Promise.all(Array.from({ length: 12 }, () => newIndexedTribe(app, person.address)));
  for (const [index, mint] of mints.entries())
    for (const age of [0.1, 3.9, 4.1, 23.9, 24.1, 200])
      await addTrade(
        mint,
        BigInt(((index * 7 + Math.round(age * 10)) % 5) + 1) * 10n ** 15n,
        (index + age) % 3 > 0.5,
        age * hourMs,
      );
});
afterAll(async () => {
  vi.restoreAllMocks();
  await app.stop();
});

test("each window ranks by the plain sum over its ranked trades", async () => {
  for (const [window, ms] of [
    ["4h", 4 * hourMs],
    ["1d", 24 * hourMs],
    ["all", null],
  ] as const) {
    later();
    expect([window, shown(await page(window))]).toEqual([window, await plainSums(ms)]);
  }
});

test("trades leave a window as time passes", async () => {
  later(4 * hourMs);
  const sums = await plainSums(4 * hourMs);
  expect(sums.every(([, volume]) => volume === 0n)).toBe(true);
  expect(shown(await page("4h"))).toEqual(sums);
});

test("scrolling shows every Tribe once, although all ranks change between pages", async () => {
  later();
  const before = await plainSums(null);
  const seen: Mint[] = [];
  let cursor: string | null = null;
  do {
    const part: Page = await page("all", { limit: 5, ...(cursor ? { cursor } : {}) });
    expect(part.total).toBe(mints.length);
    seen.push(...part.tokens.map(({ mint }) => mint));
    cursor = part.nextCursor;
    // The last become the first, and a new scroll gets the rebuilt order.
    for (const [mint] of before.slice(-3)) await addTrade(mint, 10n ** 16n, true, 0);
    later();
    await page("all");
  } while (cursor);
  expect(seen).toEqual(before.map(([mint]) => mint));
  later();
  expect(shown(await page("all"))).toEqual(await plainSums(null));
});

test("each sort orders all Tribes by its figure, in both directions and in pages, with the window's volumes", async () => {
  for (const [index, mint] of mints.entries()) {
    await app.ctx.db
      .update(tokens)
      .set({ price: lamports(BigInt((index * 5) % 12) + 100n), createdAt: new Date(Date.UTC(2026, 0, index + 1)) })
      .where(eq(tokens.mint, mint));
    await app.ctx.db
      .update(channels)
      .set({ memberCount: (index * 7) % 12 })
      .where(eq(channels.mint, mint));
  }
  later();
  const figures: Record<Exclude<TokenSort, "volume">, (token: Page["tokens"][number]) => number> = {
    price: ({ price }) => Number(price),
    marketCap: ({ marketCap }) => Number(marketCap),
    change: ({ price, priceDayAgo }) => Number(price) / Number(priceDayAgo ?? price),
    seats: ({ groupSize, memberCount }) => groupSize - memberCount,
    newest: ({ createdAt }) => createdAt,
  };
  const volumes = new Map((await page("1d")).tokens.map(({ mint, volume }) => [mint, volume]));
  for (const [sort, figure] of Object.entries(figures) as [keyof typeof figures, (typeof figures)["price"]][]) // its own keys
    for (const order of ["desc", "asc"] as const) {
      const rows: Page["tokens"] = [];
      let cursor: string | null = null;
      do {
        const part: Page = await page("1d", { limit: 5, sort, order, ...(cursor ? { cursor } : {}) });
        rows.push(...part.tokens);
        cursor = part.nextCursor;
      } while (cursor);
      expect(new Set(rows.map(({ mint }) => mint)).size, sort).toBe(mints.length);
      const shownFigures = rows.map(figure);
      const sorted = shownFigures.toSorted((a, b) => (order === "desc" ? b - a : a - b));
      expect([sort, order, shownFigures]).toEqual([sort, order, sorted]);
      expect(rows.every(({ mint, volume }) => volumes.get(mint) === volume)).toBe(true);
    }
});

test("a migrated Tribe moves to the other tab, and is found there by name and symbol", async () => {
  const [mint] = mints;
  if (!mint) throw new Error("there are Tribes");
  await app.ctx.db.update(tokens).set({ newMint: mint, symbol: "ASH" }).where(eq(tokens.mint, mint));
  later();
  expect((await page("all")).tokens.map((token) => token.mint)).not.toContain(mint);
  const migrated = await visitor.call(routes.market.list, {
    query: { tab: "migrated", window: "1d", limit: 10, search: "tri" },
  });
  expect(migrated.tokens.map((token) => token.mint)).toEqual([mint]);
});

test("migrated Tribes have their conversion rate, and are ordered by the prices shown with it", async () => {
  const { person } = await newIndexedPerson(app);
  const dear = await newIndexedTribe(app, person.address);
  const cheap = await newIndexedTribe(app, person.address);
  const migrate = (mint: Mint, price: bigint, conversionRate: bigint) =>
    app.ctx.db
      .update(tokens)
      .set({ name: "Pooled", newMint: mint, price: lamports(price), conversionRate })
      .where(eq(tokens.mint, mint));
  // An old token of the second Tribe costs more, but a new one less.
  await migrate(dear, 80_000_000n, 2_000n);
  await migrate(cheap, 90_000_000n, 3_000n);
  later();
  const byPrice = async (order: "desc" | "asc") => {
    const query = { tab: "migrated", window: "1d", limit: 10, search: "pooled", sort: "price", order } as const;
    const { tokens: listed } = await visitor.call(routes.market.list, { query });
    return listed.map(({ mint, price, conversionRate }) => [mint, price, conversionRate]);
  };
  const lines = [
    [dear, 80_000_000n, 2_000n],
    [cheap, 90_000_000n, 3_000n],
  ];
  expect(await byPrice("desc")).toEqual(lines);
  expect(await byPrice("asc")).toEqual(lines.toReversed());
  const [mint] = mints.slice(-1);
  const onCurve = (await page("all")).tokens.find((token) => token.mint === mint);
  expect(onCurve).toMatchObject({ mint });
  expect(onCurve).not.toHaveProperty("conversionRate");
});

test("a cursor of a discarded order continues below its place, and an invalid one is refused", async () => {
  const { tokens: first, nextCursor } = await page("all", { limit: 3 });
  if (!nextCursor) throw new Error("there are more than three");
  // Another window has none of this one's orders.
  const elsewhere = await page("1d", { cursor: nextCursor });
  expect(elsewhere.total).toBe(mints.length - 1);
  const lowest = first.at(-1)?.volume ?? 0n;
  expect(elsewhere.tokens.every(({ volume }) => volume <= lowest)).toBe(true);
  // The contract defines a cursor, so the client itself refuses this one.
  await expect(page("all", { cursor: "nonsense" })).rejects.toThrow("must be a cursor of this list");
});

test("a row shows the current price and members, and soon the creator's new name and picture and the price of a day ago", async () => {
  const { person } = await newIndexedPerson(app);
  const mint = await newIndexedTribe(app, person.address);
  const { db } = app.ctx;
  const row = async () => (await page("all", { search: "solitary" })).tokens[0];
  await db
    .update(tokens)
    .set({ name: "Solitary", createdAt: new Date(0) })
    .where(eq(tokens.mint, mint));
  await addIndexedTrade(db, {
    mint,
    value: 1n,
    isRanked: true,
    at: app.ctx.now() - 25 * hourMs,
    priceAfter: lamports(7n),
  });
  later();
  expect(await row()).toMatchObject({ mint, priceDayAgo: 7n, creatorName: person.displayName, pfp: null });

  await db
    .update(tokens)
    .set({ price: lamports(99n) })
    .where(eq(tokens.mint, mint));
  await db.update(channels).set({ memberCount: 3 }).where(eq(channels.mint, mint));
  await addIndexedTrade(db, {
    mint,
    value: 1n,
    isRanked: true,
    at: app.ctx.now() - 24.5 * hourMs,
    priceAfter: lamports(8n),
  });
  const account = { id: "1", name: "A New Name", handle: "new" };
  const pfp = "https://pbs.twimg.com/new.png";
  await db.transaction((tx) => setTwitter(tx, person.uid, account, pfp));
  expect(await row()).toMatchObject({ price: 99n, memberCount: 3 });
  later(11_000);
  expect(await row()).toMatchObject({ priceDayAgo: 8n, creatorName: account.name, pfp });
});

test("a row has the market cap, and a day's line only if there were trades", async () => {
  const { person } = await newIndexedPerson(app);
  const [busy, quiet] = [await newIndexedTribe(app, person.address), await newIndexedTribe(app, person.address)];
  const { db } = app.ctx;
  for (const mint of [busy, quiet]) {
    await db
      .update(tokens)
      .set({ name: "Lineart", createdAt: new Date(0) })
      .where(eq(tokens.mint, mint));
    await addIndexedTrade(db, {
      mint,
      value: 1n,
      isRanked: true,
      at: app.ctx.now() - 30 * hourMs,
      priceAfter: lamports(10n),
    });
  }
  for (const [age, price] of [
    [20, 20n],
    [2.5, 15n],
  ] as const)
    await addIndexedTrade(db, {
      mint: busy,
      value: 1n,
      isRanked: true,
      at: app.ctx.now() - age * hourMs,
      priceAfter: lamports(price),
    });
  later();
  expect((await page("all", { search: "lineart" })).tokens.map(({ dayLine }) => dayLine)).toEqual([null, null]);
  const rows = new Map((await page("all")).tokens.map((row) => [row.mint, row]));
  expect(rows.get(quiet)?.dayLine).toEqual([]);
  const line = rows.get(busy)?.dayLine ?? [];
  expect(line).toHaveLength(25);
  expect([line[0], line[3], line[5], line[24]]).toEqual([0, 0, 100, 50]);
  const [token] = await db.select().from(tokens).where(eq(tokens.mint, busy));
  if (!token) throw new Error("it is there");
  const { supply: x, floor, maxSupply: xMax, coefficient, referralBonus } = token;
  // No chain here: a seat's price needs the fees.
  expect(rows.get(busy)).toMatchObject({
    marketCap: marketValueOnCurve({ x, floor, xMax, coefficient }, referralBonus),
    seatPrice: null,
  });
});

test("a Tribe is talking for an hour after somebody wrote in its chat, and not by a message that was deleted", async () => {
  const { db } = app.ctx;
  const { person } = await newIndexedPerson(app);
  const talks = async (agoMs: number, isDeleted: boolean) => {
    const mint = await newIndexedTribe(app, person.address);
    const at = new Date(app.ctx.now() - agoMs);
    await db.insert(messages).values({
      ...{ mint, number: 1, seq: 1, id: crypto.randomUUID() as string as MessageId, authorUid: person.uid },
      ...{ clientId: crypto.randomUUID(), text: "Hello", sentAt: at, deletedAt: isDeleted ? at : null },
    });
    await db.update(channels).set({ headNumber: 1, headSeq: 1 }).where(eq(channels.mint, mint));
    return mint;
  };
  const [now, earlier, deleted] = [await talks(0, false), await talks(2 * hourMs, false), await talks(0, true)];
  const silent = await newIndexedTribe(app, person.address);
  later(120_000);
  const { tokens: listed } = await page("all");
  const isTalking = (mint: Mint) => listed.find((each) => each.mint === mint)?.isTalking;
  expect([now, earlier, deleted, silent].map(isTalking)).toEqual([true, false, false, false]);
});
