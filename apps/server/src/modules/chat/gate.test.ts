import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { type MessageId, type Mint, routes } from "@tribe/contract";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connectChain } from "../../engines/chain/connect.ts";
import { runCommand } from "../../operator/commands.ts";
import type { Installation } from "../../operator/port.ts";
import { codeOf } from "../../testing/code-of.ts";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import {
  type IndexedPerson,
  indexHolding,
  newIndexedPerson,
  newIndexedTribe,
} from "../indexer/testing/indexed-tribe.ts";
import { takeSeat } from "../membership/index.ts";
import { seatDecisions, seats } from "../membership/schema.ts";
import { openSocket } from "../realtime/testing/test-socket.ts";
import type { Send } from "./rules/send.ts";
import { messageAllowances } from "./schema.ts";
import { appendMessages } from "./sending/append-messages.ts";

const page = createServer((request, response) => {
  if (request.url === "/shift-jis") {
    response.setHeader("content-type", "text/html");
    return response.end(Buffer.from("<meta charset=Shift_JIS><title>\x93\xfa\x96\x7b\x8c\xea</title>", "latin1"));
  }
  response.setHeader("content-type", request.url === "/plain" ? "text/plain" : "text/html; charset=utf-8");
  response.end(`<head><title>A page</title><meta name="description" content="that says ${request.url}"></head>`);
});
let pageUrl: string;
let app: TestApp;
let chief: IndexedPerson;
let people: IndexedPerson[];
beforeAll(async () => {
  await new Promise<void>((resolve) => page.listen(0, "127.0.0.1", resolve));
  const address = page.address();
  pageUrl = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  app = await startTestApp({
    withWorkers: true,
    // The only origin besides public ones from which previews are fetched.
    config: { x: { clientId: "id", clientSecret: "x", authorizeUrl: `${pageUrl}/authorize`, apiUrl: pageUrl } },
  });
  chief = await newIndexedPerson(app);
  people = [];
  for (let index = 0; index < 14; index += 1) people.push(await newIndexedPerson(app));
});
beforeEach(() => app.ctx.db.delete(messageAllowances));
afterAll(async () => {
  await app.stop();
  page.close();
});

const personAt = (index: number): IndexedPerson => {
  const one = people[index];
  if (!one) throw new Error("there is nobody");
  return one;
};
const enter = async (mint: Mint, index: number, tokens: bigint) => {
  const { person } = personAt(index);
  await indexHolding(app.ctx, mint, person.address, tokens);
  return app.ctx.db.transaction((tx) => takeSeat(tx, mint, person));
};
const say = async (mint: Mint, who: IndexedPerson, text: string, rest: Partial<Send> = {}): Promise<MessageId> => {
  const send = { mint, uid: who.person.uid, sessionId: null, clientId: randomUUID(), text, ...rest };
  const [stored] = await appendMessages(app.ctx, [send]);
  if (!stored || "code" in stored) throw stored ?? new Error("locked");
  return stored.id;
};
const members = (mint: Mint, who: IndexedPerson, list: "members" | "booted" | "blocked", rest: object = {}) =>
  who.call(routes.chat.members, { query: { mint, list, limit: 100, ...rest } });
const ban = (mint: Mint, who: IndexedPerson) =>
  chief.call(routes.chat.ban, { body: { mint, address: who.person.address } });
const unban = (mint: Mint, who: IndexedPerson) =>
  chief.call(routes.chat.unban, { body: { mint, address: who.person.address } });

test("a smaller group size removes as many of the smallest holders as announced, and a larger one lets them return", async () => {
  const mint = await newIndexedTribe(app, chief.person.address, 24);
  for (let index = 0; index < 14; index += 1) await enter(mint, index, 100n + BigInt(index));
  const { settings, boots } = await chief.call(routes.chat.settings, { query: { mint } });
  expect(settings).toEqual({ groupSize: 24, slowMode: 0, onlyChiefWrites: false, preview: false });
  expect(boots).toEqual([
    { groupSize: 12, booted: 2 },
    { groupSize: 24, booted: 0 },
    { groupSize: 99, booted: 0 },
  ]);
  const [smallest] = [personAt(0)];
  const socket = await openSocket(app, smallest);
  const manage = (groupSize: 12 | 24) => chief.call(routes.chat.manage, { body: { mint, groupSize } });
  expect((await manage(12)).booted).toBe(2);
  expect(await socket.next("membership", (frame) => frame.state === "expired")).toMatchObject({ mint });
  const { members: booted, counts } = await members(mint, chief, "booted");
  expect(booted.map(({ uid }) => uid)).toEqual([personAt(1).person.uid, smallest.person.uid]);
  expect(booted[0]).toMatchObject({ state: "expired", seat: null, reason: expect.stringContaining("tokens") });
  expect(counts).toMatchObject({ members: 12, booted: 2, blocked: 0 });
  expect((await manage(24)).booted).toBe(0);
  await expect.poll(() => socket.frames.findLast((frame) => frame.type === "membership")?.state).toBe("active");
  expect((await members(mint, chief, "members")).counts).toMatchObject({ members: 14, booted: 0 });
  socket.close();
});

test("only members can read who took and who lost a seat, grouped by time", async () => {
  const mint = await newIndexedTribe(app, chief.person.address);
  for (let index = 0; index < 12; index += 1) await enter(mint, index, 100n + BigInt(index));
  await enter(mint, 12, 500n);
  const { notes } = await chief.call(routes.chat.seatNotes, { query: { mint, limit: 3 } });
  const [one, other, before] = notes;
  expect([one, other].sort((a) => (a?.state === "active" ? -1 : 1))).toMatchObject([
    { person: { uid: personAt(12).person.uid }, state: "active", seat: 1, missing: null },
    { person: { uid: personAt(0).person.uid }, state: "expired", seat: null, missing: 1_000_000_000n },
  ]);
  expect(one?.at).toBe(other?.at);
  expect(before).toMatchObject({ person: { uid: personAt(11).person.uid }, state: "active", seat: 1 });
  const read = (who: IndexedPerson) => who.call(routes.chat.seatNotes, { query: { mint, limit: 3 } });
  expect(await codeOf(read(personAt(0)))).toBe("not_a_member");
  expect(await codeOf(read(personAt(13)))).toBe("not_a_member");
  await ban(mint, personAt(12));
  expect((await read(chief)).notes).toContainEqual(
    expect.objectContaining({ state: "banned", seat: null, missing: null }),
  );
  // A member who has returned gets no note about the loss any more.
  const returned = (await chief.call(routes.chat.seatNotes, { query: { mint, limit: 100 } })).notes.filter(
    ({ person }) => person.uid === personAt(0).person.uid,
  );
  expect(returned.map(({ state, missing }) => [state, missing])).toEqual([
    ["active", null],
    ["expired", null],
    ["active", null],
  ]);
});

test("members are listed page by page after the Chief, by holding, with their online state, and can be searched by name and address", async () => {
  const mint = await newIndexedTribe(app, chief.person.address);
  for (const index of [9, 10, 11]) await enter(mint, index, 20n + BigInt(index));
  const socket = await openSocket(app, personAt(10));
  socket.send({ type: "subscribe", mint, afterSeq: null });
  await socket.next("online");
  const visitor = await openSocket(app, personAt(11));
  await socket.next("presence", (frame) => frame.uid === personAt(11).person.uid && frame.isOnline);
  const all = await members(mint, personAt(9), "members");
  expect(all.members.map(({ uid, role, seat }) => [uid, role, seat])).toEqual([
    [chief.person.uid, "chief", null],
    [personAt(11).person.uid, "member", 1],
    [personAt(10).person.uid, "member", 2],
    [personAt(9).person.uid, "member", 3],
  ]);
  expect(all.members.map(({ isOnline }) => isOnline)).toEqual([false, true, true, false]);
  expect(all.counts).toEqual({ members: 3, online: 2, booted: null, blocked: null });
  const first = await members(mint, chief, "members", { limit: 2 });
  const second = await members(mint, chief, "members", { limit: 2, cursor: first.nextCursor });
  expect([...first.members, ...second.members].map(({ uid }) => uid)).toEqual(all.members.map(({ uid }) => uid));
  expect(second.nextCursor).toBeNull();
  const { address, uid } = personAt(10).person;
  expect((await members(mint, chief, "members", { search: address.slice(0, 12) })).members).toHaveLength(1);
  expect((await members(mint, chief, "members", { search: "%" })).members).toEqual([]);
  await app.ctx.pool.query("update people set display_name = 'Zoë Quux' where uid = $1", [uid]);
  expect((await members(mint, chief, "members", { search: "quux" })).members.map((one) => one.uid)).toEqual([uid]);
  await app.ctx.pool.query("update people set is_nerfed = true where uid = $1", [uid]);
  expect((await members(mint, chief, "members", { search: "quux" })).members).toEqual([]);
  await app.ctx.pool.query("update people set display_name = null, is_nerfed = false where uid = $1", [uid]);
  expect(await codeOf(members(mint, chief, "members", { cursor: "x" }))).toBe("bad_request");
  socket.close();
  visitor.close();
});

test("a blocked member loses access in every session immediately and can't join, and returns when unblocked", async () => {
  const mint = await newIndexedTribe(app, chief.person.address);
  const [bad, outsider] = [personAt(3), personAt(4)];
  await enter(mint, 3, 50n);
  const [phone, desktop] = [await openSocket(app, bad), await openSocket(app, bad)];
  for (const socket of [phone, desktop]) {
    socket.send({ type: "subscribe", mint, afterSeq: null });
    await socket.next("subscribed");
  }
  expect(await ban(mint, bad)).toEqual({ state: "banned" });
  expect(await ban(mint, bad)).toEqual({ state: "banned" });
  const secret = await say(mint, chief, "among ourselves");
  for (const socket of [phone, desktop]) {
    await socket.next("membership", (frame) => frame.state === "banned");
    socket.send({ type: "subscribe", mint, afterSeq: null });
    expect(await socket.next("refused")).toMatchObject({ code: "banned" });
    expect(socket.frames.some((frame) => frame.type === "message" && frame.message.id === secret)).toBe(false);
    socket.close();
  }
  for (const call of [
    () => bad.call(routes.chat.messages, { query: { mint, limit: 10 } }),
    () => bad.call(routes.chat.preview, { query: { mint } }),
    () => app.ctx.db.transaction((tx) => takeSeat(tx, mint, bad.person)),
  ])
    expect(["banned", "fine"]).toContain(await codeOf(call()));
  expect(await codeOf(app.ctx.db.transaction((tx) => takeSeat(tx, mint, bad.person)))).toBe("banned");
  expect((await members(mint, chief, "blocked")).members.map(({ uid }) => uid)).toEqual([bad.person.uid]);
  expect(await unban(mint, bad)).toEqual({ state: "active" });
  expect((await members(mint, chief, "blocked")).members).toEqual([]);
  // A person who never joined has no state after an unblock, and takes no seat without joining.
  await indexHolding(app.ctx, mint, outsider.person.address, 60n);
  expect(await ban(mint, outsider)).toEqual({ state: "banned" });
  expect(await unban(mint, outsider)).toEqual({ state: "none" });
  expect(await unban(mint, outsider)).toEqual({ state: "none" });
  expect(
    await app.ctx.db
      .select()
      .from(seats)
      .where(and(eq(seats.mint, mint), eq(seats.uid, outsider.person.uid))),
  ).toEqual([]);
  expect(await codeOf(ban(mint, chief))).toBe("forbidden");
});

test("every decision about a seat is stored with balance, slot, rank and rule, and can be read by an operator", async () => {
  const mint = await newIndexedTribe(app, chief.person.address);
  for (let index = 0; index < 12; index += 1) await enter(mint, index, 20n + BigInt(index));
  await enter(mint, 12, 500n);
  await indexHolding(app.ctx, mint, personAt(5).person.address, 9n);
  await ban(mint, personAt(6));
  await unban(mint, personAt(6));
  const rules = (
    await app.ctx.db.select().from(seatDecisions).where(eq(seatDecisions.mint, mint)).orderBy(seatDecisions.id)
  ).map(({ uid, rule, state }) => [people.findIndex(({ person }) => person.uid === uid), rule, state]);
  expect(rules.slice(12)).toEqual([
    [0, "outranked", "expired"],
    [12, "joined", "active"],
    [5, "below_threshold", "expired"],
    [0, "seat_free", "active"],
    [6, "blocked", "banned"],
    [6, "unblocked", "expired"],
    [6, "unblocked", "active"],
  ]);
  const told = await operator("seats", mint, personAt(12).person.address);
  expect(told).toMatch(/ active by joined: 500 tokens, rank 1 of 12 seats, balance of slot [0-9]+$/);
  expect((await operator("seats", mint)).split("\n")).toHaveLength(19);
});

test("a visitor sees the last messages only where the Chief allows it, and no live updates", async () => {
  const mint = await newIndexedTribe(app, chief.person.address);
  await say(mint, chief, "hello inside");
  const visitor = await app.newDevice();
  const preview = () => visitor.call(routes.chat.preview, { query: { mint } });
  expect(await preview()).toEqual({ isOpen: false, messages: [] });
  await chief.call(routes.chat.manage, { body: { mint, groupSize: 12, preview: true } });
  expect((await preview()).messages.map(({ text }) => text)).toEqual(["hello inside"]);
  expect((await preview()).pinned).toBeUndefined();
  const id = await say(mint, chief, "**Friday** at nine: ||bring the cat||");
  await chief.call(routes.chat.pin, { body: { mint, messageId: id } });
  expect((await preview()).pinned).toMatchObject({
    author: { uid: chief.person.uid },
    text: "Friday at nine: (spoiler)",
  });
  await chief.call(routes.chat.manage, { body: { mint, groupSize: 12, preview: false } });
  expect(await preview()).toEqual({ isOpen: false, messages: [] });
  await chief.call(routes.chat.manage, { body: { mint, groupSize: 12, preview: true } });
  expect(await codeOf(visitor.call(routes.chat.preview, { query: { mint: chief.person.address } }))).toBe("not_found");
});

test("slow mode, Chief-only writing and the limits for newcomers apply to members, not to the Chief", async () => {
  const mint = await newIndexedTribe(app, chief.person.address);
  await enter(mint, 7, 50n);
  const member = personAt(7);
  const manage = (changes: object) => chief.call(routes.chat.manage, { body: { mint, groupSize: 12, ...changes } });
  const sent = (who: IndexedPerson, text: string) => codeOf(say(mint, who, text));
  await manage({ slowMode: 30 });
  expect([await sent(member, "one"), await sent(member, "two")]).toEqual(["fine", "slow_mode"]);
  expect([await sent(chief, "one"), await sent(chief, "two")]).toEqual(["fine", "fine"]);
  const { waitSeconds } = await member.call(routes.chat.room, { query: { mint } });
  expect(waitSeconds).toBeGreaterThan(20);
  await manage({ slowMode: 0, onlyChiefWrites: true });
  expect([await sent(member, "three"), await sent(chief, "three")]).toEqual(["only_chief_writes", "fine"]);
  await manage({ onlyChiefWrites: false });
  // Whatever the page makes a link counts as one.
  const links = ["https://a.invalid", "free airdrop: airdrop-claim.xyz/tribe1"];
  const more = [
    "https://c.invalid",
    "airdrop-claim.xyz/tribe2",
    "見てwww.a.comを",
    "🔥http://b.invalid",
    "почта.рф",
    "*a.io*",
  ];
  const codes: string[] = [];
  for (const text of [...links, ...more]) {
    codes.push(await sent(member, text));
    await app.ctx.db.delete(messageAllowances);
  }
  expect(codes).toEqual([...links.map(() => "fine"), ...more.map(() => "newcomer_limited")]);
  expect(await sent(member, "in code it is none: `a.io`")).toBe("fine");
  const newcomer = async (who: IndexedPerson) => (await who.call(routes.chat.room, { query: { mint } })).newcomer;
  expect(await newcomer(member)).toEqual({ until: expect.any(Number), filesLeft: 5, linksLeft: 0 });
  expect(await newcomer(chief)).toBeNull();
  const plain = await say(mint, member, "no link");
  const edit = (text: string) => member.call(routes.chat.editMessage, { body: { mint, messageId: plain, text } });
  expect(await codeOf(edit("now https://d.invalid"))).toBe("newcomer_limited");
  expect(await codeOf(edit("now airdrop-claim.xyz/tribe3"))).toBe("newcomer_limited");
  await app.ctx.db
    .update(seats)
    .set({ joinedAt: new Date(Date.now() - 3_600_001) })
    .where(eq(seats.mint, mint));
  expect(await codeOf(edit("now https://d.invalid"))).toBe("fine");
});

test("a Tribe that many people flood at once is rate-limited", async () => {
  const mint = await newIndexedTribe(app, chief.person.address);
  await app.ctx.pool.query("update channels set send_tokens = -999, sends_filled_at = now() where mint = $1", [mint]);
  await expect(say(mint, chief, "too many")).rejects.toMatchObject({ code: "too_many_requests", retryAfterSeconds: 7 });
});

test("a linked page's preview is added to its message, is fetched once, and can be removed by the author", async () => {
  const mint = await newIndexedTribe(app, chief.person.address);
  const socket = await openSocket(app, chief);
  socket.send({ type: "subscribe", mint, afterSeq: null });
  await socket.next("subscribed");
  const id = await say(mint, chief, `read ${pageUrl}/one now`);
  const { change } = await socket.next("change", ({ change }) => change.kind === "linkPreview");
  expect(change).toMatchObject({ messageId: id, linkPreview: { title: "A page", description: "that says /one" } });
  await chief.call(routes.chat.removeLinkPreview, { body: { mint, messageId: id } });
  await socket.next("change", ({ change }) => change.kind === "linkPreview" && change.linkPreview === null);
  // Private addresses are not requested, and a resource that is not a page has no preview; later links still get theirs.
  for (const url of ["https://10.0.0.1/", "https://localhost:1/", `${pageUrl}/plain`]) await say(mint, chief, url);
  await app.ctx.db.delete(messageAllowances);
  const japanese = await say(mint, chief, `見て${pageUrl}/shift-jisを`);
  await socket.next(
    "change",
    ({ change }) =>
      change.kind === "linkPreview" && change.messageId === japanese && change.linkPreview?.title === "日本語",
  );
  const last = await say(mint, chief, `${pageUrl}/two`);
  await socket.next("change", ({ change }) => change.kind === "linkPreview" && change.messageId === last);
  const { messages } = await chief.call(routes.chat.messages, { query: { mint, limit: 10 } });
  expect(messages.map(({ linkPreview }) => linkPreview?.title ?? null)).toEqual([
    null,
    null,
    null,
    null,
    "日本語",
    "A page",
  ]);
  socket.close();
});

test("history search ignores case and accents, finds Chinese text and tickers, and has pages", async () => {
  const mint = await newIndexedTribe(app, chief.person.address);
  const texts = [
    "Crème brûlée at noon",
    "买入 $SOL 今天",
    "100%_sure",
    "back\\slash",
    "creme again",
    "İstanbul",
    "$solana",
  ];
  for (const text of texts) {
    await say(mint, chief, text);
    await app.ctx.db.delete(messageAllowances);
  }
  const search = async (query: string, rest: object = {}) =>
    chief.call(routes.chat.search, { query: { mint, query, limit: 50, ...rest } });
  const found = async (query: string) => (await search(query)).messages.map(({ text }) => texts.indexOf(text));
  expect(await found("CREME")).toEqual([4, 0]);
  expect(await found("brulee creme")).toEqual([0]);
  expect(await found("今天")).toEqual([1]);
  expect(await found("入")).toEqual([1]);
  expect(await found("$sol")).toEqual([6, 1]);
  expect(await found("%")).toEqual([2]);
  expect(await found("_")).toEqual([2]);
  expect(await found("\\")).toEqual([3]);
  expect(await found("istanbul")).toEqual([5]);
  expect(await found("nothing like it")).toEqual([]);
  const first = await search("e", { limit: 2 });
  const second = await search("e", { limit: 2, beforeSeq: first.nextBeforeSeq ?? 0 });
  expect([...first.messages, ...second.messages].map(({ text }) => texts.indexOf(text))).toEqual([4, 2, 0]);
  const deleted = first.messages[0];
  if (deleted) await chief.call(routes.chat.deleteMessage, { body: { mint, messageId: deleted.id } });
  expect(await found("creme")).toEqual([0]);
  expect(await codeOf(personAt(9).call(routes.chat.search, { query: { mint, query: "e", limit: 5 } }))).toBe(
    "not_a_member",
  );
  expect(await codeOf(search("   "))).toBe("invalid_field");
});

const operator = (...words: string[]) => {
  const refuse = () => Promise.reject(new Error("not for this test"));
  const installation: Installation = {
    chain: connectChain({ rpcUrl: "http://127.0.0.1:9", programAddress: chief.person.address, isEmbedded: false }),
    admin: refuse,
    superAdmin: refuse,
    makeKeys: refuse,
    attestationKey: refuse,
    replaceKey: refuse,
    sealingKeys: refuse,
    database: () => app.ctx.db,
    databaseUrl: () => app.ctx.databaseUrl,
    walletVersions: async () => ({ newest: async () => 0, count: 0 }),
    check: async () => ({ lines: [], isWell: true }),
    say: () => undefined,
  };
  return runCommand(installation, words);
};

test("operators see reports with their context, can remove a message or keep it, and their actions are stored", async () => {
  const mint = await newIndexedTribe(app, chief.person.address);
  await enter(mint, 8, 50n);
  expect(await operator("reports")).toBe("No report waits.");
  await say(mint, chief, "before it");
  const spam = await say(mint, personAt(8), "buy \u001b[31mmy course");
  await say(mint, chief, "after it");
  const fine = await say(mint, personAt(8), "a fine message");
  const report = (messageId: MessageId) =>
    chief.call(routes.chat.report, { body: { mint, messageId, reason: "spam", note: "look" } });
  await report(spam);
  await report(fine);
  const told = await operator("reports");
  expect(told).toMatch(/spam, message 2 of .*\n {2}note: look\n.*before it\n.*> .*buy \[31mmy course\n.*after it\n/);
  expect(told).not.toContain("\u001b");
  const [first, second] = [...told.matchAll(/^([0-9]+): /gm)].map(([, id]) => id ?? "");
  expect(await operator("remove-message", first ?? "")).toMatch(/^Removed message 2 of /);
  expect(await operator("dismiss-report", second ?? "")).toMatch(/^Left message 4 of /);
  expect(await operator("reports")).toBe("No report waits.");
  await expect(operator("dismiss-report", second ?? "")).rejects.toThrow("No report");
  await expect(operator("remove-message", "x")).rejects.toThrow("is no number of a report");
  const { messages } = await chief.call(routes.chat.messages, { query: { mint, limit: 10 } });
  expect(messages.map(({ text, deletedBy }) => [text, deletedBy])).toEqual([
    ["before it", null],
    ["", "operator"],
    ["after it", null],
    ["a fine message", null],
  ]);
  await operator("nerf", personAt(8).person.address);
  await operator("nerf", personAt(8).person.address, "off");
  const log = await operator("moderation");
  expect(log.split("\n").map((line) => line.split(" ")[1])).toEqual(["unnerf", "nerf", "dismiss", "remove"]);
});
