import { type MembershipState, tokenUnits, unitsPerToken } from "@tribe/contract";
import { describe, expect, test } from "vitest";
import { seatSentence } from "./seat-sentence.ts";

const whole = (count: number) => tokenUnits(BigInt(Math.round(count * 10)) * (unitsPerToken / 10n));

const tribe = ({
  state = "none" as MembershipState,
  seated = [60, 50, 40, 30, 20] as readonly number[],
  groupSize = 12 as 12 | 24 | 99,
  threshold = 10,
} = {}) => ({
  subscribeState: state,
  groupSize,
  symbol: "LEN",
  seatHoldings: seated.map(whole),
  tradeInfo: { entryThresholdTokens: whole(threshold), entryThresholdTokensForCompare: whole(threshold) },
});
const full = [20, 19, 18, 17, 16, 15.5, 15, 14, 13.5, 13, 12.5, 12];

describe("somebody without a seat", () => {
  test("reads which one a buy takes, and who falls out of a full Tribe", () => {
    const said = seatSentence({ token: tribe({ seated: full, threshold: 12.1 }), holding: 0n, change: whole(13.2) });
    expect(said).toMatchObject({
      tone: "gain",
      title: "You'd take seat 10 of 12",
      detail: "13.2 LEN, 1.1 above the cut of 12.1",
      rank: 10,
    });
    expect(said.ladder).toMatchObject({ own: 9, outside: whole(12), seats: 12 });
    expect(said.ladder.holdings).toHaveLength(12);
  });
  test("reads how much is missing", () => {
    const said = seatSentence({ token: tribe(), holding: whole(2), change: whole(4) });
    expect(said).toMatchObject({ tone: "plain", title: "You need 4 more", detail: "A seat takes 10 LEN.", rank: null });
    expect(said.ladder).toMatchObject({ own: null, outside: whole(6) });
  });
  test("with enough already reads that the seat can be theirs, before anything is typed", () => {
    const { title } = seatSentence({ token: tribe(), holding: whole(45), change: null });
    expect(title).toBe("Seat 3 of 12 can be yours");
  });
});

describe("a member", () => {
  const token = tribe({ state: "active" });
  test.each([
    [null, "Your seat: 3 of 12"],
    [whole(1), "You keep seat 3 of 12"],
    [whole(30), "You'd move up: seat 3 to seat 1"],
    [-whole(25), "You'd move down: seat 3 to seat 5"],
  ])("who changes their holding by %s reads %j", (change, title) => {
    expect(seatSentence({ token, holding: whole(40), change })).toMatchObject({ title, tone: "plain" });
  });
  test("who sells below the cut reads it once, with what they can sell and stay", () => {
    const said = seatSentence({ token, holding: whole(40), change: -whole(35) });
    expect(said).toMatchObject({
      tone: "loss",
      title: "You'll lose your seat",
      detail: "5 LEN is 5 too little. You'd leave the chat right away.",
      sellable: whole(30),
    });
    expect(said.ladder).toMatchObject({ own: null, outside: whole(5) });
    expect(said.ladder.holdings).toHaveLength(4);
  });
  test("of a full Tribe stays above the last of the others", () => {
    const { detail, ladder } = seatSentence({
      token: tribe({ state: "active", seated: full, threshold: 12.1 }),
      holding: whole(15),
      change: null,
    });
    expect(detail).toBe("15 LEN, 3 above the cut of 12");
    expect(ladder.cut).toBe(whole(12));
  });
  test("who sells more than they have is not below nothing", () => {
    expect(seatSentence({ token, holding: whole(40), change: -whole(50) }).detail).toMatch(/^0 LEN is 10 too little/);
  });
});

test("the Chief needs no seat, and somebody blocked gets none", () => {
  expect(seatSentence({ token: tribe({ state: "chief" }), holding: whole(90), change: whole(1) })).toMatchObject({
    title: "You're the Chief: you need no seat",
    ladder: { own: null, outside: null },
  });
  expect(seatSentence({ token: tribe({ state: "banned" }), holding: whole(90), change: whole(1) }).title).toBe(
    "The Chief has blocked you from this chat",
  );
});

test("amounts are written as the caller writes them: new tokens after a migration", () => {
  const shown = (units: bigint) => `${units / unitsPerToken}k`;
  expect(seatSentence({ token: tribe(), holding: 0n, change: whole(4), shown }).title).toBe("You need 6k more");
});
