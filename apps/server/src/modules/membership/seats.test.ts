import {
  type Address,
  ApiError,
  type MembershipState,
  type Mint,
  tokenUnits,
  type Uid,
  unitsPerToken,
} from "@tribe/contract";
import { decideSeat, rankMembers, seatChanges } from "@tribe/domain/membership";
import { and, eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import { holdings, tokens } from "../indexer/schema.ts";
import {
  type IndexedPerson,
  indexHolding,
  indexHoldings,
  newIndexedPerson,
  newIndexedTribe,
} from "../indexer/testing/indexed-tribe.ts";
import { membershipOf } from "./access.ts";
import { judgeSeats, reseat } from "./judge-seats.ts";
import { channels, seatDecisions, seats } from "./schema.ts";
import { seatReason } from "./seat-loss.ts";
import { contendersOf, type JoinedMember, lockChannel, seatedMembers, thresholdFor } from "./seats.ts";
import { blockMember, takeSeat } from "./take-seat.ts";

let app: TestApp;
let people: IndexedPerson[];
beforeAll(async () => {
  app = await startTestApp();
  people = await Promise.all(Array.from({ length: 15 }, () => newIndexedPerson(app)));
});
afterAll(() => app.stop());

const chiefOf = () => personAt(14);
const personAt = (index: number): IndexedPerson["person"] => {
  const one = people[index];
  if (!one) throw new Error(`there is no person ${index}`);
  return one.person;
};
const newTribe = () => newIndexedTribe(app, chiefOf().address);
const hold = (mint: Mint, index: number, tokens: bigint) =>
  indexHolding(app.ctx, mint, personAt(index).address, tokens);
const join = (mint: Mint, index: number) => app.ctx.db.transaction((tx) => takeSeat(tx, mint, personAt(index)));
const stateOf = (mint: Mint, index: number) => membershipOf(app.ctx.db, mint, personAt(index));
const codeOf = (work: Promise<MembershipState>) =>
  work.then(
    (state) => state as string,
    (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
  );

/** Gives the first `count` people seats with 100, 101, … tokens. */
const fill = async (mint: Mint, count: number) => {
  for (let index = 0; index < count; index += 1) {
    await hold(mint, index, 100n + BigInt(index));
    await join(mint, index);
  }
};

test("a newcomer with fewer than 10 tokens gets no seat and is told the required number", async () => {
  const mint = await newTribe();
  await hold(mint, 0, 9n);
  await expect(join(mint, 0)).rejects.toMatchObject({
    code: "threshold_missed",
    message: expect.stringContaining("10"),
  });
  await hold(mint, 0, 10n);
  expect(await join(mint, 0)).toBe("active");
});

test("the Chief has access and takes no seat", async () => {
  const mint = await newTribe();
  expect(await join(mint, 14)).toBe("chief");
  expect(await seatedMembers(app.ctx.db, mint)).toHaveLength(0);
});

test("a member who moves to a new wallet keeps the seat, which changes its wallet together with the tokens", async () => {
  const mint = await newTribe();
  await fill(mint, 12);
  const mover = await newIndexedPerson(app);
  const from = mover.person.address;
  await indexHolding(app.ctx, mint, from, 500n);
  await app.ctx.db.transaction((tx) => takeSeat(tx, mint, mover.person));
  const decisions = () =>
    app.ctx.db
      .select()
      .from(seatDecisions)
      .where(and(eq(seatDecisions.mint, mint), eq(seatDecisions.uid, mover.person.uid)));
  const seat = async () => {
    const own = and(eq(seats.mint, mint), eq(seats.uid, mover.person.uid));
    const [row] = await app.ctx.db.select().from(seats).where(own);
    return row && [row.state, row.address, row.holding / unitsPerToken];
  };
  const before = await decisions();
  const to = (await newIndexedPerson(app)).person.address;
  const { peopleEditor } = app.ctx.ports;
  await app.ctx.db.execute(sql`update people set address = null where address = ${to}`);
  await app.ctx.db.transaction((tx) => peopleEditor.moveAddress(tx, mover.person.uid, from, to));
  expect(await seat()).toEqual(["active", from, 500n]);
  // Tokens that somebody sends to the new wallet meanwhile do not affect the seat, nor does a trade of the old wallet.
  await indexHolding(app.ctx, mint, to, 1n);
  await indexHolding(app.ctx, mint, from, 499n);
  expect(await seat()).toEqual(["active", from, 499n]);
  await indexHoldings(app.ctx, mint, [
    [from, 0n],
    [to, 500n],
  ]);
  expect(await seat()).toEqual(["active", to, 500n]);
  // No decision was made in between, so the member was never told that they were out.
  expect(await decisions()).toEqual(before);
  // From now on the old wallet's holding does not count.
  await indexHolding(app.ctx, mint, from, 5_000n);
  expect(await seat()).toEqual(["active", to, 500n]);
  await indexHolding(app.ctx, mint, to, 0n);
  expect(await seat()).toEqual(["expired", to, 0n]);
});

test("only one of two newcomers gets the last seat", async () => {
  const mint = await newTribe();
  await fill(mint, 11);
  await hold(mint, 11, 50n);
  await hold(mint, 12, 50n);
  const answers = await Promise.all([codeOf(join(mint, 11)), codeOf(join(mint, 12))]);
  expect(answers.sort()).toEqual(["active", "threshold_missed"]);
  expect(await seatedMembers(app.ctx.db, mint)).toHaveLength(12);
});

test("a newcomer with more than the smallest member takes that seat, one with an equal holding does not", async () => {
  const mint = await newTribe();
  await fill(mint, 12);
  const { entryThresholdTokensForCompare } = thresholdFor(await joinedMembers(mint), null, 12);
  expect(entryThresholdTokensForCompare).toBe(100n * unitsPerToken + 1n);
  await hold(mint, 12, 100n);
  expect(await codeOf(join(mint, 12))).toBe("threshold_missed");
  await hold(mint, 12, 101n);
  expect(await join(mint, 12)).toBe("active");
  expect(await stateOf(mint, 0)).toBe("expired");
  expect(await seatedMembers(app.ctx.db, mint)).toHaveLength(12);
});

test("a person who lost a seat gets one by holding enough and joining again", async () => {
  const mint = await newTribe();
  await fill(mint, 12);
  await hold(mint, 12, 500n);
  await join(mint, 12);
  expect(await codeOf(join(mint, 0))).toBe("threshold_missed");
  await hold(mint, 0, 300n);
  expect(await join(mint, 0)).toBe("active");
  expect(await stateOf(mint, 1)).toBe("expired");
  expect(await seatedMembers(app.ctx.db, mint)).toHaveLength(12);
});

test("a holding that falls below 10 tokens loses its seat in the same commit", async () => {
  const mint = await newTribe();
  await fill(mint, 2);
  await hold(mint, 0, 9n);
  expect(await stateOf(mint, 0)).toBe("expired");
  expect(await stateOf(mint, 1)).toBe("active");
});

/** Everybody who ever joined and is not blocked, as input of the domain's rules. */
const joinedMembers = async (mint: Mint): Promise<JoinedMember[]> => {
  const rows = await app.ctx.db.select().from(seats).where(eq(seats.mint, mint)).orderBy(seats.joinOrder);
  return rows
    .map(({ uid, address, joinOrder, holding, state }) => ({
      ...{ id: uid, address, holding, joinedAt: joinOrder },
      ...{ banned: state === "banned", isSeated: state === "active" },
    }))
    .filter(({ banned }) => !banned);
};

/** The reason that a seat's owner reads. */
const reasonOf = async (mint: Mint, index: number) => {
  const [seat] = await app.ctx.db
    .select({ loss: seats.loss, reason: seats.reason })
    .from(seats)
    .where(and(eq(seats.mint, mint), eq(seats.uid, personAt(index).uid)));
  return seat ? seatReason(seat) : null;
};
const memberCountOf = async (mint: Mint) => {
  const [channel] = await app.ctx.db
    .select({ count: channels.memberCount })
    .from(channels)
    .where(eq(channels.mint, mint));
  return channel?.count;
};

test("a member who falls behind a removed one who buys more loses the seat, and is told how to get it back", async () => {
  const mint = await newTribe();
  await fill(mint, 12);
  await hold(mint, 12, 500n);
  await join(mint, 12);
  expect(await stateOf(mint, 0)).toBe("expired");
  expect(await reasonOf(mint, 0)).toContain("101 tokens");
  const [lost] = await app.ctx.db
    .select({ loss: seats.loss, reason: seats.reason })
    .from(seats)
    .where(and(eq(seats.mint, mint), eq(seats.uid, personAt(0).uid)));
  expect(lost).toEqual({ loss: { code: "seat.outranked", tokensToReturn: "101000000000" }, reason: null });
  await hold(mint, 0, 102n);
  expect(await stateOf(mint, 0)).toBe("active");
  expect(await reasonOf(mint, 0)).toBeNull();
  expect(await stateOf(mint, 1)).toBe("expired");
  // The next smallest also holds 102, but joined later than this person.
  expect(await reasonOf(mint, 1)).toContain("With 102 tokens");
  expect(await memberCountOf(mint)).toBe(12);
});

test("a seat that an older version removed keeps that version's sentence until the seat changes", async () => {
  const mint = await newTribe();
  await fill(mint, 1);
  await hold(mint, 0, 9n);
  const words = "Others who joined hold more tokens than you. With 7 tokens you get your seat back.";
  await app.ctx.db.update(seats).set({ loss: null, reason: words }).where(eq(seats.mint, mint));
  expect(await reasonOf(mint, 0)).toBe(words);
  await hold(mint, 0, 10n);
  expect(await reasonOf(mint, 0)).toBeNull();
  await hold(mint, 0, 9n);
  expect(await reasonOf(mint, 0)).toContain("With 10 tokens");
});

test("a member who sells below a removed one loses the seat to that person", async () => {
  const mint = await newTribe();
  await fill(mint, 12);
  await hold(mint, 12, 500n);
  await join(mint, 12);
  await hold(mint, 11, 50n);
  expect(await stateOf(mint, 11)).toBe("expired");
  expect(await stateOf(mint, 0)).toBe("active");
});

test("a removed member returns by buying, without joining again", async () => {
  const mint = await newTribe();
  await fill(mint, 2);
  await hold(mint, 0, 9n);
  expect(await reasonOf(mint, 0)).toContain("With 10 tokens");
  expect(await memberCountOf(mint)).toBe(1);
  await hold(mint, 0, 10n);
  expect(await stateOf(mint, 0)).toBe("active");
  expect(await memberCountOf(mint)).toBe(2);
});

test("a holder who never joined gets no seat by buying", async () => {
  const mint = await newTribe();
  await fill(mint, 12);
  await hold(mint, 13, 900n);
  expect(await stateOf(mint, 13)).toBe("none");
  expect(await seatedMembers(app.ctx.db, mint)).toHaveLength(12);
});

test("after concurrent changes exactly the top holders who joined have seats", async () => {
  const mint = await newTribe();
  await fill(mint, 12);
  await hold(mint, 12, 200n);
  await join(mint, 12);
  await hold(mint, 13, 201n);
  await Promise.all([
    hold(mint, 0, 150n),
    hold(mint, 5, 20n),
    hold(mint, 6, 9n),
    hold(mint, 1, 300n),
    codeOf(join(mint, 13)),
    hold(mint, 12, 11n),
    hold(mint, 2, 400n),
  ]);
  const joined = await joinedMembers(mint);
  const top = rankMembers(joined)
    .slice(0, 12)
    .map((member) => member.id);
  const sitting = joined.filter((member) => member.isSeated).map((member) => member.id);
  expect(new Set(sitting)).toEqual(new Set(top));
  expect(await memberCountOf(mint)).toBe(12);
});

test("judging seats without a change notifies nobody and writes nothing", async () => {
  const mint = await newTribe();
  await fill(mint, 3);
  const written = await app.ctx.db.transaction(async (tx) => {
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

test("a block gives the seat to the next in line", async () => {
  const mint = await newTribe();
  await fill(mint, 12);
  await hold(mint, 12, 500n);
  await join(mint, 12);
  await app.ctx.db.transaction((tx) => blockMember(tx, mint, personAt(11)));
  expect(await stateOf(mint, 0)).toBe("active");
  expect(await memberCountOf(mint)).toBe(12);
});

test("a blocked person is out and stays out", async () => {
  const mint = await newTribe();
  await fill(mint, 2);
  await app.ctx.db.transaction((tx) => blockMember(tx, mint, personAt(0)));
  expect(await reasonOf(mint, 0)).toBe("The Chief has blocked you from this chat");
  expect(await stateOf(mint, 0)).toBe("banned");
  // Nobody else loses or gets a seat, and there is one member fewer.
  expect(await memberCountOf(mint)).toBe(1);
  await hold(mint, 0, 1_000n);
  expect(await codeOf(join(mint, 0))).toBe("banned");
});

test("a change of holding of a person who is blocked, or never joined, does not wait for the channel's lock", async () => {
  const mint = await newTribe();
  await fill(mint, 2);
  await app.ctx.db.transaction((tx) => blockMember(tx, mint, personAt(0)));
  await app.ctx.db.transaction(async (tx) => {
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
  const { db } = app.ctx;
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
  const { db } = app.ctx;
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

test("joining again changes nothing for a member", async () => {
  const mint = await newTribe();
  await fill(mint, 3);
  const before = await seatedMembers(app.ctx.db, mint);
  expect(await join(mint, 1)).toBe("active");
  expect(await seatedMembers(app.ctx.db, mint)).toEqual(before);
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
        if (rows.length > 0) await app.ctx.db.insert(seats).values(rows);
        const uid = `joiner-${who}` as Uid;
        const found = await contendersOf(app.ctx.db, { mint, groupSize }, uid);
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
  await app.ctx.db.transaction((tx) => blockMember(tx, mint, personAt(1)));
  await hold(mint, 0, 77n);
  await hold(mint, 1, 0n);
  const rows = await app.ctx.db.select().from(seats).where(eq(seats.mint, mint)).orderBy(seats.joinOrder);
  expect(rows.map(({ holding }) => holding)).toEqual([77n * unitsPerToken, 0n]);
});
