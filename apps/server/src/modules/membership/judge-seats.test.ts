import { type Address, tokenUnits, type Uid, unitsPerToken } from "@tribe/contract";
import { decideSeat, seatChanges } from "@tribe/domain/membership";
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { codeOf } from "../../testing/code-of.ts";
import { holdings, tokens } from "../indexer/schema.ts";
import { judgeSeats, reseat } from "./judge-seats.ts";
import { type JoinedMember, thresholdFor } from "./rules/seats.ts";
import { channels, seats } from "./schema.ts";
import { lockChannel } from "./store/channels.ts";
import { contendersOf } from "./store/contenders.ts";
import { seatSteps } from "./testing/seat-steps.ts";

const { app, personAt, newTribe, hold, join, stateOf, block, fill } = seatSteps();

test("judging seats without a change notifies nobody and writes nothing", async () => {
  const mint = await newTribe();
  await fill(mint, 3);
  const written = await app().ctx.db.transaction(async (tx) => {
    const channel = await lockChannel(tx, mint);
    await reseat(tx, channel);
    const { rows } = await tx.execute<{ type: string }>(
      sql`select type from outbox where xmin = pg_current_xact_id()::xid`,
    );
    const [after] = await tx
      .select({ isSame: sql<boolean>`xmin <> pg_current_xact_id()::xid` })
      .from(channels)
      .where(eq(channels.mint, mint));
    return { events: rows, isSame: after?.isSame };
  });
  expect(written).toEqual({ events: [], isSame: true });
});

test("a change of holding of a person who is blocked, or never joined, does not wait for the channel's lock", async () => {
  const mint = await newTribe();
  await fill(mint, 2);
  await block(mint, 0);
  await app().ctx.db.transaction(async (tx) => {
    await lockChannel(tx, mint);
    // On separate connections: if the change waited for this lock, the database would time out.
    await hold(mint, 0, 900n);
    await hold(mint, 5, 900n);
  });
  expect(await stateOf(mint, 0)).toBe("banned");
  expect(await stateOf(mint, 5)).toBe("none");
});

test("a change of holding reads only its owner's seat, for any number of seats in all Tribes", async () => {
  const mint = await newTribe();
  await fill(mint, 2);
  const { db } = app().ctx;
  await db.execute(sql`insert into seats (mint, uid, address, state, join_order, holding)
    select ${mint}, 'joiner-' || n, 'wallet-' || n, 'expired', 100 + n, 0 from generate_series(1, 5000) as n`);
  await db.execute(sql`analyze seats`);
  const read = await db.transaction(async (tx) => {
    const count = async () => {
      const { rows } = await tx.execute<{ count: number }>(sql`
        select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables where relname = 'seats'`);
      return rows[0]?.count ?? 0;
    };
    const before = await count();
    await judgeSeats(tx, new Map([[mint, [personAt(0).address]]]));
    return (await count()) - before;
  });
  expect(read).toBeLessThan(100);
});

test("a person who joins while the index changes their balance is judged by the new balance", async () => {
  const mint = await newTribe();
  await hold(mint, 0, 100n);
  const { db } = app().ctx;
  const waiting = async () => {
    const { rows } = await db.execute<{ count: number }>(
      sql`select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]?.count;
  };
  const joined = await db.transaction(async (tx) => {
    await tx.select({ mint: tokens.mint }).from(tokens).where(eq(tokens.mint, mint)).for("update");
    const answer = codeOf(join(mint, 0));
    await expect.poll(waiting).toBe(1);
    await tx
      .update(holdings)
      .set({ amount: tokenUnits(0n) })
      .where(eq(holdings.mint, mint));
    // Wrapped in an object: returning the promise itself would deadlock, because it waits for this transaction.
    return { answer };
  });
  expect(await joined.answer).toBe("threshold_missed");
});

test("the candidates found by the index give the same decision as everybody who ever joined", async () => {
  const joiner = fc.record({
    // Few distinct values around the 10 tokens of a seat, so that many are equal.
    whole: fc.integer({ min: 7, max: 16 }),
    state: fc.constantFrom("active", "expired", "expired", "banned"),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(joiner, { maxLength: 40 }),
      fc.integer({ min: 0, max: 45 }),
      fc.integer({ min: 5, max: 18 }),
      async (joiners, who, whole) => {
        const mint = await newTribe();
        const groupSize = 12;
        const rows = joiners.map(({ whole: tokens, state }, index) => ({
          ...{ mint, uid: `joiner-${index}` as Uid, address: `${mint}-${index}` as Address, joinOrder: index + 1 },
          ...{ holding: tokenUnits(BigInt(tokens) * unitsPerToken), state: state as "active" | "expired" | "banned" },
        }));
        if (rows.length > 0) await app().ctx.db.insert(seats).values(rows);
        const uid = `joiner-${who}` as Uid;
        const found = await contendersOf(app().ctx.db, { mint, groupSize }, uid);
        const all: JoinedMember[] = rows.map(({ uid: id, address, holding, joinOrder, state }) => ({
          ...{ id, address, holding, joinedAt: joinOrder },
          ...{ banned: state === "banned", isSeated: state === "active" },
        }));
        const open = (members: readonly JoinedMember[]) => members.filter(({ banned }) => !banned);
        const outcome = (members: readonly JoinedMember[]) => {
          const { booted, restored } = seatChanges(open(members), ({ isSeated }) => isSeated, groupSize);
          const joining = decideSeat(
            members,
            { id: uid, holding: tokenUnits(BigInt(whole) * unitsPerToken) },
            groupSize,
          );
          return {
            threshold: thresholdFor(open(members), uid, groupSize),
            forNewcomers: thresholdFor(open(members), null, groupSize),
            joining,
            booted: booted.map(({ id }) => id),
            restored: restored.map(({ id }) => id),
            own: members.find(({ id }) => id === uid)?.isSeated,
          };
        };
        expect(outcome(found)).toEqual(outcome(all));
        // Independent of the number who joined: the top and one more, the current members, and the person in question.
        const sitting = all.filter(({ isSeated }) => isSeated).length;
        expect(found.length).toBeLessThanOrEqual(groupSize + 2 + sitting);
      },
    ),
    { numRuns: 60, seed: 14 },
  );
});

test("a seat's row has its owner's holding after each change, even if the owner is blocked", async () => {
  const mint = await newTribe();
  await fill(mint, 2);
  await block(mint, 1);
  await hold(mint, 0, 77n);
  await hold(mint, 1, 0n);
  const rows = await app().ctx.db.select().from(seats).where(eq(seats.mint, mint)).orderBy(seats.joinOrder);
  expect(rows.map(({ holding }) => holding)).toEqual([77n * unitsPerToken, 0n]);
});
