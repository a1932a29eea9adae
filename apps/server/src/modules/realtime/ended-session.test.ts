import { type Mint, routes, type Seq } from "@tribe/contract";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import { appendMessages } from "../chat/index.ts";
import { messages } from "../chat/schema.ts";
import { sessions } from "../identity/schema.ts";
import {
  type IndexedPerson,
  indexHolding,
  newIndexedPerson,
  newIndexedTribe,
} from "../indexer/testing/indexed-tribe.ts";
import { takeSeat } from "../membership/index.ts";
import { seats } from "../membership/schema.ts";
import { openSocket } from "./testing/test-socket.ts";

let app: TestApp;
let chief: IndexedPerson;
let mint: Mint;
beforeAll(async () => {
  app = await startTestApp({ withWorkers: true });
});
// A Chief may send only a burst of five messages.
beforeEach(async () => {
  chief = await newIndexedPerson(app);
  mint = await newIndexedTribe(app, chief.person.address);
});
afterAll(() => app.stop());

test("a socket opened with a token from before the sign-out receives nothing after it", async () => {
  const { token } = await chief.call(routes.system.realtimeToken, {});
  await chief.call(routes.identity.signOut, {});

  const socket = new WebSocket(`${app.origin.replace(/^http/, "ws")}/ws?token=${token}`);
  const types: string[] = [];
  socket.on("message", (data) => types.push(JSON.parse(data.toString()).type));
  socket.on("open", () => socket.send(JSON.stringify({ type: "subscribe", mint, afterSeq: 0 })));
  expect(await new Promise<number>((resolve) => socket.on("close", resolve))).toBe(4401);
  expect(types).not.toContain("subscribed");
});

test("a rotation ends the socket, the socket's token and the wallet token of the old secrets", async () => {
  const person = await app.newPerson();
  const socket = await openSocket(app, person);
  await socket.next("ready");
  const { token } = await person.call(routes.system.realtimeToken, {});
  const { walletToken } = await person.call(routes.wallet.walletToken, {});
  const askWallet = async () =>
    (await fetch(`${app.origin}/api/v1/wallet`, { headers: { authorization: `Bearer ${walletToken}` } })).status;
  expect(await askWallet()).toBe(200);

  const session = await person.call(routes.identity.rotateSession, {});
  expect(await socket.closed).toBe(1001);
  expect(await askWallet()).toBe(401);
  const late = new WebSocket(`${app.origin.replace(/^http/, "ws")}/ws?token=${token}`);
  expect(await new Promise((resolve) => late.on("error", resolve))).toMatchObject({
    message: expect.stringContaining("401"),
  });
  person.credentials = { ...person.credentials, session };
  const fresh = await openSocket(app, person);
  await fresh.next("ready");
  fresh.close();
});

/** The last newcomer's holding: each holds more, so that there is always a seat. */
let holding = 20n;
/** A member who is subscribed to the chat. */
const newReader = async () => {
  const member = await newIndexedPerson(app);
  holding += 1n;
  await indexHolding(app.ctx, mint, member.person.address, holding);
  await app.ctx.db.transaction((tx) => takeSeat(tx, mint, member.person));
  const socket = await openSocket(app, member);
  socket.send({ type: "subscribe", mint, afterSeq: null });
  await socket.next("subscribed");
  return { member, socket };
};
/** Stores another person's message. @returns its number */
const say = async (text: string): Promise<number> => {
  const send = { mint, uid: chief.person.uid, sessionId: null, clientId: crypto.randomUUID(), text };
  const [stored] = await appendMessages(app.ctx, [send]);
  if (!stored || !("seq" in stored)) throw new Error("the message was refused");
  return stored.seq;
};
const ofPerson = ({ person }: IndexedPerson) => eq(sessions.uid, person.uid);

test("a send of a session that was deleted without an event is refused, and its socket closed", async () => {
  const { member, socket } = await newReader();
  await app.ctx.db.delete(sessions).where(ofPerson(member));
  const frame = { type: "send", mint, clientId: crypto.randomUUID(), text: "still me" } as const;
  socket.send(frame);
  // The check of all open sockets' sessions, every five seconds, may close it first, without an answer.
  expect(await socket.closed).toBe(4401);
  const refused = socket.frames.filter(({ type }) => type === "refused");
  if (refused.length > 0) expect(refused).toMatchObject([{ code: "unauthorized", clientId: frame.clientId }]);
  const stored = await app.ctx.db.select().from(messages).where(eq(messages.clientId, frame.clientId));
  expect(stored).toEqual([]);
});

test("a member with an expired session does not receive the next message, and the socket is closed", async () => {
  const { member, socket } = await newReader();
  await app.ctx.db
    .update(sessions)
    .set({ expiresAt: new Date(0) })
    .where(ofPerson(member));
  const seq = await say("not for you");
  expect(await socket.closed).toBe(4401);
  expect(socket.seqs()).not.toContain(seq);
});

test("an idle socket is closed when its session was deleted, others stay open", async () => {
  const [{ member, socket }, other] = [await newReader(), await newReader()];
  await app.ctx.db
    .update(sessions)
    .set({ expiresAt: new Date(0) })
    .where(ofPerson(member));
  await app.ctx.db.execute(sql`delete from sessions where expires_at < now()`);
  expect(await socket.closed).toBe(4401);
  other.socket.send({ type: "ping" });
  await other.socket.next("pong");
  other.socket.close();
});

/** Manual changes of rows by which a member loses access: no event reports them. */
const lossesByHand = {
  "a seat that is taken": sql`update seats set state = 'expired'`,
  "a block": sql`update seats set state = 'banned'`,
  "a seat whose row is gone": sql`delete from seats`,
  "a seat that is somebody else's": sql`update seats set uid = ${"z".repeat(32)}`,
};
test.each(Object.entries(lossesByHand))(
  "after %s, changed manually, the next message is not delivered",
  async (_, loss) => {
    const [{ member, socket }, other] = [await newReader(), await newReader()];
    const before = await say("for all");
    await socket.next("message", (frame) => frame.message.seq === before);
    await app.ctx.db.execute(sql`${loss} where mint = ${mint} and uid = ${member.person.uid}`);
    const after = await say("among us");
    await other.socket.next("message", (frame) => frame.message.seq === after);
    socket.send({ type: "ping" });
    await socket.next("pong");
    expect(socket.seqs()).not.toContain(after);
    for (const each of [socket, other.socket]) each.close();
  },
);

test.each(["whose wallet is another's by hand", "whose Tribe is another's by hand", "whose Tribe is gone"])(
  "a Chief %s reads no further",
  async (how) => {
    const owner = await newIndexedPerson(app);
    const { address, uid } = owner.person;
    const own = await newIndexedTribe(app, address);
    const member = await newIndexedPerson(app);
    await indexHolding(app.ctx, own, member.person.address, 20n);
    await app.ctx.db.transaction((tx) => takeSeat(tx, own, member.person));
    const [socket, other] = [await openSocket(app, owner), await openSocket(app, member)];
    for (const each of [socket, other]) {
      each.send({ type: "subscribe", mint: own, afterSeq: null });
      await each.next("subscribed");
    }
    const stranger = address.replace(/.$/, (last) => (last === "2" ? "3" : "2"));
    if (how.includes("wallet"))
      await app.ctx.db.execute(sql`update people set address = ${stranger} where uid = ${uid}`);
    else if (how.endsWith("gone")) await app.ctx.db.execute(sql`delete from tokens where mint = ${own}`);
    else await app.ctx.db.execute(sql`update tokens set creator_address = ${stranger} where mint = ${own}`);
    const send = { mint: own, uid: member.person.uid, sessionId: null, clientId: crypto.randomUUID(), text: "alone" };
    const [stored] = await appendMessages(app.ctx, [send]);
    if (!stored || !("seq" in stored)) throw new Error("the message was refused");
    await other.next("message", (frame) => frame.message.seq === stored.seq);
    socket.send({ type: "ping" });
    await socket.next("pong");
    expect(socket.seqs()).toEqual([]);
    for (const each of [socket, other]) each.close();
  },
);

test("a member whose session expires, without a change of any row, does not receive the next message", async () => {
  const { member, socket } = await newReader();
  const [session] = await app.ctx.db.select().from(sessions).where(ofPerson(member));
  vi.useFakeTimers({ toFake: ["Date"], now: (session?.expiresAt.getTime() ?? 0) + 1 });
  try {
    const seq = await say("not for you any more");
    expect(await socket.closed).toBe(4401);
    expect(socket.seqs()).not.toContain(seq);
  } finally {
    vi.useRealTimers();
  }
});

test("while the database cannot confirm who may read, nothing is delivered, and afterwards all readers get it", async () => {
  const [{ member, socket }, other] = [await newReader(), await newReader()];
  const { callers } = app.ctx.ports;
  const { endedSessions } = callers;
  let asked = 0;
  callers.endedSessions = async (sessionIds) => {
    if (!sessionIds.includes(member.credentials.session?.sessionId ?? "")) return endedSessions(sessionIds);
    asked += 1;
    if (asked < 3) throw new Error("no answer");
    callers.endedSessions = endedSessions;
    return endedSessions(sessionIds);
  };
  await app.ctx.db
    .update(seats)
    .set({ state: "expired" })
    .where(and(eq(seats.mint, mint), eq(seats.uid, member.person.uid)));
  const after = await say("for those who stay");
  await other.socket.next("message", (frame) => frame.message.seq === after);
  // A subscription that still reads the log finds the message there, before the third answer.
  await expect.poll(() => asked).toBeGreaterThanOrEqual(3);
  socket.send({ type: "ping" });
  await socket.next("pong");
  expect(socket.seqs()).not.toContain(after);
  for (const each of [socket, other.socket]) each.close();
});

test("a session that ends during its subscription receives nothing", async () => {
  const { member, socket } = await newReader();
  await app.ctx.db.delete(sessions).where(ofPerson(member));
  socket.send({ type: "subscribe", mint, afterSeq: 0 as Seq });
  // The socket may be closed before the subscription is answered.
  expect(await socket.closed).toBe(4401);
  const refused = socket.frames.filter(({ type }) => type === "refused");
  if (refused.length > 0) expect(refused).toMatchObject([{ code: "unauthorized", mint }]);
  expect(socket.seqs()).toEqual([]);
});
