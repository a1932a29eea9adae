import type { Mint } from "@tribe/contract";
import { asc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { codeOf } from "../../../testing/code-of.ts";
import { startTestApp, type TestApp } from "../../../testing/start-test-app.ts";
import {
  type IndexedPerson,
  indexHolding,
  newIndexedPerson,
  newIndexedTribe,
} from "../../indexer/testing/indexed-tribe.ts";
import { blockMember, takeSeat } from "../../membership/index.ts";
import { channels } from "../../membership/schema.ts";
import { messageAllowances, messages } from "../schema.ts";
import { createSendQueue, type SendQueue } from "./send-queue.ts";

let app: TestApp;
let people: IndexedPerson[];
let mints: Mint[];
let queue: SendQueue;
beforeAll(async () => {
  app = await startTestApp();
  people = await Promise.all(Array.from({ length: 8 }, () => newIndexedPerson(app)));
  const chief = await newIndexedPerson(app);
  mints = [await newIndexedTribe(app, chief.person.address), await newIndexedTribe(app, chief.person.address)];
  for (const mint of mints)
    for (const { person } of people) {
      await indexHolding(app.ctx, mint, person.address, 20n);
      await app.ctx.db.transaction((tx) => takeSeat(tx, mint, person));
    }
  queue = createSendQueue(app.ctx, 4);
});
beforeEach(() => app.ctx.db.delete(messageAllowances));
afterAll(() => app.stop());

const mintAt = (index: number): Mint => mints[index] ?? ("" as Mint);
const send = (mint: Mint, who: IndexedPerson | undefined, text: string, clientId: string = crypto.randomUUID()) => {
  if (!who) throw new Error("there is nobody");
  return queue.send({ mint, uid: who.person.uid, sessionId: null, clientId, text });
};
const logOf = (mint: Mint) =>
  app.ctx.db.select().from(messages).where(eq(messages.mint, mint)).orderBy(asc(messages.seq));
const count = (codes: readonly string[], code: string) => codes.filter((each) => each === code).length;

test("a crowd's burst in two chats is stored completely, each chat without a gap, and only the rate limit refuses messages", async () => {
  const answers = await Promise.all(
    people.flatMap((who) => [0, 1, 2].flatMap((n) => mints.map((mint) => codeOf(send(mint, who, `burst ${n}`))))),
  );
  // Six each, of which any five are within the burst.
  expect(count(answers, "fine")).toBe(people.length * 5);
  expect(count(answers, "too_many_requests")).toBe(people.length);
  for (const mint of mints) {
    const numbers = (await logOf(mint)).map(({ number }) => number);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    const [channel] = await app.ctx.db.select().from(channels).where(eq(channels.mint, mint));
    expect(channel?.headNumber).toBe(numbers.length);
    // Joins are numbered in the same sequence.
    expect(channel?.headSeq).toBe(numbers.length + people.length);
  }
});

test("messages that arrive together share a commit, also with little load", async () => {
  const texts = people.map((_, index) => `at one moment ${index}`);
  await Promise.all(people.map((who, index) => send(mintAt(0), who, texts[index] ?? "")));
  const { rows } = await app.ctx.db.execute<{ commits: number }>(
    sql`select count(distinct xmin::text)::int as commits from messages where text like 'at one moment %'`,
  );
  expect(rows).toEqual([{ commits: 1 }]);
});

test("one person's messages keep their order, and a duplicate in a batch is stored once", async () => {
  const [who] = people;
  const twice = crypto.randomUUID();
  const answers = await Promise.all([
    send(mintAt(0), who, "one"),
    send(mintAt(0), who, "two", twice),
    send(mintAt(0), who, "two", twice),
    send(mintAt(0), who, "three"),
  ]);
  expect(answers[1]).toEqual(answers[2]);
  expect((await logOf(mintAt(0))).slice(-3).map(({ text }) => text)).toEqual(["one", "two", "three"]);
  expect(await send(mintAt(0), who, "two", twice)).toEqual(answers[1]);
});

test("a refused message, an invalid text or an unknown chat does not affect other messages", async () => {
  const [a, b, c, blocked] = people;
  if (!blocked) throw new Error("there is nobody");
  await app.ctx.db.transaction((tx) => blockMember(tx, mintAt(1), blocked.person));
  const stranger = await newIndexedPerson(app);
  const answers = await Promise.all([
    codeOf(send(mintAt(1), a, "before")),
    codeOf(send(mintAt(1), blocked, "let me in")),
    codeOf(send(mintAt(1), stranger, "me too")),
    codeOf(send(mintAt(1), b, " \n ")),
    codeOf(send(mintAt(1), b, "\u200B")),
    codeOf(send(mintAt(1), b, "\u3164 \u2800")),
    codeOf(send(mintAt(1), b, "half \ud83d of a pair")),
    codeOf(send("unknown" as Mint, b, "nowhere")),
    codeOf(send(mintAt(1), c, "after")),
  ]);
  const empty = Array.from({ length: 3 }, () => "message_empty");
  expect(answers).toEqual(["fine", "banned", "not_a_member", ...empty, "fine", "not_found", "fine"]);
  expect((await logOf(mintAt(1))).slice(-3).map(({ text }) => text)).toEqual([
    "before",
    "half \ufffd of a pair",
    "after",
  ]);
});

test("two processes that write to the same chats at once assign each number once", async () => {
  const other = createSendQueue(app.ctx, 4);
  const answers = await Promise.all(
    people
      .slice(4)
      .flatMap(({ person: { uid } }) =>
        [queue, other].flatMap((each) =>
          mints.map((mint) => each.send({ mint, uid, sessionId: null, clientId: crypto.randomUUID(), text: "both" })),
        ),
      ),
  );
  expect(new Set(answers.map(({ id }) => id)).size).toBe(16);
  for (const mint of mints) {
    const numbers = (await logOf(mint)).map(({ number }) => number);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  }
});

test("a chat that is locked for long delays no other chat and no other query", async () => {
  const locker = await app.ctx.pool.connect();
  await locker.query("begin");
  await locker.query("select from channels where mint = $1 for update", [mintAt(0)]);
  const held = Promise.all(people.slice(4).map((who) => codeOf(send(mintAt(0), who, "held"))));
  await send(mintAt(1), people[0], "meanwhile");
  // More concurrent queries than the pool has connections: no send takes one of them.
  await Promise.all(Array.from({ length: 100 }, () => app.ctx.pool.query("select 1")));
  await locker.query("commit");
  locker.release();
  expect(await held).toEqual(["fine", "fine", "fine", "fine"]);
});
