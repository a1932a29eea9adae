import type { Mint } from "@tribe/contract";
import { afterAll, beforeAll } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/start-test-app.ts";
import {
  type IndexedPerson,
  indexHolding,
  newIndexedPerson,
  newIndexedTribe,
} from "../../indexer/testing/indexed-tribe.ts";
import { membershipOf } from "../store/access.ts";
import { blockMember, takeSeat } from "../take-seat.ts";

/**
 * A server for a whole test file with fifteen people, of whom the last one (14) is the Chief of every Tribe; the steps name people
 * by their index. Called at the top of a file: it starts and stops with the file's tests.
 */
export const seatSteps = () => {
  let app: TestApp;
  let people: IndexedPerson[];
  beforeAll(async () => {
    app = await startTestApp();
    people = await Promise.all(Array.from({ length: 15 }, () => newIndexedPerson(app)));
  });
  afterAll(() => app.stop());

  const at = (index: number): IndexedPerson => {
    const one = people[index];
    if (!one) throw new Error(`there is no person ${index}`);
    return one;
  };
  const personAt = (index: number) => at(index).person;
  const hold = (mint: Mint, index: number, tokens: bigint) =>
    indexHolding(app.ctx, mint, personAt(index).address, tokens);
  const join = (mint: Mint, index: number) => app.ctx.db.transaction((tx) => takeSeat(tx, mint, personAt(index)));
  return {
    app: () => app,
    at,
    personAt,
    newTribe: () => newIndexedTribe(app, personAt(14).address),
    /** Changes the person's holding to so many whole tokens. */
    hold,
    join,
    stateOf: (mint: Mint, index: number) => membershipOf(app.ctx.db, mint, personAt(index)),
    block: (mint: Mint, index: number) => app.ctx.db.transaction((tx) => blockMember(tx, mint, personAt(index))),
    /** Gives the first `count` people seats with 100, 101, … tokens. */
    fill: async (mint: Mint, count: number) => {
      for (let index = 0; index < count; index += 1) {
        await hold(mint, index, 100n + BigInt(index));
        await join(mint, index);
      }
    },
  };
};
