import { airdropState, tradeState } from "@tribe/contract";
import { expect, test } from "vitest";
import { advance } from "./advance.ts";

const fresh = { isSetUp: false, isEnding: false };
const running = { isSetUp: true, isEnding: false };
const ending = { isSetUp: true, isEnding: true };
const { pending, succeeded, failed } = tradeState;

test.each([
  ["before its setup is prepared", fresh, 3, 0, null, false, null],
  ["while its setup is on its way", fresh, 3, 0, pending, false, null],
  ["once its setup has landed", fresh, 3, 0, succeeded, false, { isSetUp: true, state: airdropState.pending }],
  ["once its setup can never land", fresh, 3, 0, failed, false, { isSetUpLost: true, state: airdropState.pending }],
  ["while batches are on their way", running, 3, 2, succeeded, false, null],
  ["while its Chief signs the next ones", running, 3, 0, succeeded, false, null],
  ["once every batch has landed", running, 0, 0, succeeded, false, { isOver: true, state: airdropState.completed }],
  ["that is ended, while a batch may still land", ending, 3, 1, succeeded, false, null],
  [
    "that is ended, once none can land",
    ending,
    3,
    0,
    succeeded,
    false,
    { isOver: true, state: airdropState.cancelled },
  ],
  ["that the chain has cancelled", running, 3, 1, succeeded, true, { isOver: true, state: airdropState.cancelled }],
  ["that is ended after everything has landed", ending, 0, 0, succeeded, false, { isOver: true }],
] as const)("an airdrop %s", (_, task, unpaid, underWay, setUp, isCancelled, expected) => {
  const advanced = advance(task, { unpaid, underWay }, setUp, isCancelled);
  if (expected === null) expect(advanced).toBeNull();
  else expect(advanced).toMatchObject(expected);
});
