import { tokenUnits } from "@tribe/contract";
import { expect, test } from "vitest";
import { entryRefusedText, seatLossText } from "./index.ts";

const tokensToReturn = tokenUnits(101_000_000_001n);

test("who lost a seat reads why, and how many tokens bring it back, rounded up", () => {
  expect(seatLossText({ code: "seat.below_minimum", tokensToReturn })).toBe(
    "You hold fewer tokens than this chat asks for. With 101.0001 tokens you get your seat back.",
  );
  expect(seatLossText({ code: "seat.outranked", tokensToReturn })).toBe(
    "Others who joined hold more tokens than you. With 101.0001 tokens you get your seat back.",
  );
  expect(seatLossText({ code: "seat.blocked" })).toBe("The Chief has blocked you from this chat");
});

test("who can't join reads how many tokens it takes, rounded up", () => {
  expect(entryRefusedText(tokensToReturn)).toBe("You need 101.0001 tokens to enter this chat");
});
