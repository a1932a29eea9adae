import { ApiError, type MembershipState, type Mint, unitsPerToken } from "@tribe/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import { blockMember, membershipOf, seatedMembers, takeSeat, thresholdOf } from "./seats.ts";
import { type IndexedPerson, indexHolding, newIndexedPerson, newIndexedTribe } from "./testing/indexed-tribe.ts";

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

/** Seats the first `count` people with 100, 101, … tokens. */
const fill = async (mint: Mint, count: number) => {
  for (let index = 0; index < count; index += 1) {
    await hold(mint, index, 100n + BigInt(index));
    await join(mint, index);
  }
};

test("a newcomer with fewer than 10 tokens gets no seat and is told how many it takes", async () => {
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

test("of two newcomers for the last seat only one gets it", async () => {
  const mint = await newTribe();
  await fill(mint, 11);
  await hold(mint, 11, 50n);
  await hold(mint, 12, 50n);
  const answers = await Promise.all([codeOf(join(mint, 11)), codeOf(join(mint, 12))]);
  expect(answers.sort()).toEqual(["active", "threshold_missed"]);
  expect(await seatedMembers(app.ctx.db, mint)).toHaveLength(12);
});

test("a newcomer with more than the smallest member takes that seat, one with as much does not", async () => {
  const mint = await newTribe();
  await fill(mint, 12);
  const { entryThresholdTokensForCompare } = await thresholdOf(app.ctx.db, mint);
  expect(entryThresholdTokensForCompare).toBe(100n * unitsPerToken + 1n);
  await hold(mint, 12, 100n);
  expect(await codeOf(join(mint, 12))).toBe("threshold_missed");
  await hold(mint, 12, 101n);
  expect(await join(mint, 12)).toBe("active");
  expect(await stateOf(mint, 0)).toBe("expired");
  expect(await seatedMembers(app.ctx.db, mint)).toHaveLength(12);
});

test("who lost a seat gets one again by holding enough and joining again", async () => {
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

test("a blocked person is out and stays out", async () => {
  const mint = await newTribe();
  await fill(mint, 2);
  await app.ctx.db.transaction((tx) => blockMember(tx, mint, personAt(0)));
  expect(await stateOf(mint, 0)).toBe("banned");
  await hold(mint, 0, 1_000n);
  expect(await codeOf(join(mint, 0))).toBe("banned");
});

test("joining again changes nothing for who sits", async () => {
  const mint = await newTribe();
  await fill(mint, 3);
  const before = await seatedMembers(app.ctx.db, mint);
  expect(await join(mint, 1)).toBe("active");
  expect(await seatedMembers(app.ctx.db, mint)).toEqual(before);
});
