import { expect, test } from "vitest";
import { milliseconds } from "./constants.ts";

test("the timings are those of the specification", () => {
  expect(milliseconds).toEqual({
    supplyRefresh: 10_000,
    quoteDebounce: 500,
    tradePoll: 2_000,
    tradeTimeout: 120_000,
    createTribePoll: 3_000,
    airdropPoll: 3_000,
    airdropCreation: 10_000,
    balanceRefresh: 5_000,
    toast: 5_000,
    apiTimeout: 20_000,
  });
});
