import { type Mint, routes } from "@tribe/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import {
  type IndexedPerson,
  indexHolding,
  newIndexedPerson,
  newIndexedTribe,
} from "../indexer/testing/indexed-tribe.ts";
import { blockMember, takeSeat } from "../membership/index.ts";
import { appendMessages } from "./sending/append-messages.ts";

let app: TestApp;
let chief: IndexedPerson;
let member: IndexedPerson;
beforeAll(async () => {
  app = await startTestApp();
  [chief, member] = [await newIndexedPerson(app), await newIndexedPerson(app)];
});
afterAll(() => app.stop());

const newChat = async (who: IndexedPerson): Promise<Mint> => {
  const mint = await newIndexedTribe(app, chief.person.address);
  await indexHolding(app.ctx, mint, who.person.address, 20n);
  await app.ctx.db.transaction((tx) => takeSeat(tx, mint, who.person));
  return mint;
};
const say = (mint: Mint, who: IndexedPerson, text: string) =>
  appendMessages(app.ctx, [{ mint, uid: who.person.uid, sessionId: null, clientId: crypto.randomUUID(), text }]);
const mine = async (who: IndexedPerson) => (await who.call(routes.chat.mine, {})).chats;

test("each chat shows its newest message to people who may read it, and none to a blocked person", async () => {
  const [busy, quiet, blocked] = [await newChat(member), await newChat(member), await newChat(member)];
  await say(busy, member, "older");
  await say(busy, chief, "newer");
  await say(blocked, chief, "not for everybody");
  await app.ctx.db.transaction((tx) => blockMember(tx, blocked, member.person));
  const lastOf = (chats: Awaited<ReturnType<typeof mine>>) =>
    Object.fromEntries(chats.map(({ mint, state, lastMessage }) => [mint, `${state}: ${lastMessage?.text ?? "–"}`]));
  expect(lastOf(await mine(member))).toEqual({
    [busy]: "active: newer",
    [quiet]: "active: –",
    [blocked]: "banned: –",
  });
  expect(lastOf(await mine(chief))).toEqual({
    [busy]: "chief: newer",
    [quiet]: "chief: –",
    [blocked]: "chief: not for everybody",
  });
});

test("eight chats need as many queries as three", async () => {
  const reader = await newIndexedPerson(app);
  const queriesFor = async (chats: number) => {
    while ((await mine(reader)).length < chats) await say(await newChat(reader), chief, "hello");
    const original = app.ctx.pool.query;
    let count = 0;
    app.ctx.pool.query = ((...args: unknown[]) => {
      count += 1;
      return Reflect.apply(original, app.ctx.pool, args);
    }) as typeof original; // counts the queries, and passes them on unchanged
    await mine(reader);
    app.ctx.pool.query = original;
    return count;
  };
  const few = await queriesFor(3);
  await app.ctx.db.execute("delete from message_allowances");
  expect(few).toBeLessThan(12);
  expect(await queriesFor(8)).toBe(few);
});
