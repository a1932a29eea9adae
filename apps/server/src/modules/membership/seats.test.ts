import { type MembershipState, type Mint, unitsPerToken } from "@tribe/contract";
import { rankMembers } from "@tribe/domain/membership";
import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { codeOfError } from "../../testing/code-of.ts";
import { moveAddress } from "../identity/index.ts";
import { indexHolding, indexHoldings, newIndexedPerson } from "../indexer/testing/indexed-tribe.ts";
import { type JoinedMember, thresholdFor } from "./rules/seats.ts";
import { channels, seatDecisions, seats } from "./schema.ts";
import { seatReason } from "./seat-loss.ts";
import { seatedMembers } from "./store/contenders.ts";
import { takeSeat } from "./take-seat.ts";
import { seatSteps } from "./testing/seat-steps.ts";

const { app, personAt, newTribe, hold, join, stateOf, block, fill } = seatSteps();
const stateAfter = (joining: Promise<MembershipState>) => joining.catch(codeOfError);

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
  expect(await seatedMembers(app().ctx.db, mint)).toHaveLength(0);
});

test("a member who moves to a new wallet keeps the seat, which changes its wallet together with the tokens", async () => {
  const mint = await newTribe();
  await fill(mint, 12);
  const mover = await newIndexedPerson(app());
  const from = mover.person.address;
  await indexHolding(app().ctx, mint, from, 500n);
  await app().ctx.db.transaction((tx) => takeSeat(tx, mint, mover.person));
  const decisions = () =>
    app()
      .ctx.db.select()
      .from(seatDecisions)
      .where(and(eq(seatDecisions.mint, mint), eq(seatDecisions.uid, mover.person.uid)));
  const seat = async () => {
    const own = and(eq(seats.mint, mint), eq(seats.uid, mover.person.uid));
    const [row] = await app().ctx.db.select().from(seats).where(own);
    return row && [row.state, row.address, row.holding / unitsPerToken];
  };
  const before = await decisions();
  const to = (await newIndexedPerson(app())).person.address;
  await app().ctx.db.execute(sql`update people set address = null where address = ${to}`);
  await app().ctx.db.transaction((tx) => moveAddress(tx, mover.person.uid, from, to));
  expect(await seat()).toEqual(["active", from, 500n]);
  // Tokens that somebody sends to the new wallet meanwhile do not affect the seat, nor does a trade of the old wallet.
  await indexHolding(app().ctx, mint, to, 1n);
  await indexHolding(app().ctx, mint, from, 499n);
  expect(await seat()).toEqual(["active", from, 499n]);
  await indexHoldings(app().ctx, mint, [
    [from, 0n],
    [to, 500n],
  ]);
  expect(await seat()).toEqual(["active", to, 500n]);
  // No decision was made in between, so the member was never told that they were out.
  expect(await decisions()).toEqual(before);
  // From now on the old wallet's holding does not count.
  await indexHolding(app().ctx, mint, from, 5_000n);
  expect(await seat()).toEqual(["active", to, 500n]);
  await indexHolding(app().ctx, mint, to, 0n);
  expect(await seat()).toEqual(["expired", to, 0n]);
});

test("only one of two newcomers gets the last seat", async () => {
  const mint = await newTribe();
  await fill(mint, 11);
  await hold(mint, 11, 50n);
  await hold(mint, 12, 50n);
  const answers = await Promise.all([stateAfter(join(mint, 11)), stateAfter(join(mint, 12))]);
  expect(answers.sort()).toEqual(["active", "threshold_missed"]);
  expect(await seatedMembers(app().ctx.db, mint)).toHaveLength(12);
});

test("a newcomer with more than the smallest member takes that seat, one with an equal holding does not", async () => {
  const mint = await newTribe();
  await fill(mint, 12);
  const { entryThresholdTokensForCompare } = thresholdFor(await joinedMembers(mint), null, 12);
  expect(entryThresholdTokensForCompare).toBe(100n * unitsPerToken + 1n);
  await hold(mint, 12, 100n);
  expect(await stateAfter(join(mint, 12))).toBe("threshold_missed");
  await hold(mint, 12, 101n);
  expect(await join(mint, 12)).toBe("active");
  expect(await stateOf(mint, 0)).toBe("expired");
  expect(await seatedMembers(app().ctx.db, mint)).toHaveLength(12);
});

test("a person who lost a seat gets one by holding enough and joining again", async () => {
  const mint = await newTribe();
  await fill(mint, 12);
  await hold(mint, 12, 500n);
  await join(mint, 12);
  expect(await stateAfter(join(mint, 0))).toBe("threshold_missed");
  await hold(mint, 0, 300n);
  expect(await join(mint, 0)).toBe("active");
  expect(await stateOf(mint, 1)).toBe("expired");
  expect(await seatedMembers(app().ctx.db, mint)).toHaveLength(12);
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
  const rows = await app().ctx.db.select().from(seats).where(eq(seats.mint, mint)).orderBy(seats.joinOrder);
  return rows
    .map(({ uid, address, joinOrder, holding, state }) => ({
      ...{ id: uid, address, holding, joinedAt: joinOrder },
      ...{ banned: state === "banned", isSeated: state === "active" },
    }))
    .filter(({ banned }) => !banned);
};

/** The reason that a seat's owner reads. */
const reasonOf = async (mint: Mint, index: number) => {
  const [seat] = await app()
    .ctx.db.select({ loss: seats.loss })
    .from(seats)
    .where(and(eq(seats.mint, mint), eq(seats.uid, personAt(index).uid)));
  return seat ? seatReason(seat) : null;
};
const memberCountOf = async (mint: Mint) => {
  const [channel] = await app()
    .ctx.db.select({ count: channels.memberCount })
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
  const [lost] = await app()
    .ctx.db.select({ loss: seats.loss })
    .from(seats)
    .where(and(eq(seats.mint, mint), eq(seats.uid, personAt(0).uid)));
  expect(lost).toEqual({ loss: { code: "seat.outranked", tokensToReturn: "101000000000" } });
  await hold(mint, 0, 102n);
  expect(await stateOf(mint, 0)).toBe("active");
  expect(await reasonOf(mint, 0)).toBeNull();
  expect(await stateOf(mint, 1)).toBe("expired");
  // The next smallest also holds 102, but joined later than this person.
  expect(await reasonOf(mint, 1)).toContain("With 102 tokens");
  expect(await memberCountOf(mint)).toBe(12);
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
  expect(await seatedMembers(app().ctx.db, mint)).toHaveLength(12);
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
    stateAfter(join(mint, 13)),
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

test("a block gives the seat to the next in line", async () => {
  const mint = await newTribe();
  await fill(mint, 12);
  await hold(mint, 12, 500n);
  await join(mint, 12);
  await block(mint, 11);
  expect(await stateOf(mint, 0)).toBe("active");
  expect(await memberCountOf(mint)).toBe(12);
});

test("a blocked person is out and stays out", async () => {
  const mint = await newTribe();
  await fill(mint, 2);
  await block(mint, 0);
  expect(await reasonOf(mint, 0)).toBe("The Chief has blocked you from this chat");
  expect(await stateOf(mint, 0)).toBe("banned");
  // Nobody else loses or gets a seat, and there is one member fewer.
  expect(await memberCountOf(mint)).toBe(1);
  await hold(mint, 0, 1_000n);
  expect(await stateAfter(join(mint, 0))).toBe("banned");
});

test("joining again changes nothing for a member", async () => {
  const mint = await newTribe();
  await fill(mint, 3);
  const before = await seatedMembers(app().ctx.db, mint);
  expect(await join(mint, 1)).toBe("active");
  expect(await seatedMembers(app().ctx.db, mint)).toEqual(before);
});
