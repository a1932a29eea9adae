import type { MembershipState, Mint, Uid } from "@tribe/contract";
import { inArray } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { codeOf } from "../../testing/code-of.ts";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import { personByUid } from "../identity/index.ts";
import {
  type IndexedPerson,
  indexHolding,
  newIndexedPerson,
  newIndexedTribe,
} from "../indexer/testing/indexed-tribe.ts";
import {
  accessProblem,
  hasAccess,
  membershipOf,
  membershipsOf,
  requireChief,
  requireReadable,
  withoutAccess,
} from "./index.ts";
import { seats } from "./schema.ts";
import { takeSeat } from "./take-seat.ts";

let app: TestApp;
let people: IndexedPerson[];
beforeAll(async () => {
  app = await startTestApp();
  people = await Promise.all(Array.from({ length: 15 }, () => newIndexedPerson(app)));
});
afterAll(() => app.stop());

test("the Chief's actions are refused to members, strangers and visitors", async () => {
  const [chief, member, stranger] = people.map(({ person }) => person);
  if (!chief || !member || !stranger) throw new Error("there are three");
  const mint = await newIndexedTribe(app, chief.address);
  await indexHolding(app.ctx, mint, member.address, 100n);
  await app.ctx.db.transaction((tx) => takeSeat(tx, mint, member));
  const asked = [chief, member, stranger, null];
  const answers = await Promise.all(asked.map((person) => codeOf(requireChief(app.ctx.db, mint, person))));
  expect(answers).toEqual(["fine", "forbidden", "forbidden", "forbidden"]);
});

test("reading permission is the same for one person, for many, and for all readers of a message", async () => {
  const [first, last] = [people.at(0), people.at(-1)];
  if (!first || !last) throw new Error("there are some");
  const mints = await Promise.all([last, first].map(({ person }) => newIndexedTribe(app, person.address)));
  const asked = mints.flatMap((mint) => [
    ...people.map(({ person }) => ({ mint, uid: person.uid })),
    { mint, uid: "nobody" as Uid },
  ]);
  const states = fc.array(fc.constantFrom("active", "expired", "banned", null), {
    minLength: asked.length,
    maxLength: asked.length,
  });
  await fc.assert(
    fc.asyncProperty(states, fc.shuffledSubarray(asked), async (chosen, some) => {
      const { db } = app.ctx;
      await db.delete(seats).where(inArray(seats.mint, mints));
      const rows = asked.flatMap(({ mint, uid }, index) => {
        const state = chosen[index];
        const person = people.find((one) => one.person.uid === uid)?.person;
        return state && person ? [{ mint, uid, address: person.address, state, joinOrder: index + 1 }] : [];
      });
      if (rows.length > 0) await db.insert(seats).values(rows);
      const each: MembershipState[] = [];
      for (const { mint, uid } of some) each.push(await membershipOf(db, mint, await personByUid(db, uid)));
      expect(await membershipsOf(db, some)).toEqual(each);
      for (const [index, one] of some.entries()) {
        const opened = await requireReadable(db, one).catch((error: unknown) => error);
        expect(opened).toEqual(accessProblem(each[index] ?? "none") ?? { headSeq: 0, pinnedId: null });
      }
      const shutOut = some.filter((_, index) => !hasAccess(each[index] ?? "none"));
      const key = ({ mint, uid }: { mint: Mint; uid: Uid }) => `${mint} ${uid}`;
      expect((await withoutAccess(db, some)).map(key).sort()).toEqual(shutOut.map(key).sort());
    }),
    { numRuns: 20 },
  );
});
