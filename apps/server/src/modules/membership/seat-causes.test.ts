import { type Mint, routes, tokenUnits, unitsPerToken } from "@tribe/contract";
import { type KnownSeats, projectSeat, seatingFor } from "@tribe/domain/membership";
import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { indexHoldings } from "../indexer/testing/indexed-tribe.ts";
import { thresholdFor } from "./rules/seats.ts";
import { seats } from "./schema.ts";
import { contendersOf } from "./store/contenders.ts";
import { seatLostBy } from "./store/decisions.ts";
import { unblockMember } from "./take-seat.ts";
import { seatSteps } from "./testing/seat-steps.ts";

const { app, at, newTribe, hold, join, stateOf, fill, block } = seatSteps();
let mint: Mint;

const whole = (count: number) => tokenUnits((BigInt(Math.round(count * 10_000)) * unitsPerToken) / 10_000n);
/** What the profile is made of, for this person; a rival is named by their id. */
const profileOf = async (index: number) => {
  const { uid } = at(index).person;
  const contenders = await contendersOf(app().ctx.db, { mint, groupSize: 12 }, uid);
  const joined = contenders.filter((member) => !member.banned);
  const { seatHoldings, rival, ...places } = seatingFor(joined, uid, 12);
  const known: KnownSeats = {
    ...{ seatHoldings, groupSize: 12, subscribeState: await stateOf(mint, index) },
    seating: {
      ...places,
      rival: rival && { displayName: rival.id, holding: rival.holding, joinOrder: rival.joinedAt },
    },
  };
  const lost = await seatLostBy(app().ctx.db, mint, uid);
  return { ...known, tradeInfo: thresholdFor(joined, uid, 12), seatLoss: lost?.loss ?? null };
};
const ownSeat = async (index: number) =>
  (await at(index).call(routes.market.ownSeats, {})).seats.find((seat) => seat.mint === mint);

/** Cleo (11) has the last of twelve seats with 15, until Zed (12) buys 17. */
const [cleo, zed] = [11, 12];
beforeEach(async () => {
  mint = await newTribe();
  await fill(mint, 11);
  await hold(mint, cleo, 15n);
  await join(mint, cleo);
  await hold(mint, zed, 17n);
  await join(mint, zed);
});

test("a member is told who waits outside, and what they can sell is what the server lets them sell", async () => {
  const profile = await profileOf(zed);
  expect(profile.seating?.rival).toEqual({
    displayName: at(cleo).person.uid,
    holding: whole(15),
    joinOrder: 12,
  });
  const { needed } = projectSeat(profile, whole(17), whole(17));
  expect(needed).toBe(whole(15) + 1n);
  expect((await ownSeat(zed))?.needed).toBe(needed);
  // Ten tokens are enough for a seat, but not while Cleo waits with fifteen.
  expect(projectSeat(profile, whole(17), whole(10)).rank).toBeNull();
  await hold(mint, zed, 16n);
  expect(await stateOf(mint, zed)).toBe("active");
  await hold(mint, zed, 15n);
  expect([await stateOf(mint, zed), await stateOf(mint, cleo)]).toEqual(["expired", "active"]);
});

test("who waits keeps as much as a later member's seat takes, and a visitor sees whose seat is next", async () => {
  // Cleo joined before Zed, so that as much is enough.
  expect(await profileOf(cleo)).toMatchObject({
    tradeInfo: { entryThresholdTokensForCompare: whole(17) },
    seating: { own: 12, rival: { holding: whole(17), joinOrder: 13 } },
  });
  expect((await ownSeat(cleo))?.needed).toBe(whole(17));
  expect(await profileOf(13)).toMatchObject({
    tradeInfo: { entryThresholdTokensForCompare: whole(17) + 1n },
    seating: { own: null, rival: { displayName: at(zed).person.uid, holding: whole(17) } },
  });
  // Who is blocked waits for nothing.
  await block(mint, cleo);
  expect((await profileOf(zed)).seating?.rival).toBeNull();
  expect((await ownSeat(zed))?.needed).toBe(whole(10));
});

test("who sells the seat away is told so with its number, and who is outbid or blocked is not", async () => {
  const lossOf = async (index: number) => (await profileOf(index)).seatLoss;
  expect(await lossOf(cleo)).toEqual({ code: "seat.outranked", tokensToReturn: whole(17) });
  await hold(mint, zed, 12n);
  expect(await lossOf(zed)).toEqual({
    ...{ code: "seat.outranked", tokensToReturn: whole(15) + 1n },
    gaveUp: { seat: 12 },
  });
  expect(await lossOf(cleo)).toBeNull();
  const { chats } = await at(zed).call(routes.chat.mine, {});
  expect(chats.find((chat) => chat.mint === mint)).toMatchObject({ state: "expired", gaveUp: true });
  // Everything sold, from another seat: a hundred and four tokens had seat 7. It brings Zed back, who joined later.
  await hold(mint, 4, 0n);
  expect(await lossOf(4)).toEqual({
    ...{ code: "seat.below_minimum", tokensToReturn: whole(12) },
    gaveUp: { seat: 7 },
  });
  await block(mint, 5);
  const blocked = await app()
    .ctx.db.select({ loss: seats.loss })
    .from(seats)
    .where(and(eq(seats.mint, mint), eq(seats.uid, at(5).person.uid)));
  expect(blocked).toEqual([{ loss: { code: "seat.blocked", tokensToReturn: null } }]);
  await hold(mint, 5, 1n);
  await app().ctx.db.transaction((tx) => unblockMember(tx, mint, at(5).person));
  expect(await lossOf(5)).toEqual({ code: "seat.below_minimum", tokensToReturn: whole(10) });
});

test("who sells something in the moment in which others outbid them has been outbid", async () => {
  const address = (index: number) => at(index).person.address;
  await indexHoldings(app().ctx, mint, [
    [address(zed), 16n],
    [address(cleo), 20n],
  ]);
  expect((await profileOf(zed)).seatLoss).toEqual({ code: "seat.outranked", tokensToReturn: whole(20) + 1n });
});
