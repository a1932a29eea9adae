import { tokenUnits } from "@tribe/contract";
import { expect, test } from "vitest";
import { entryRefusedText, seatLossNote, seatLossText, seatLossTitle } from "./index.ts";

const tokensToReturn = tokenUnits(101_000_000_001n);

test("a person who lost a seat reads why, and how many tokens regain it, rounded up", () => {
  expect(seatLossText({ code: "seat.below_minimum", tokensToReturn })).toBe(
    "You hold fewer tokens than this chat asks for. With 101.0001 tokens you get your seat back.",
  );
  expect(seatLossText({ code: "seat.outranked", tokensToReturn })).toBe(
    "Others who joined hold more tokens than you. With 101.0001 tokens you get your seat back.",
  );
  expect(seatLossText({ code: "seat.blocked" })).toBe("The Chief has blocked you from this chat");
});

test("a person who sold the seat away is not told that others took it", () => {
  const gaveUp = { seat: 3 };
  for (const code of ["seat.below_minimum", "seat.outranked"] as const) {
    const loss = { code, tokensToReturn, gaveUp };
    expect(seatLossTitle(loss, "Ash")).toBe("You gave up seat 3 in Ash");
    expect(seatLossText(loss)).toBe("You sold or moved your tokens. With 101.0001 tokens you get a seat again.");
    expect(seatLossNote(loss)).toBe("Sold or moved tokens. 101.0001 bring the seat back.");
  }
  expect(seatLossTitle({ code: "seat.outranked", tokensToReturn }, "Ash")).toBe("You lost your seat in Ash");
  expect(seatLossTitle({ code: "seat.blocked" }, "Ash")).toBe("You were blocked from Ash");
});

test("a Chief reads why others lost their seats", () => {
  expect(seatLossNote({ code: "seat.below_minimum", tokensToReturn })).toBe(
    "Holds too few tokens. 101.0001 bring the seat back.",
  );
  expect(seatLossNote({ code: "seat.outranked", tokensToReturn })).toBe(
    "Others hold more. 101.0001 tokens bring the seat back.",
  );
  expect(seatLossNote({ code: "seat.blocked" })).toBe("Blocked by the Chief");
});

test("a person who cannot join reads how many tokens it takes, rounded up", () => {
  expect(entryRefusedText(tokensToReturn)).toBe("You need 101.0001 tokens to enter this chat");
});
