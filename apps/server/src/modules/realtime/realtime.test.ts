import {
  type ClientFrame,
  type MembershipState,
  type MessageId,
  type Mint,
  routes,
  type Seq,
  type ServerFrame,
} from "@tribe/contract";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp, type TestDevice } from "../../testing/start-test-app.ts";
import { appendMessages } from "../chat/index.ts";
import { messageAllowances } from "../chat/schema.ts";
import {
  type IndexedPerson,
  indexHolding,
  newIndexedPerson,
  newIndexedTribe,
} from "../indexer/testing/indexed-tribe.ts";
import { blockMember, takeSeat } from "../membership/index.ts";
import { channels } from "../membership/schema.ts";
import { openSocket as openWithoutCare, type TestSocket } from "./testing/test-socket.ts";

let app: TestApp;
let chief: IndexedPerson;
let member: IndexedPerson;
let other: IndexedPerson;
let mint: Mint;
const open: TestSocket[] = [];
const openSocket = async (device: TestDevice): Promise<TestSocket> => {
  const socket = await openWithoutCare(app, device);
  open.push(socket);
  return socket;
};

beforeAll(async () => {
  app = await startTestApp({ withWorkers: true });
  [chief, member, other] = [await newIndexedPerson(app), await newIndexedPerson(app), await newIndexedPerson(app)];
  mint = await newIndexedTribe(app, chief.person.address);
  await seat(member);
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.close();
});
afterAll(async () => {
  const last = await openWithoutCare(app, chief);
  await app.stop();
  // A stopping server closes with this code: the client resumes on another node.
  expect(await last.closed).toBe(1001);
});

const seat = async (who: IndexedPerson, tokens = 20n) => {
  await indexHolding(app.ctx, mint, who.person.address, tokens);
  await app.ctx.db.transaction((tx) => takeSeat(tx, mint, who.person));
};
const subscribe = async (socket: TestSocket, afterSeq: number | null = null) => {
  socket.send({ type: "subscribe", mint, afterSeq: afterSeq as Seq | null });
  return socket.next("subscribed");
};
/** As if everybody's last message was a minute ago. */
const refill = () => app.ctx.db.delete(messageAllowances);
const message = (text: string, clientId: string = crypto.randomUUID()): Extract<ClientFrame, { type: "send" }> => ({
  type: "send",
  mint,
  clientId,
  text,
});
const say = async (socket: TestSocket, text: string) => {
  const frame = message(text);
  await refill();
  socket.send(frame);
  return socket.next("acknowledged", (answer) => answer.clientId === frame.clientId);
};
/** A frame about an earlier seat may still reach a socket that was opened after it. */
const isState = (state: MembershipState) => (frame: ServerFrame) =>
  frame.type === "membership" && frame.state === state;
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

test("a message reaches every member once, and its sender gets its number", async () => {
  const [a, b] = [await openSocket(chief), await openSocket(member)];
  await Promise.all([subscribe(a), subscribe(b)]);
  const { seq } = await say(a, "hello");
  const [seenByA, seenByB] = await Promise.all(
    [a, b].map((one) => one.next("message", (frame) => frame.message.seq === seq)),
  );
  expect(seenByB?.message).toMatchObject({ text: "hello", author: { uid: chief.person.uid } });
  expect(seenByA?.message).toEqual(seenByB?.message);
});

test("the same client id sent twice is one message with one answer", async () => {
  const socket = await openSocket(chief);
  await subscribe(socket);
  const frame = message("once");
  socket.send(frame);
  socket.send(frame);
  const { seq } = await say(socket, "after");
  const answers = socket.frames.filter((one) => one.type === "acknowledged" && one.clientId === frame.clientId);
  expect(answers).toHaveLength(2);
  expect(answers[0]).toEqual(answers[1]);
  await socket.next("message", (one) => one.message.seq === seq);
  expect(socket.frames.filter((one) => one.type === "message" && one.message.text === "once")).toHaveLength(1);
});

test("a reader who resumes while others write gets everything exactly once", async () => {
  const writers = [await openSocket(chief), await openSocket(member)];
  const { headSeq } = await subscribe(await openSocket(chief));
  const first = (headSeq as number) + 1;
  let last = first - 1;
  const readers: TestSocket[] = [];
  for (let round = 0; round < 12; round += 1) {
    const said = Promise.all(writers.flatMap((writer) => [0, 1].map((n) => say(writer, `round ${round} ${n}`))));
    const reader = await openSocket(round % 2 ? chief : member);
    // During the sends, from where an earlier connection may have stopped.
    reader.send({ type: "subscribe", mint, afterSeq: (first - 1) as Seq });
    readers.push(reader);
    last = Math.max(...(await said).map((answer) => answer.seq as number));
  }
  for (const reader of readers) {
    await reader.next("message", (frame) => frame.message.seq === last);
    expect(reader.seqs()).toEqual(range(first, last));
  }
});

test("a long backlog arrives completely, in order", async () => {
  let seq = 0;
  for (let sent = 0; sent < 60; sent += 1) {
    await refill();
    const { uid } = chief.person;
    const send = { mint, uid, sessionId: null, clientId: crypto.randomUUID(), text: `backlog ${sent}` };
    const [stored] = await appendMessages(app.ctx, [send]);
    if (!stored || !("seq" in stored)) throw new Error("the message was refused");
    ({ seq } = stored);
  }
  const reader = await openSocket(member);
  await subscribe(reader, 0);
  await reader.next("message", (frame) => frame.message.seq === seq);
  expect(reader.seqs()).toEqual(range(1, seq));
});

test("a tab that shares a socket gets its missing frames when a tab that is ahead subscribes", async () => {
  const { seq } = await say(await openSocket(chief), "what both are to know");
  const socket = await openSocket(member);
  // The second tab has loaded the page with the last message, the first one subscribed just before.
  socket.send({ type: "subscribe", mint, afterSeq: ((seq as number) - 1) as Seq });
  socket.send({ type: "subscribe", mint, afterSeq: seq });
  await socket.next("message", (frame) => frame.message.seq === seq);
});

test("a client that subscribes while the database fails is disconnected, so that it subscribes again", async () => {
  const socket = await openSocket(member);
  const { callers } = app.ctx.ports;
  const { session } = callers;
  callers.session = async () => {
    callers.session = session;
    throw new Error("no connection came free");
  };
  socket.send({ type: "subscribe", mint, afterSeq: null });
  expect(await socket.closed).toBe(1011);
});

test("the sixth message of a burst is refused with the seconds to wait, and not stored", async () => {
  const socket = await openSocket(member);
  await subscribe(socket);
  const frames = range(1, 6).map((n) => message(`burst ${n}`));
  await refill();
  for (const frame of frames) socket.send(frame);
  const refused = await socket.next("refused");
  expect(refused).toMatchObject({ code: "too_many_requests", mint, clientId: frames[5]?.clientId });
  expect(refused.retryAfterSeconds).toBeGreaterThanOrEqual(1);
});

test("a person without a seat can neither read nor write", async () => {
  const socket = await openSocket(other);
  socket.send({ type: "subscribe", mint, afterSeq: 0 as Seq });
  expect(await socket.next("refused")).toMatchObject({ code: "not_a_member", mint });
  const frame = message("let me in");
  socket.send(frame);
  expect(await socket.next("refused", (one) => one.clientId === frame.clientId)).toMatchObject({
    code: "not_a_member",
  });
  await expect(other.call(routes.chat.messages, { query: { mint, limit: 50 } })).rejects.toMatchObject({
    code: "not_a_member",
  });
  const visitor = await openSocket(await app.newDevice());
  visitor.send({ type: "subscribe", mint, afterSeq: 0 as Seq });
  expect(await visitor.next("refused")).toMatchObject({ code: "unauthorized" });
});

test("a balance below the threshold ends a reader's subscription: later messages are not delivered", async () => {
  const [writer, reader] = [await openSocket(chief), await openSocket(member)];
  await subscribe(reader);
  const before = await say(writer, "before");
  await reader.next("message", (frame) => frame.message.seq === before.seq);
  await indexHolding(app.ctx, mint, member.person.address, 9n);
  const after = await say(writer, "after");
  expect(await reader.next("membership", isState("expired"))).toMatchObject({ mint });
  // The reader's own round trip completes after everything that was in flight.
  reader.send({ type: "ping" });
  await reader.next("pong");
  expect(reader.seqs()).not.toContain(after.seq);
  const frame = message("still here?");
  reader.send(frame);
  expect(await reader.next("refused", (one) => one.clientId === frame.clientId)).toMatchObject({
    code: "not_a_member",
  });
  await seat(member);
  await subscribe(reader, before.seq as number);
  expect(await reader.next("message", (one) => one.message.seq === after.seq)).toBeTruthy();
});

test("a member who buys back is notified of the seat and continues to read, and watchers get both changes", async () => {
  const back = await newIndexedPerson(app);
  const [reader, visitor] = [await openSocket(back), await openSocket(await app.newDevice())];
  visitor.send({ type: "watch", mint });
  visitor.send({ type: "ping" });
  await visitor.next("pong");
  await seat(back, 15n);
  await reader.next("membership", isState("active"));
  const heard = reader.frames.length;
  const [channel] = await app.ctx.db.select().from(channels).where(eq(channels.mint, mint));
  const memberCount = channel?.memberCount ?? 0;
  // Earlier frames arrive before it.
  await visitor.next("members", (frame) => frame.memberCount === memberCount);
  await subscribe(reader);
  await indexHolding(app.ctx, mint, back.person.address, 9n);
  const { reason, loss } = await reader.next("membership", isState("expired"));
  expect(loss).toMatchObject({ code: expect.stringMatching(/^seat\.(below_minimum|outranked)$/) });
  expect(reason).toContain("With 10 tokens");
  await indexHolding(app.ctx, mint, back.person.address, 15n);
  const isBack = (frame: ServerFrame) => isState("active")(frame) && reader.frames.indexOf(frame) >= heard;
  expect(await reader.next("membership", isBack)).toMatchObject({ mint, reason: null });
  await subscribe(reader);
  const { seq } = await say(reader, "back again");
  await reader.next("message", (frame) => frame.message.seq === seq);
  const counts = () => visitor.frames.flatMap((frame) => (frame.type === "members" ? [frame.memberCount] : []));
  await expect.poll(() => counts().slice(-2)).toEqual([memberCount - 1, memberCount]);
});

test("a blocked member is disconnected from the chat at once and stays out", async () => {
  const blocked = await newIndexedPerson(app);
  await seat(blocked, 30n);
  const [writer, reader] = [await openSocket(chief), await openSocket(blocked)];
  await subscribe(reader);
  await app.ctx.db.transaction((tx) => blockMember(tx, mint, blocked.person));
  const { seq } = await say(writer, "among ourselves");
  const loss = { code: "seat.blocked" };
  expect(await reader.next("membership", isState("banned"))).toMatchObject({ loss, reason: expect.any(String) });
  reader.send({ type: "ping" });
  await reader.next("pong");
  expect(reader.seqs()).not.toContain(seq);
  reader.send({ type: "subscribe", mint, afterSeq: null });
  expect(await reader.next("refused")).toMatchObject({ code: "banned" });
});

test("invalid frames are refused and the connection stays open", async () => {
  const socket = await openSocket(chief);
  const bad = [
    "{",
    "null",
    "[]",
    JSON.stringify({ type: "nonsense" }),
    JSON.stringify({ type: "subscribe", mint: "0", afterSeq: null }),
    JSON.stringify({ type: "subscribe", mint, afterSeq: -1 }),
    JSON.stringify({ type: "send", mint, clientId: "1", text: "x" }),
    JSON.stringify({ type: "send", mint, clientId: crypto.randomUUID(), text: "x".repeat(4_001) }),
    JSON.stringify({ type: "send", mint, clientId: crypto.randomUUID(), text: 5 }),
    JSON.stringify({ type: "send", mint, clientId: crypto.randomUUID(), text: "\ud800" }),
    JSON.stringify({ type: "send", mint, clientId: crypto.randomUUID(), text: "a\0b" }),
  ];
  for (const text of bad) socket.sendRaw(text);
  socket.send({ type: "ping" });
  await socket.next("pong");
  const refusals = socket.frames.filter((frame) => frame.type === "refused");
  expect(refusals.map((frame) => frame.code)).toEqual(bad.map(() => "bad_request"));
  const empty = message("  \n ");
  socket.send(empty);
  expect(await socket.next("refused", (frame) => frame.clientId === empty.clientId)).toMatchObject({
    code: "message_empty",
  });
});

test("a client that sends more frames than the limit is answered in order, a little later", async () => {
  const socket = await openSocket(chief);
  // Like a page after a while offline: many chats to subscribe to, and unsent messages.
  for (let sent = 0; sent < 66; sent += 1) socket.send({ type: "subscribe", mint, afterSeq: null });
  const typos = range(1, 5).map((n) => message(" ", `00000000-0000-4000-8000-00000000000${n}`));
  for (const frame of typos) socket.send(frame);
  socket.send({ type: "ping" });
  await socket.next("pong");
  expect(socket.frames.filter(({ type }) => type === "subscribed")).toHaveLength(66);
  const refused = socket.frames.flatMap((frame) => (frame.type === "refused" ? [frame.clientId] : []));
  expect(refused).toEqual(typos.map(({ clientId }) => clientId));
});

test("a flooding client is refused and disconnected, with a line in the log", async () => {
  const before = app.logs.length;
  const socket = await openSocket(chief);
  for (let sent = 0; sent < 20_000; sent += 1) socket.send({ type: "ping" });
  expect(await socket.next("refused")).toMatchObject({ code: "too_many_requests" });
  expect(await socket.closed).toBe(1008);
  const lines = app.logs.slice(before).filter((line) => line.includes("too many frames"));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 30, uid: expect.any(String) }]);
});

test("a subscription during a late event about a seat's loss succeeds when the seat is back already", async () => {
  const socket = await openSocket(member);
  const { callers } = app.ctx.ports;
  const { uid } = member.person;
  const { session } = callers;
  callers.session = async (sessionId) => {
    callers.session = session;
    const payload = { mint, uid, state: "expired", entryThreshold: "0", loss: null } as const;
    app.ctx.bus.publish({ id: 0, type: "seat.changed", payload });
    return session(sessionId);
  };
  await subscribe(socket);
  const { seq } = await say(await openSocket(chief), "still here");
  await socket.next("message", (frame) => frame.message.seq === seq);
});

test("clients that resume one chat concurrently each get what they missed, with their own reactions", async () => {
  const writer = await openSocket(chief);
  const { headSeq } = await subscribe(writer);
  const { id } = await say(writer, "liked by a member");
  await say(writer, "and another");
  await member.call(routes.chat.react, { body: { mint, messageId: id as MessageId, kind: "like" } });
  const back = await Promise.all([chief, member, chief].map(openSocket));
  for (const [index, socket] of back.entries())
    socket.send({ type: "subscribe", mint, afterSeq: (headSeq + (index === 2 ? 1 : 0)) as Seq });
  const likes = await Promise.all(
    back.map(async (socket) => {
      await socket.next("change", (frame) => frame.seq === headSeq + 3);
      return socket.frames.flatMap((frame) => (frame.type === "message" ? [frame.message.reactions] : []));
    }),
  );
  const like = (mine: boolean) => ({ kind: "like", emoji: null, count: 1, mine });
  expect(likes).toEqual([[[like(false)], []], [[like(true)], []], [[]]]);
  expect(back.map((socket) => socket.seqs())).toEqual([0, 0, 1].map((from) => range(headSeq + 1 + from, headSeq + 3)));
});

test("hundreds of sockets that reconnect at once are all accepted and get what they missed, once and in order", async () => {
  const first = await openSocket(chief);
  const { headSeq } = await subscribe(first);
  for (const text of ["one", "two", "three"]) await say(first, text);
  const stranger = await newIndexedPerson(app);
  const crowd = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const socket = await openSocket([chief, member, stranger][index % 3] ?? chief);
      socket.send({ type: "subscribe", mint, afterSeq: headSeq });
      return socket;
    }),
  );
  const told = await Promise.all(
    crowd.map(async (socket, index) => {
      if (index % 3 === 2) return (await socket.next("refused")).code;
      await socket.next("message", (frame) => frame.message.seq === headSeq + 3);
      return socket.seqs();
    }),
  );
  expect(told).toEqual(
    crowd.map((_, index) => (index % 3 === 2 ? "not_a_member" : [headSeq + 1, headSeq + 2, headSeq + 3])),
  );
});

test("watchers are notified that a Tribe's members changed", async () => {
  const visitor = await openSocket(await app.newDevice());
  visitor.send({ type: "watch", mint });
  visitor.send({ type: "ping" });
  await visitor.next("pong");
  const newcomer = await newIndexedPerson(app);
  await seat(newcomer, 40n);
  expect(await visitor.next("members")).toMatchObject({ mint });
  expect(visitor.frames.some((frame) => frame.type === "message")).toBe(false);
});

test("history can be read backwards in pages without a gap", async () => {
  const newest = await chief.call(routes.chat.messages, { query: { mint, limit: 3 } });
  expect(newest.hasMore).toBe(true);
  const [first] = newest.messages;
  const older = await chief.call(routes.chat.messages, { query: { mint, limit: 3, beforeSeq: first?.seq as number } });
  const { number = 0 } = first ?? {};
  expect(older.messages.map((one) => one.number)).toEqual(range(number - 3, number - 1));
});

test("a refused frame has a name of its own, as a request has", async () => {
  const socket = await openSocket(other);
  const sends = [message("one"), message("two")];
  for (const frame of sends) socket.send(frame);
  const refused = await Promise.all(
    sends.map(({ clientId }) => socket.next("refused", (frame) => frame.clientId === clientId)),
  );
  const names = refused.map(({ requestId }) => requestId);
  expect(names).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  expect(names[0]).not.toBe(names[1]);
});
