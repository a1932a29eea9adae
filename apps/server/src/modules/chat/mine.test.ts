import { type AnswerOf, type Mint, routes, type SharedKind } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import {
  type IndexedPerson,
  indexHolding,
  newIndexedPerson,
  newIndexedTribe,
} from "../indexer/testing/indexed-tribe.ts";
import { blockMember, takeSeat } from "../membership/index.ts";
import type { Send } from "./rules/send.ts";
import { appendMessages } from "./sending/append-messages.ts";
import { markRead } from "./store/read-marks.ts";

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
const say = async (mint: Mint, who: IndexedPerson, text: string, more: Pick<Send, "replyTo" | "mentions"> = {}) => {
  const send = { mint, uid: who.person.uid, sessionId: null, clientId: crypto.randomUUID(), text, ...more };
  // Nothing here is about how much one may write.
  await app.ctx.db.execute("delete from message_allowances");
  const [stored] = await appendMessages(app.ctx, [send]);
  if (!stored || stored instanceof Error) throw stored ?? new Error("nothing was stored");
  return stored;
};
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
  expect(few).toBeLessThan(12);
  expect(await queriesFor(8)).toBe(few);
});

test("a reply quotes a message without its formatting and without what it hides, also after an edit; code mentions nobody", async () => {
  const mint = await newChat(member);
  const { uid } = member.person;
  const first = await say(mint, chief, "**It was** ||the cat||", { mentions: [] });
  await say(mint, member, "No!", { replyTo: first.id });
  await say(mint, chief, "`@you` and @you", { mentions: [1, 11].map((start) => ({ uid, start, length: 4 })) });
  const read = async () => (await member.call(routes.chat.messages, { query: { mint, limit: 50 } })).messages;
  const [told, reply, code] = await read();
  expect(told?.text).toBe("**It was** ||the cat||");
  expect(reply?.replyTo?.text).toBe("It was (spoiler)");
  expect(code?.mentions.map(({ start }) => start)).toEqual([11]);
  await chief.call(routes.chat.editMessage, { body: { mint, messageId: first.id, text: "||The dog|| did" } });
  expect((await read())[1]?.replyTo?.text).toBe("(spoiler) did");
  const { rows } = await app.ctx.db.execute(
    sql`select change->>'quote' as quote from channel_changes where mint = ${mint}`,
  );
  expect(rows).toContainEqual({ quote: "(spoiler) did" });
});

test("a room tells which unread messages mention or answer the reader", async () => {
  const mint = await newChat(member);
  const { uid } = member.person;
  const own = await say(mint, member, "Who has wood?");
  await say(mint, chief, "Hm");
  const mention = await say(mint, chief, "Ask @you", { mentions: [{ uid, start: 4, length: 4 }] });
  await say(mint, member, "@you, myself", { mentions: [{ uid, start: 0, length: 4 }] });
  const answer = await say(mint, chief, "I do", { replyTo: own.id });
  const mentions = async () => (await member.call(routes.chat.room, { query: { mint } })).mentions?.map(({ id }) => id);
  expect(await mentions()).toEqual([mention.id, answer.id]);
  await markRead(app.ctx.db, uid, mint, 3);
  expect(await mentions()).toEqual([answer.id]);
  await markRead(app.ctx.db, uid, mint, 5);
  expect(await mentions()).toEqual([]);
});

test("a chat opens around the first message of a time, and at its end when there is none so late", async () => {
  const mint = await newChat(member);
  for (const text of ["1", "2", "3", "4", "5", "6", "7"]) await say(mint, chief, text);
  const day = 86_400_000;
  await app.ctx.db.execute(sql`update messages set sent_at = to_timestamp(number * 86400) where mint = ${mint}`);
  const around = async (aroundTime: number) => {
    const page = await member.call(routes.chat.messages, { query: { mint, aroundTime, limit: 4 } });
    return page.messages.map(({ text }) => text).join("");
  };
  expect(await around(3 * day)).toBe("1234");
  expect(await around(3 * day + 1)).toBe("2345");
  expect(await around(0)).toBe("12");
  expect(await around(90 * day)).toBe("4567");
  const both = member.call(routes.chat.messages, { query: { mint, aroundTime: 0, aroundSeq: 1, limit: 4 } });
  await expect(both).rejects.toMatchObject({ code: "bad_request" });
});

test("what was shared in a chat is listed by its kind, page by page, for those who may read it", async () => {
  const mint = await newChat(member);
  const texts = [
    "lena.build/one",
    "e.g. `lena.build` not.here",
    "two lena.build https://lena.build",
    "gone lena.build",
    "four",
  ];
  const sent = [];
  for (const text of texts) sent.push(await say(mint, chief, text));
  const [, , , gone] = sent;
  if (gone) await chief.call(routes.chat.deleteMessage, { body: { mint, messageId: gone.id } });
  const attach = (number: number, kinds: readonly string[]) =>
    app.ctx.db.execute(
      sql`update messages set attachments = ${JSON.stringify(kinds.map(anAttachment))}::jsonb where mint = ${mint} and number = ${number}`,
    );
  await attach(1, ["image", "file"]);
  await attach(2, ["audio"]);
  await attach(4, ["image"]);
  await attach(5, ["video"]);
  const list = async (kind: SharedKind) => {
    const numbers: number[] = [];
    let next: { readonly beforeSeq?: number } | null = {};
    while (next) {
      const page: AnswerOf<typeof routes.chat.shared> = await member.call(routes.chat.shared, {
        query: { mint, kind, limit: 1, ...next },
      });
      numbers.push(...page.messages.map(({ number }) => number));
      next = page.nextBeforeSeq === null ? null : { beforeSeq: page.nextBeforeSeq };
    }
    return numbers;
  };
  expect(await list("media")).toEqual([5, 1]);
  expect(await list("files")).toEqual([2, 1]);
  expect(await list("links")).toEqual([3, 1]);
  const outsider = await newIndexedPerson(app);
  const refused = outsider.call(routes.chat.shared, { query: { mint, kind: "media", limit: 1 } });
  await expect(refused).rejects.toMatchObject({ code: "not_a_member" });
});

const anAttachment = (kind: string) => {
  const shared = { id: crypto.randomUUID(), name: "a", size: 1, kind };
  const blur = "data:image/webp;base64,AA==";
  if (kind === "image") return { ...shared, width: 1, height: 1, blur, isAnimated: false };
  if (kind === "video") return { ...shared, mimeType: "video/mp4", width: 1, height: 1, durationMs: 1, blur };
  if (kind === "audio") return { ...shared, mimeType: "audio/mp4", durationMs: 1, waveform: null, isVoice: true };
  return shared;
};
