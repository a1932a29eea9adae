import { createHmac } from "node:crypto";
import { setImmediate, setTimeout as wait } from "node:timers/promises";
import { type Mint, routes } from "@tribe/contract";
import { type LiveRoom, liveEventCodes } from "@tribe/contract/live";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type LiveRecord, recordText } from "../../engines/live/port.ts";
import { pictureLossIndication } from "../../engines/live/sfu/rtp.ts";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import {
  type IndexedPerson,
  indexHolding,
  newIndexedPerson,
  newIndexedTribe,
} from "../indexer/testing/indexed-tribe.ts";
import { blockMember, takeSeat } from "../membership/index.ts";
import { openSocket, type TestSocket } from "../realtime/testing/test-socket.ts";
import { recordLiveEvent } from "./store/records.ts";
import { joinLive, mediaTimeout, openPage, type TestPage } from "./testing/test-page.ts";

let app: TestApp;
let chief: IndexedPerson;
let member: IndexedPerson;
let other: IndexedPerson;
let mint: Mint;
let elsewhere: Mint;
const open: { close(): void }[] = [];
const records: LiveRecord[] = [];

beforeAll(async () => {
  app = await startTestApp({ withWorkers: true });
  app.ctx.bus.subscribe("live.recorded", ({ payload }) => void records.push(payload));
  [chief, member, other] = [await newIndexedPerson(app), await newIndexedPerson(app), await newIndexedPerson(app)];
  mint = await newIndexedTribe(app, chief.person.address);
  elsewhere = await newIndexedTribe(app, other.person.address);
  await seat(member);
});
afterEach(async () => {
  const session = await enter(chief);
  session.page.act({ kind: "command", command: { kind: "liveEnded" } });
  await session.page.next("left");
  for (const each of open.splice(0)) each.close();
});
afterAll(() => app.stop());

const seat = async (who: IndexedPerson, tokens = 20n) => {
  await indexHolding(app.ctx, mint, who.person.address, tokens);
  await app.ctx.db.transaction((tx) => takeSeat(tx, mint, who.person));
};
const start = (title = "") => chief.call(routes.live.start, { body: { mint, title } });
const connect = async (who: IndexedPerson): Promise<TestSocket> => {
  const socket = await openSocket(app, who);
  open.push(socket);
  return socket;
};
interface EnterOptions {
  readonly answers?: boolean;
  readonly soundOnly?: boolean;
}
/** Opens a page that joins the live. */
const goIn = async (who: IndexedPerson, socket: TestSocket, options: EnterOptions = {}): Promise<TestPage> => {
  const page = openPage(socket, mint, options);
  open.push(page);
  await joinLive(page, who, mint, options);
  await page.next("room");
  return page;
};
/** Opens a page and joins the live, which is started if necessary. */
const enter = async (who: IndexedPerson, options?: EnterOptions): Promise<{ page: TestPage; socket: TestSocket }> => {
  await start();
  const socket = await connect(who);
  const page = await goIn(who, socket, options);
  return { page, socket };
};
/** Waits until the room that a page was last told matches. */
const roomIs = (page: TestPage, fits: (room: LiveRoom) => boolean) =>
  expect
    .poll(() => {
      const last = page.events.findLast((event) => event.kind === "room");
      return last?.kind === "room" && fits(last.room);
    })
    .toBe(true);
/** Sequence number of the last sent packet: lower ones would be dropped as late. */
let sequence = 0;
/** Sends packets until some arrive. */
const streamUntil = async (from: TestPage, mid: string, arrives: () => boolean) => {
  for (const end = Date.now() + mediaTimeout; !arrives(); await wait(10)) {
    if (Date.now() > end) throw new Error(`nothing of ${mid} arrived from a page that was ${from.states()}`);
    sequence += 1;
    from.send(mid, sequence, sequence % 5 === 0);
  }
};

test("forwards the Chief's sound and video to a member, and nothing that either of them switched off", async () => {
  const [one, two] = [await enter(chief), await enter(member, { soundOnly: true })];
  one.page.act({ kind: "devices", microphone: true, camera: true, screen: false });
  const { room } = await two.page.next("room", (event) => event.room.stage[0]?.camera === true);
  expect(room).toMatchObject({
    stage: [{ uid: chief.person.uid, place: 0, isChief: true }],
    audience: [member.person.uid],
  });
  await streamUntil(one.page, "microphone", () => two.page.received("a0") > 3);
  for (const end = sequence + 20; sequence < end; sequence += 1) one.page.send("camera", sequence, true);
  const heard = two.page.received("a0");
  await streamUntil(one.page, "microphone", () => two.page.received("a0") > heard + 3);
  expect(two.page.received("v0")).toBe(0);
  two.page.act({ kind: "soundOnly", isOn: false });
  await streamUntil(one.page, "camera", () => two.page.received("v0") > 3);
  one.page.act({ kind: "devices", microphone: false, camera: false, screen: false });
  await roomIs(two.page, ({ stage }) => stage[0]?.camera === false);
  const before = two.page.received("a0");
  for (const end = sequence + 20; sequence < end; sequence += 1) one.page.send("microphone", sequence);
  one.page.act({ kind: "devices", microphone: false, camera: true, screen: false });
  await streamUntil(one.page, "camera", () => two.page.received("v0") > 8);
  expect(two.page.received("a0")).toBe(before);
});

test("a token is valid for one person, one live, one use and five minutes", async () => {
  await start();
  const [mine, theirs] = [await connect(member), await connect(chief)];
  const { token } = await member.call(routes.live.token, { body: { mint } });
  const stranger = openPage(theirs, mint);
  stranger.act({ kind: "join", token });
  expect(await stranger.next("refused")).toMatchObject({ action: "join", code: "unauthorized" });
  // The wrong person's attempt used it up: it is invalid for the right one as well.
  const again = openPage(mine, mint);
  again.act({ kind: "join", token });
  expect(await again.next("refused")).toMatchObject({ code: "unauthorized" });

  await other.call(routes.live.start, { body: { mint: elsewhere, title: "" } });
  await indexHolding(app.ctx, elsewhere, member.person.address, 20n);
  await app.ctx.db.transaction((tx) => takeSeat(tx, elsewhere, member.person));
  const { token: foreign } = await member.call(routes.live.token, { body: { mint: elsewhere } });
  const astray = openPage(mine, mint);
  astray.act({ kind: "join", token: foreign });
  expect(await astray.next("refused")).toMatchObject({ code: "unauthorized" });

  const late = openPage(mine, mint);
  const { token: old } = await member.call(routes.live.token, { body: { mint } });
  app.clock.offset += 301_000;
  late.act({ kind: "join", token: old });
  expect(await late.next("refused")).toMatchObject({ code: "unauthorized" });
  app.clock.offset = 0;

  const { token: forged } = await member.call(routes.live.token, { body: { mint } });
  await app.ctx.db.execute(
    sql`update live_tokens set uid = ${chief.person.uid}, session_id = ${chief.credentials.session?.sessionId}`,
  );
  const thief = openPage(theirs, mint);
  thief.act({ kind: "join", token: forged });
  expect(await thief.next("refused")).toMatchObject({ code: "unauthorized" });
});

test("only the Chief can start, only members can join, and a blocked one is removed and told", async () => {
  await expect(member.call(routes.live.start, { body: { mint, title: "" } })).rejects.toMatchObject({
    code: "forbidden",
  });
  await expect(member.call(routes.live.token, { body: { mint } })).rejects.toMatchObject({ code: "live_ended" });
  await start("Bench day");
  const { live } = await other.call(routes.live.last, { query: { mint } });
  expect(live).toMatchObject({ title: "Bench day", endedAt: null });
  expect((await other.call(routes.live.now, {})).lives).toContainEqual(
    expect.objectContaining({ mint, title: "Bench day" }),
  );
  await expect(other.call(routes.live.token, { body: { mint } })).rejects.toMatchObject({ code: "not_a_member" });
  const guest = await newIndexedPerson(app);
  await seat(guest);
  const { token: unused } = await guest.call(routes.live.token, { body: { mint } });
  const { page, socket } = await enter(guest);
  await app.ctx.db.transaction((tx) => blockMember(tx, mint, guest.person));
  expect(await page.next("left")).toMatchObject({ reason: "seat_lost" });
  // A token from before the block is invalid.
  const back = openPage(socket, mint);
  back.act({ kind: "join", token: unused });
  expect(await back.next("refused")).toMatchObject({ code: "banned" });
});

test("a member whose holding falls too low is removed from the media at once", async () => {
  const seller = await newIndexedPerson(app);
  await seat(seller);
  const { page } = await enter(seller);
  await indexHolding(app.ctx, mint, seller.person.address, 9n);
  expect(await page.next("left")).toMatchObject({ reason: "seat_lost" });
});

test("commands and the stage need permission", async () => {
  const [one, two] = [await enter(chief), await enter(member)];
  const { uid } = member.person;
  const refused = async (action: Parameters<TestPage["act"]>[0]) => {
    const before = two.page.events.length;
    two.page.act(action);
    await expect.poll(() => two.page.events.slice(before).some((event) => event.kind === "refused")).toBe(true);
  };
  await refused({ kind: "command", command: { kind: "liveEnded" } });
  await refused({ kind: "command", command: { kind: "switchOffMic", uid: chief.person.uid } });
  await refused({ kind: "command", command: { kind: "raw", data: "{}" } });
  await refused({ kind: "stage", uid, isOn: true });
  await refused({ kind: "stage", uid: chief.person.uid, isOn: false });
  await refused({ kind: "devices", microphone: true, camera: true, screen: true });
  two.page.act({ kind: "hand", isUp: true });
  await one.page.next("room", ({ room }) => room.hands.includes(uid));
  one.page.act({ kind: "stage", uid, isOn: true });
  await two.page.next("offer", ({ part }) => part === "send");
  two.page.act({ kind: "devices", microphone: true, camera: false, screen: false });
  await streamUntil(two.page, "microphone", () => one.page.received("a1") > 2);
  two.page.act({ kind: "command", command: { kind: "raw", data: "{}" } });
  expect(await one.page.next("command")).toMatchObject({ from: uid, command: { kind: "raw", data: "{}" } });
  one.page.act({ kind: "command", command: { kind: "switchOffMic", uid } });
  expect(await two.page.next("command", ({ command }) => command.kind === "switchOffMic")).toMatchObject({
    from: chief.person.uid,
  });
  await roomIs(
    one.page,
    ({ stage, hands }) => hands.length === 0 && stage.some((each) => each.uid === uid && !each.microphone),
  );
  for (let sent = 0; sent < 10; sent += 1)
    two.page.act({ kind: "command", command: { kind: "reaction", emoji: "🔥" } });
  two.page.act({ kind: "stage", uid, isOn: false });
  await roomIs(one.page, ({ stage }) => stage.length === 1);
  const reactions = one.page.events.filter((event) => event.kind === "command" && event.command.kind === "reaction");
  expect(reactions).toHaveLength(4);
});

test("another page of the same person takes over, and a reconnected WebSocket continues", async () => {
  const first = await enter(member);
  const second = await enter(member, { answers: false });
  expect(await first.page.next("left")).toMatchObject({ reason: "elsewhere" });
  await second.page.next("offer");
  second.socket.close();
  const again = await connect(member);
  const moved = openPage(again, mint);
  // With the page's own id it continues its connection.
  const { token } = await member.call(routes.live.token, { body: { mint } });
  again.send({ type: "live", mint, peerId: second.page.peerId, action: { kind: "join", token } });
  await again.next("live", (frame) => frame.peerId === second.page.peerId);
  // An unanswered offer may have been lost with the WebSocket: it is sent again.
  await again.next("live", (frame) => JSON.stringify(frame.event).includes('"offer"'));
  expect(moved.events).toEqual([]);
  again.send({ type: "live", mint, peerId: second.page.peerId, action: { kind: "leave" } });
  await again.next("live", (frame) => JSON.stringify(frame.event).includes('"left"'));
});

test("invalid actions, answers and packets have no effect on others", async () => {
  const [one, two] = [await enter(chief), await enter(member, { answers: false })];
  const bad = [
    null,
    5,
    "join",
    [],
    {},
    { kind: "nonsense" },
    { kind: "join" },
    { kind: "join", token: "x", soundOnly: 1 },
    { kind: "soundOnly" },
    { kind: "answer", part: "receive", sdp: "" },
  ];
  for (const action of [...bad, { kind: "answer", part: "receive", sdp: "x".repeat(24_001) }]) two.page.actRaw(action);
  await expect.poll(() => two.page.events.filter((event) => event.kind === "refused").length).toBe(bad.length + 1);
  // A page of another person cannot be controlled.
  const stranger = await connect(member);
  stranger.send({ type: "live", mint, peerId: one.page.peerId, action: { kind: "leave" } });
  stranger.send({ type: "live", mint, peerId: one.page.peerId, action: { kind: "hand", isUp: true } });
  await stranger.next("live", (frame) => JSON.stringify(frame.event).includes("not_found"));
  two.page.act({ kind: "answer", part: "receive", sdp: "v=0\r\nm=nonsense\r\na=ice-ufrag:" });
  expect(await two.page.next("left")).toMatchObject({ reason: "interrupted" });

  const three = await enter(member);
  one.page.act({ kind: "devices", microphone: true, camera: true, screen: false });
  await streamUntil(one.page, "microphone", () => three.page.received("a0") > 2);
  for (let size = 1; size < 1_200; size += 37) {
    const noise = Buffer.from(Array.from({ length: size }, (_, index) => (index * 97 + size * 31) & 0xff));
    one.page.sendRaw("camera", noise);
    noise.writeUInt8(0x80, 0);
    if (size > 1) noise.writeUInt8(200 + (size % 7), 1);
    one.page.sendRaw("camera", noise);
    three.page.sendRaw("v0", noise);
  }
  const before = three.page.received("a0");
  await streamUntil(one.page, "microphone", () => three.page.received("a0") > before + 2);
});

test("a page that floods the media is removed, with a line in the log about its person", async () => {
  const [one, two] = [await enter(chief), await enter(member)];
  const before = app.logs.length;
  // Large, so that a busy machine floods, too.
  const report = Buffer.concat(Array.from({ length: 90 }, () => pictureLossIndication(2_000)));
  const hasLeft = () => two.page.events.some((event) => event.kind === "left");
  // Before its connection stands, nothing is sent.
  await expect.poll(() => two.page.sendRaw("v0", report)).toBe(true);
  for (let sent = 0; sent < 60_000 && !hasLeft(); sent += 1) {
    two.page.sendRaw("v0", report);
    if (sent % 50 === 0) await setImmediate();
  }
  expect(await two.page.next("left")).toMatchObject({ reason: "interrupted" });
  const lines = app.logs.slice(before).filter((line) => line.includes("more into a live than a page does"));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 40, person: member.person.uid }]);
  const three = await enter(member);
  one.page.act({ kind: "devices", microphone: true, camera: false, screen: false });
  await streamUntil(one.page, "microphone", () => three.page.received("a0") > 2);
});

test("records 101 to 108 are signed, in order, each once", async () => {
  const [one, two] = [await enter(chief), await enter(member)];
  const { rows } = await app.ctx.db.execute<{ id: string }>(
    sql`select id from lives where mint = ${mint} and ended_at is null`,
  );
  const own = () => records.filter(({ liveId }) => liveId === rows[0]?.id);
  const count = (length: number) => expect.poll(() => own().length).toBe(length);
  await count(3);
  one.page.act({ kind: "stage", uid: member.person.uid, isOn: true });
  await count(4);
  one.page.act({ kind: "stage", uid: member.person.uid, isOn: false });
  await count(5);
  two.page.act({ kind: "leave" });
  await count(6);
  one.page.act({ kind: "command", command: { kind: "liveEnded" } });
  await count(8);
  const codes = own().map(({ code }) => code);
  expect(codes[0]).toBe(liveEventCodes.channelCreate);
  expect(new Set(codes.slice(1, 3))).toEqual(new Set([liveEventCodes.broadcasterJoin, liveEventCodes.audienceJoin]));
  expect(codes.slice(3)).toEqual([
    liveEventCodes.becameBroadcaster,
    liveEventCodes.becameAudience,
    liveEventCodes.audienceLeave,
    liveEventCodes.broadcasterLeave,
    liveEventCodes.channelDestroy,
  ]);
  expect(own().map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  const key = app.ctx.keys.mac("token", "live records");
  for (const { mac, ...record } of own())
    expect(mac).toBe(createHmac("sha256", key).update(recordText(record)).digest("base64url"));
  const [again] = own();
  if (!again) throw new Error("nothing was recorded");
  await app.ctx.db.transaction((tx) => recordLiveEvent(tx, mint, again));
  const stored = await app.ctx.db.execute(sql`select from live_records where live_id = ${again.liveId}`);
  expect(stored.rows).toHaveLength(8);
});

test("its metrics are only for operators", async () => {
  await enter(chief);
  const ask = (authorization?: string) =>
    fetch(`${app.origin}/metrics`, { headers: authorization === undefined ? {} : { authorization } });
  for (const wrong of [undefined, "Bearer ", "Bearer a token of the test", "Basic a token of the tests"]) {
    const refused = await ask(wrong);
    expect([refused.status, await refused.text()]).toEqual([401, ""]);
  }
  const told = await (await ask("Bearer a token of the tests")).text();
  expect(told).toMatch(/^# TYPE tribe_lives gauge\ntribe_lives [1-9]/m);
  expect(told).toMatch(/^tribe_live_people [1-9]/m);
  expect(told).toMatch(/^tribe_live_streams_limit 2000$/m);
  expect(told).toMatch(/^# TYPE tribe_live_refused_total counter$/m);
});
