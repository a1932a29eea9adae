import { randomUUID } from "node:crypto";
import {
  type ChatMessage,
  editWindowSeconds,
  type MessageId,
  type Mint,
  messageLimits,
  routes,
  type Seq,
} from "@tribe/contract";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { codeOf } from "../../testing/code-of.ts";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import { setNerfed } from "../identity/index.ts";
import {
  type IndexedPerson,
  indexHolding,
  newIndexedPerson,
  newIndexedTribe,
} from "../indexer/testing/indexed-tribe.ts";
import { takeSeat } from "../membership/index.ts";
import { seats } from "../membership/schema.ts";
import { openSocket } from "../realtime/testing/test-socket.ts";
import type { Send } from "./rules/send.ts";
import { messageAllowances, messageReports } from "./schema.ts";
import { appendMessages } from "./sending/append-messages.ts";

const operatorMail = "operator@example.test";
let app: TestApp;
let chief: IndexedPerson;
let members: IndexedPerson[];
let stranger: IndexedPerson;
let mint: Mint;
beforeAll(async () => {
  app = await startTestApp({ withWorkers: true, config: { operatorMail } });
  [chief, stranger] = [await newIndexedPerson(app), await newIndexedPerson(app)];
  members = [];
  for (let index = 0; index < 4; index += 1) members.push(await newIndexedPerson(app));
  mint = await newTribe();
});
beforeEach(() => app.ctx.db.delete(messageAllowances));
afterAll(() => app.stop());

const newTribe = async (): Promise<Mint> => {
  const made = await newIndexedTribe(app, chief.person.address);
  for (const { person } of members) {
    await indexHolding(app.ctx, made, person.address, 20n);
    await app.ctx.db.transaction((tx) => takeSeat(tx, made, person));
  }
  // An hour ago, so that nobody counts as new.
  await app.ctx.db.update(seats).set({ joinedAt: new Date(Date.now() - 3_700_000) });
  return made;
};
const member = (index: number): IndexedPerson => {
  const one = members[index];
  if (!one) throw new Error("there is nobody");
  return one;
};
const say = async (who: IndexedPerson, text: string, rest: Partial<Send> = {}): Promise<MessageId> => {
  const send = { mint, uid: who.person.uid, sessionId: null, clientId: randomUUID(), text, ...rest };
  const [stored] = await appendMessages(app.ctx, [send]);
  if (!stored || "code" in stored) throw stored ?? new Error("locked");
  return stored.id;
};
const page = async (who: IndexedPerson) =>
  (await who.call(routes.chat.messages, { query: { mint, limit: 100 } })).messages;
const shown = async (who: IndexedPerson, id: MessageId): Promise<ChatMessage> => {
  const found = (await page(who)).find((one) => one.id === id);
  if (!found) throw new Error("the message is not there");
  return found;
};
const react = (who: IndexedPerson, messageId: MessageId, emoji?: string) =>
  who.call(routes.chat.react, {
    body: emoji ? { mint, messageId, kind: "emoji", emoji } : { mint, messageId, kind: "like" },
  });
const unreact = (who: IndexedPerson, messageId: MessageId, emoji?: string) =>
  who.call(routes.chat.unreact, {
    body: emoji ? { mint, messageId, kind: "emoji", emoji } : { mint, messageId, kind: "like" },
  });

test("a like and an emoji count once per person, and only their author sees them as their own", async () => {
  const id = await say(chief, "react to me");
  expect(await react(member(0), id)).toEqual({ count: 1 });
  expect(await react(member(0), id)).toEqual({ count: 1 });
  expect(await react(member(1), id)).toEqual({ count: 2 });
  await react(member(1), id, "🔥");
  expect((await shown(member(0), id)).reactions).toEqual([
    { kind: "like", emoji: null, count: 2, mine: true },
    { kind: "emoji", emoji: "🔥", count: 1, mine: false },
  ]);
  expect(await unreact(member(1), id)).toEqual({ count: 1 });
  expect(await unreact(member(1), id)).toEqual({ count: 1 });
  expect((await shown(member(1), id)).reactions.map(({ mine }) => mine)).toEqual([false, true]);
});

test("a hundred toggles, fifty of them concurrent, leave correct counts, and each change has one sequence number", async () => {
  const id = await say(chief, "all at once");
  const reader = await openSocket(app, chief);
  reader.send({ type: "subscribe", mint, afterSeq: null });
  const { headSeq } = await reader.next("subscribed");
  const toggle = (index: number) => {
    const who = member(index % members.length);
    const emoji = index % 3 === 0 ? undefined : index % 3 === 1 ? "🔥" : "👍🏽";
    return index % 8 < 5 ? react(who, id, emoji) : unreact(who, id, emoji);
  };
  // All hundred wait for one message's lock: on a busy machine the last ones did so for longer than a call may take.
  for (const from of [0, 50]) await Promise.all(Array.from({ length: 50 }, (_, index) => toggle(from + index)));
  const { reactions } = await shown(chief, id);
  const rows = await app.ctx.pool.query(
    "select emoji, count(*)::int from message_reactions where mint = $1 and number = (select number from messages where mint = $1 and id = $2) group by emoji",
    [mint, id],
  );
  const counts = Object.fromEntries(reactions.map(({ emoji, count }) => [emoji ?? "", count]));
  expect(counts).toEqual(Object.fromEntries(rows.rows.map(({ emoji, count }) => [emoji, count])));
  const end = await say(chief, "end of the toggles");
  await reader.next("message", (frame) => frame.message.id === end);
  const seqs = reader.seqs();
  expect(seqs).toEqual(seqs.map((_, index) => headSeq + 1 + index));
  // The last change of each reaction has its final count.
  const told = new Map<string, number>();
  for (const frame of reader.frames)
    if (frame.type === "change" && frame.change.kind === "reaction")
      told.set(frame.change.emoji ?? "", frame.change.count);
  for (const [emoji, count] of told) expect(counts[emoji] ?? 0).toBe(count);
  reader.close();
});

test("text other than an emoji is refused, and a message has a limit of different ones", async () => {
  const id = await say(chief, "reactions");
  for (const bad of ["", "a", "🔥🔥", "<b>", "1", "🔥 ", "\u200d"])
    expect(await codeOf(react(member(0), id, bad || " "))).toBe("invalid_field");
  const faces = Array.from({ length: messageLimits.distinctReactions + 1 }, (_, index) =>
    String.fromCodePoint(0x1f600 + index),
  );
  for (const emoji of faces.slice(0, -1)) await react(member(0), id, emoji);
  expect(await codeOf(react(member(1), id, faces.at(-1)))).toBe("too_many_reactions");
  expect(await codeOf(react(member(1), id, faces[0]))).toBe("fine");
  for (const emoji of ["❤️", "👨‍👩‍👧", "🏳️‍🌈", "🇨🇭", "1️⃣"]) {
    const other = await say(chief, emoji);
    expect(await codeOf(react(member(0), other, emoji))).toBe("fine");
    await app.ctx.db.delete(messageAllowances);
  }
});

test("a person without a seat can do nothing with a message", async () => {
  const id = await say(chief, "members only");
  const body = { mint, messageId: id };
  const calls = [
    react(stranger, id),
    unreact(stranger, id),
    stranger.call(routes.chat.likes, { query: { ...body, limit: 10 } }),
    stranger.call(routes.chat.editMessage, { body: { ...body, text: "mine" } }),
    stranger.call(routes.chat.deleteMessage, { body }),
    stranger.call(routes.chat.removeLinkPreview, { body }),
    stranger.call(routes.chat.report, { body: { ...body, reason: "spam" } }),
    stranger.call(routes.chat.room, { query: { mint } }),
    stranger.call(routes.chat.members, { query: { mint, list: "members", limit: 10 } }),
  ];
  expect(await Promise.all(calls.map(codeOf))).toEqual(calls.map(() => "not_a_member"));
  const chiefsAlone = [
    stranger.call(routes.chat.pin, { body }),
    member(0).call(routes.chat.pin, { body }),
    member(0).call(routes.chat.settings, { query: { mint } }),
    member(0).call(routes.chat.manage, { body: { mint, groupSize: 24 } }),
    member(0).call(routes.chat.ban, { body: { mint, address: member(1).person.address } }),
    member(0).call(routes.chat.members, { query: { mint, list: "blocked", limit: 10 } }),
  ];
  expect(await Promise.all(chiefsAlone.map(codeOf))).toEqual(chiefsAlone.map(() => "forbidden"));
  const unknown = randomUUID() as MessageId;
  expect(await codeOf(react(member(0), unknown))).toBe("not_found");
});

test("only the author can edit a message, for 15 minutes", async () => {
  const id = await say(member(0), "frist");
  const edit = (who: IndexedPerson, text: string) =>
    who.call(routes.chat.editMessage, { body: { mint, messageId: id, text } });
  expect(await codeOf(edit(member(1), "hijacked"))).toBe("forbidden");
  expect(await codeOf(edit(chief, "hijacked"))).toBe("forbidden");
  for (const unseen of [" \n", "\u200B", "\u3164 \u2800", "\u{E0020}"])
    expect(await codeOf(edit(member(0), unseen))).toBe("message_empty");
  const { message } = await edit(member(0), "first");
  expect(message).toMatchObject({ text: "first", editedAt: expect.any(Number) });
  expect(await shown(member(1), id)).toEqual(message);
  const { pool } = app.ctx;
  await pool.query("update messages set sent_at = sent_at - make_interval(secs => $3) where mint = $1 and id = $2", [
    mint,
    id,
    editWindowSeconds + 1,
  ]);
  expect(await codeOf(edit(member(0), "too late"))).toBe("edit_expired");
  expect((await shown(member(0), id)).text).toBe("first");
});

test("a reply quotes its parent's current text, and stays when the parent is deleted", async () => {
  const parent = await say(member(0), "the question");
  const reply = await say(member(1), "the answer", { replyTo: parent });
  expect((await shown(chief, reply)).replyTo).toMatchObject({
    id: parent,
    text: "the question",
    author: { uid: member(0).person.uid },
    isDeleted: false,
  });
  await member(0).call(routes.chat.editMessage, { body: { mint, messageId: parent, text: "the better question" } });
  expect((await shown(chief, reply)).replyTo?.text).toBe("the better question");
  await member(0).call(routes.chat.deleteMessage, { body: { mint, messageId: parent } });
  expect((await shown(chief, reply)).replyTo).toMatchObject({ id: parent, text: "", isDeleted: true });
  await expect(say(member(1), "to nothing", { replyTo: randomUUID() as MessageId })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("authors can delete their own messages and the Chief any, and only the message's place remains", async () => {
  const [own, other] = [await say(member(0), "mine to take back"), await say(member(1), "not nice")];
  await react(member(2), own);
  const remove = (who: IndexedPerson, messageId: MessageId) =>
    who.call(routes.chat.deleteMessage, { body: { mint, messageId } });
  expect(await codeOf(remove(member(0), other))).toBe("forbidden");
  await remove(member(0), own);
  await remove(member(0), own);
  await remove(chief, other);
  expect(await shown(chief, own)).toMatchObject({ text: "", reactions: [], deletedBy: "author" });
  expect(await shown(chief, other)).toMatchObject({ text: "", deletedBy: "chief", deletedAt: expect.any(Number) });
  expect(await codeOf(react(member(0), own))).toBe("message_deleted");
  expect(await codeOf(member(0).call(routes.chat.editMessage, { body: { mint, messageId: own, text: "back" } }))).toBe(
    "message_deleted",
  );
  const { rows } = await app.ctx.pool.query("select text from messages where mint = $1 and id = any($2)", [
    mint,
    [own, other],
  ]);
  expect(rows).toEqual([{ text: "" }, { text: "" }]);
});

test("only members whom the text names are mentioned", async () => {
  const text = "@ann and @bob, ask @eve";
  const range = (name: string, who: IndexedPerson) => ({
    uid: who.person.uid,
    start: text.indexOf(name),
    length: name.length,
  });
  const id = await say(chief, text, {
    mentions: [
      range("@bob", member(1)),
      range("@ann", member(0)),
      range("@eve", stranger),
      // Overlapping another one, not at an @, and beyond the end.
      { uid: member(2).person.uid, start: 1, length: 3 },
      { uid: member(2).person.uid, start: 6, length: 3 },
      { uid: member(2).person.uid, start: text.indexOf("@eve"), length: 90 },
    ],
  });
  expect((await shown(member(0), id)).mentions.map(({ uid, start }) => [uid, start])).toEqual([
    [member(0).person.uid, 0],
    [member(1).person.uid, 9],
  ]);
});

test("one message can be pinned, and deleting it unpins it", async () => {
  const [one, two] = [await say(chief, "rules"), await say(chief, "newer rules")];
  const pin = (messageId: MessageId | null) => chief.call(routes.chat.pin, { body: { mint, messageId } });
  const pinned = async () => (await member(0).call(routes.chat.room, { query: { mint } })).pinned?.id ?? null;
  await pin(one);
  await pin(two);
  expect(await pinned()).toBe(two);
  expect((await page(member(0))).filter(({ isPinned }) => isPinned).map(({ id }) => id)).toEqual([two]);
  await pin(null);
  expect(await pinned()).toBeNull();
  await pin(one);
  await chief.call(routes.chat.deleteMessage, { body: { mint, messageId: one } });
  expect(await pinned()).toBeNull();
  expect(await codeOf(pin(one))).toBe("message_deleted");
});

test("people who liked a message are listed page by page, nerfed ones only by the short address", async () => {
  const id = await say(chief, "like me");
  for (const who of members) await react(who, id);
  const { address, uid } = member(1).person;
  await app.ctx.db.transaction((tx) => setNerfed(tx, uid, true));
  const likes = (cursor?: string) =>
    chief.call(routes.chat.likes, { query: { mint, messageId: id, limit: 3, ...(cursor ? { cursor } : {}) } });
  const first = await likes();
  expect(first.count).toBe(4);
  const second = await likes(first.nextCursor ?? undefined);
  const all = [...first.likes, ...second.likes];
  expect(all.map((like) => like.uid)).toEqual(members.map(({ person }) => person.uid).reverse());
  expect(second.nextCursor).toBeNull();
  expect(all.find((like) => like.uid === uid)).toMatchObject({ displayName: address.slice(0, 6), pfp: null });
  expect(await codeOf(likes("made up"))).toBe("bad_request");
  await app.ctx.db.transaction((tx) => setNerfed(tx, uid, false));
});

test("a report is stored once per person, message and reason, with the text at that time", async () => {
  const id = await say(member(0), "buy my course");
  const report = (who: IndexedPerson, reason: "spam" | "other") =>
    who.call(routes.chat.report, { body: { mint, messageId: id, reason, note: " sigh " } });
  await report(member(1), "spam");
  await report(member(1), "spam");
  await report(member(1), "other");
  await report(member(2), "spam");
  expect(await codeOf(report(member(0), "spam"))).toBe("forbidden");
  await member(0).call(routes.chat.deleteMessage, { body: { mint, messageId: id } });
  expect(await codeOf(report(chief, "spam"))).toBe("message_deleted");
  const rows = await app.ctx.db.select().from(messageReports);
  expect(rows.map(({ text, note, reason }) => [text, note, reason])).toEqual([
    ["buy my course", "sigh", "spam"],
    ["buy my course", "sigh", "other"],
    ["buy my course", "sigh", "spam"],
  ]);
  // One mail to the operator for any number of open reports.
  await vi.waitFor(() => expect(app.mails.map(({ to }) => to)).toContain(operatorMail));
  const told = app.mails.filter(({ to }) => to === operatorMail);
  expect(told.map(({ subject }) => subject)).toEqual(["A report waits in Tribe"]);
  expect(told[0]?.text).not.toContain("buy my course");
  await app.ctx.db.update(messageReports).set({ resolution: "dismissed" });
  const next = await say(member(0), "and another");
  await member(1).call(routes.chat.report, { body: { mint, messageId: next, reason: "impersonation" } });
  await vi.waitFor(() => expect(app.mails.filter(({ to }) => to === operatorMail)).toHaveLength(2));
  expect(app.mails.findLast(({ to }) => to === operatorMail)?.text).toContain("impersonation");
});

test("other people's undeleted messages after the cursor are unread, and all devices are notified", async () => {
  const reader = member(3);
  const room = () => reader.call(routes.chat.room, { query: { mint } });
  const [phone, desktop] = [await openSocket(app, reader), await openSocket(app, reader)];
  const { headNumber } = await room();
  phone.send({ type: "read", mint, number: headNumber });
  await desktop.next("read", ({ read }) => read.number === headNumber && read.unread === 0);
  await say(chief, "one");
  const two = await say(chief, "two");
  await say(reader, "my own");
  expect((await room()).read).toEqual({ number: headNumber, unread: 2 });
  await chief.call(routes.chat.deleteMessage, { body: { mint, messageId: two } });
  expect((await room()).read).toEqual({ number: headNumber, unread: 1 });
  // The cursor never moves back, nor beyond the last message.
  phone.send({ type: "read", mint, number: 1 });
  phone.send({ type: "read", mint, number: headNumber + 1_000 });
  await desktop.next("read", ({ read }) => read.number === headNumber + 3 && read.unread === 0);
  const { chats } = await reader.call(routes.chat.mine, {});
  expect(chats.find((chat) => chat.mint === mint)?.read).toEqual({ number: headNumber + 3, unread: 0 });
  phone.close();
  desktop.close();
});

test("others see who is typing, unless that person does not read the chat", async () => {
  const [writer, reader] = [await openSocket(app, member(0)), await openSocket(app, member(1))];
  writer.send({ type: "typing", mint });
  expect(await writer.next("refused")).toMatchObject({ code: "not_a_member" });
  for (const socket of [writer, reader]) {
    socket.send({ type: "subscribe", mint, afterSeq: null });
    await socket.next("subscribed");
  }
  writer.send({ type: "typing", mint });
  expect(await reader.next("typing")).toMatchObject({ mint, uid: member(0).person.uid });
  expect(writer.frames.some(({ type }) => type === "typing")).toBe(false);
  writer.close();
  reader.close();
});

test("a client that is a thousand changes behind is told to reload, and gets new messages", async () => {
  const far = await newTribe();
  const { rowCount } = await app.ctx.pool.query(
    `with moved as (update channels set head_seq = head_seq + 1500 where mint = $1 returning head_seq - 1500 as before)
     insert into channel_changes (mint, seq, change, changed_at)
     select $1, before + n, '{"kind":"pinned","messageId":null}', now() from moved, generate_series(1, 1500) as n`,
    [far],
  );
  expect(rowCount).toBe(1_500);
  const socket = await openSocket(app, chief);
  socket.send({ type: "subscribe", mint: far, afterSeq: 0 as Seq });
  const { headSeq } = await socket.next("reload");
  const [stored] = await appendMessages(app.ctx, [
    { mint: far, uid: chief.person.uid, sessionId: null, clientId: randomUUID(), text: "after the reload" },
  ]);
  await socket.next("message");
  expect(socket.seqs()).toEqual([headSeq + 1]);
  expect(stored).toMatchObject({ seq: headSeq + 1 });
  socket.close();
});

test("pages can be read before, after and around a place in the sequence", async () => {
  const ids: MessageId[] = [];
  for (let index = 0; index < 7; index += 1) {
    ids.push(await say(chief, `page ${index}`));
    await app.ctx.db.delete(messageAllowances);
  }
  const all = (await page(chief)).slice(-7);
  const seqAt = (index: number) => all[index]?.seq ?? 0;
  const texts = async (place: { beforeSeq?: number; afterSeq?: number; aroundSeq?: number }, limit: number) => {
    const answer = await chief.call(routes.chat.messages, { query: { mint, limit, ...place } });
    return [answer.messages.map(({ text }) => text.slice(-1)).join(""), answer.hasMore, answer.hasNewer];
  };
  expect(await texts({ aroundSeq: seqAt(3) }, 4)).toEqual(["1234", true, true]);
  expect(await texts({ aroundSeq: seqAt(6) }, 4)).toEqual(["456", true, false]);
  expect(await texts({ afterSeq: seqAt(4) }, 4)).toEqual(["56", true, false]);
  expect(await texts({ beforeSeq: seqAt(4) }, 2)).toEqual(["23", true, true]);
  expect(await codeOf(texts({ beforeSeq: 3, afterSeq: 1 }, 2))).toBe("bad_request");
});
