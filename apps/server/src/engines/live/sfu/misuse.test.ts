import { setImmediate, setTimeout as wait } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { weightOf } from "../testing/media-room.ts";
import { allOn, isLong, loopback, openRelayedRoom, openRoom, portsIn, seed, seeded } from "../testing/test-rooms.ts";
import { makePacket } from "../testing/viewer.ts";
import { isRtcp, negativeAcknowledgement, pictureLossIndication, rtcpTypes } from "./rtp.ts";

// The forwarding unit in its own process with people who stop reading, send invalid data, or keep joining and leaving.

vi.setConfig({ testTimeout: isLong ? 3_600_000 : 120_000 });

test("a viewer who stops reading does not affect the others, and nothing is queued for them", async () => {
  const { relay, room } = await openRelayedRoom(seeded(seed));
  const speaker = await room.join("speaker", 0);
  room.media.allow("speaker", allOn);
  await room.join("deaf", null);
  const other = await room.join("other", null);
  speaker.send(2_000_000);
  await other.firstPicture;
  const before = weightOf(room.pid()).memory;
  for (const port of portsIn(room.offers.get("deaf receive"))) relay.mute(port);
  const had = other.received();
  await expect.poll(() => other.received() - had, { timeout: 60_000 }).toBeGreaterThan(isLong ? 20_000 : 400);
  expect(weightOf(room.pid()).memory - before).toBeLessThan(60e6);
  if (isLong) await expect.poll(() => room.lost.has("deaf"), { timeout: 90_000 }).toBe(true);
});

test(`${isLong ? "a thousand" : "fifty"} joins and leaves cause no disconnect and leave nothing behind`, async () => {
  const room = openRoom(loopback);
  const speaker = await room.join("speaker", 0);
  room.media.allow("speaker", allOn);
  speaker.send(100_000);
  const comeAndGoOnce = async (number: number) => {
    const viewer = await room.join(`viewer ${number}`, number % 5 === 4 ? 1 : null);
    await viewer.firstPicture;
    room.leave(`viewer ${number}`);
  };
  /** Concurrency: a join mostly waits for the network. One of them speaks, on a place of its own. */
  const atOnce = 5;
  const comeAndGo = async (from: number, to: number) => {
    for (let first = from; first < to; first += atOnce)
      await Promise.all(Array.from({ length: atOnce }, (_, index) => comeAndGoOnce(first + index)));
  };
  await comeAndGo(0, 10);
  const before = weightOf(room.pid());
  await comeAndGo(10, isLong ? 1_000 : 50);
  expect([...room.lost]).toEqual([]);
  await expect.poll(() => weightOf(room.pid()).handles).toBeLessThanOrEqual(before.handles + 4);
  expect(weightOf(room.pid()).memory).toBeLessThan(before.memory + 60e6);
});

test("invalid packets, reports, answers and pings crash nothing and use up no memory", async () => {
  const random = seeded(seed);
  const byte = (): number => Math.floor(random() * 256);
  const bytes = (length: number): Buffer => Buffer.from(Array.from({ length }, byte));
  /** A mutated copy: bits flipped, cut off, extended. */
  const mutate = (original: Buffer): Buffer => {
    const copy = Buffer.concat([original, bytes(random() < 0.2 ? byte() : 0)]);
    for (let turned = 0; turned <= random() * 8; turned += 1)
      if (copy.length > 0) copy.writeUInt8(byte(), Math.floor(random() * copy.length));
    return random() < 0.3 ? copy.subarray(0, Math.floor(random() * copy.length)) : copy;
  };
  const { relay, room } = await openRelayedRoom(random);
  const speaker = await room.join("speaker", 0);
  room.media.allow("speaker", allOn);
  const watcher = await room.join("watcher", null);
  const pid = room.pid();
  const anRtp = makePacket("camera", { bytes: 300, sequence: 1, timestamp: 1 });
  const anRtcp = negativeAcknowledgement(12, [1, 2, 3]);
  /** With only a few numbers: a sender with many is removed, which another test covers. */
  const mutated = (original: Buffer): Buffer => {
    const other = mutate(original);
    const numberAt = isRtcp(other) ? 4 : 8;
    if (other.length >= numberAt + 4) other.writeUInt32BE(byte() % 16, numberAt);
    return other;
  };
  const anAnswer = (room.offers.get("watcher receive") ?? "")
    .replaceAll("a=sendonly", "a=recvonly")
    .replaceAll("a=setup:actpass", "a=setup:active");
  const lines = anAnswer.split("\r\n");
  const aStunRequest = Buffer.concat([Buffer.from([0, 1, 0, 8, 0x21, 0x12, 0xa4, 0x42]), bytes(20)]);
  const ports = [...room.offers.values()].flatMap(portsIn);

  const disturb = async (round: number) => {
    for (let times = 0; times < 20; times += 1) {
      for (const mid of ["camera", "microphone", "small"]) speaker.put(mid, mutated(random() < 0.5 ? anRtp : anRtcp));
      watcher.put("v0", mutated(anRtcp));
      const sample = relay.samples[Math.floor(random() * relay.samples.length)] ?? aStunRequest;
      const port = ports[Math.floor(random() * ports.length)];
      if (port !== undefined) relay.inject(port, mutate(random() < 0.5 ? sample : aStunRequest));
    }
    const peerId = `nobody ${round}`;
    room.joinSilently(peerId, null);
    const wrong = lines
      .filter(() => random() > 0.1)
      .map((line) => (random() < 0.1 ? mutate(Buffer.from(line)).toString("latin1") : line));
    room.media.answer(peerId, "receive", wrong.join("\r\n"));
    room.media.answer(peerId, "send", bytes(200).toString("latin1"));
    // No faster than a sender may be: others are removed, which another test covers.
    await wait(30);
    room.media.leave(peerId);
  };
  let round = 0;
  const disturbFor = async (rounds: number) => {
    for (const end = round + rounds; round < end; round += 1) await disturb(round);
  };
  await disturbFor(20);
  const before = weightOf(pid);
  await disturbFor(isLong ? 6_000 : 60);
  // It is the same process, and it still works.
  expect(room.pid()).toBe(pid);
  await expect.poll(() => weightOf(pid).handles).toBeLessThanOrEqual(before.handles + 8);
  expect(weightOf(pid).memory).toBeLessThan(before.memory + 60e6);
  expect(room.lost).not.toContain("speaker");
  const another = await room.join("another", null);
  const fresh = await room.join("fresh speaker", 1);
  room.media.allow("fresh speaker", allOn);
  fresh.send(200_000);
  await another.firstPicture;
});

test("a unit that uses more memory than its people can need ends itself, and works again with the next call", async () => {
  // Less than it uses by itself, together with one person's share.
  const room = openRoom(loopback, { memory: 20e6 });
  room.joinSilently("somebody", null);
  await expect.poll(() => room.downs(), { timeout: 60_000 }).toBe(1);
  expect(() => room.pid()).toThrow("no process");
  room.media.open(room.liveId, 0);
  expect(room.pid()).toBeGreaterThan(0);
});

test("a sender with ever new stream numbers is removed before they fill the unit, and nobody else is affected", async () => {
  const room = openRoom(loopback);
  const speaker = await room.join("speaker", 0);
  room.media.allow("speaker", allOn);
  const watcher = await room.join("watcher", null);
  speaker.send(200_000);
  await watcher.firstPicture;
  const hostile = await room.join("hostile", 1);
  const deaf = await room.join("deaf", null);
  // On the sending connection, and on the one that only receives.
  for (let number = 0; number < 100; number += 1) {
    const packet = makePacket("camera", { bytes: 60, sequence: number, timestamp: number });
    packet.writeUInt32BE(1_000_000 + number, 8);
    hostile.put("camera", packet);
    const report = pictureLossIndication(2_000);
    report.writeUInt32BE(1_000_000 + number, 4);
    deaf.put("v0", report);
  }
  await expect.poll(() => [...room.lost].sort()).toEqual(["deaf", "hostile"]);
  const had = watcher.received();
  await expect.poll(() => watcher.received() - had).toBeGreaterThan(25);
});

test("a report that would hang the library's parser has no effect", async () => {
  const room = openRoom(loopback);
  const speaker = await room.join("speaker", 0);
  room.media.allow("speaker", allOn);
  const watcher = await room.join("watcher", null);
  speaker.send(200_000);
  await watcher.firstPicture;
  const hostile = [await room.join("hostile", null), await room.join("accomplice", 1)];
  // An SDES packet whose items extend beyond its end: with more than one track the library parses it in an endless loop.
  const sdes = Buffer.alloc(12, 0xff);
  sdes.set([0x81, rtcpTypes.sourceDescription, 0, 2, 0, 0, 0, 7]);
  for (const person of hostile)
    for (const mid of ["v0", "camera"]) for (let times = 0; times < 4; times += 1) person.put(mid, sdes);
  // As many library threads as this machine has processors would loop forever, and these joins would fail.
  for (let number = 0; number < 3; number += 1) await room.join(`late ${number}`, null);
  const had = watcher.received();
  await expect.poll(() => watcher.received() - had).toBeGreaterThan(25);
  expect(room.downs()).toBe(0);
});

test("whoever sends far more than a page does is removed, on the stage or in the audience, and everybody else's live goes on", async () => {
  const room = openRoom(loopback);
  const speaker = await room.join("speaker", 0);
  room.media.allow("speaker", allOn);
  const watcher = await room.join("watcher", null);
  speaker.send(1_500_000);
  await watcher.firstPicture;
  const pid = room.pid();
  const before = weightOf(pid).memory;
  const hostile = await room.join("hostile", 1);
  room.media.allow("hostile", allOn);
  const deaf = await room.join("deaf", null);
  // Valid packets, encrypted with the connection's own keys: large ones of a camera, and large reports of a viewer, so that a busy machine floods, too.
  const report = Buffer.concat(Array.from({ length: 90 }, () => pictureLossIndication(2_000)));
  for (let sequence = 0; sequence < 60_000 && room.lost.size < 2; sequence += 1) {
    hostile.put(
      "camera",
      makePacket("camera", { bytes: 1_100, sequence, timestamp: sequence, isKeyframe: sequence === 0 }),
    );
    deaf.put("v0", report);
    if (sequence % 50 === 0) await setImmediate();
  }
  await expect.poll(() => [...room.lost].sort()).toEqual(["deaf", "hostile"]);
  const had = watcher.received();
  await expect.poll(() => watcher.received() - had).toBeGreaterThan(100);
  expect(room.pid()).toBe(pid);
  expect(weightOf(pid).memory).toBeLessThan(before + 60e6);
  // They may come back, and be heard as anybody else.
  room.leave("hostile");
  const calm = await room.join("calm", 1);
  room.media.allow("calm", allOn);
  calm.send(200_000);
  const another = await room.join("another", null);
  await another.firstPicture;
});

test("strangers who flood the unit's ports with anything affect nobody's live", async () => {
  const random = seeded(seed);
  const { relay, room } = await openRelayedRoom(random);
  const speaker = await room.join("speaker", 0);
  room.media.allow("speaker", allOn);
  const watcher = await room.join("watcher", null);
  speaker.send(500_000);
  await watcher.firstPicture;
  const pid = room.pid();
  const before = weightOf(pid).memory;
  const noise = (first: readonly number[], length: number): Buffer =>
    Buffer.concat([Buffer.from(first), Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)))]);
  // What the library tells apart by its first bytes: STUN requests, the beginning of a handshake, sound and video, reports; and nothing at all.
  const kinds = [
    noise([0, 1, 0, 8, 0x21, 0x12, 0xa4, 0x42], 20),
    noise([22, 254, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 200], 200),
    noise([0x80, 96], 1_100),
    noise([0x81, 200], 60),
    noise([], 1_400),
    Buffer.alloc(0),
  ];
  const ports = [...room.offers.values()].flatMap(portsIn);
  const had = watcher.received();
  for (let count = 0; count < (isLong ? 1_000_000 : 30_000); count += 1) {
    for (const port of ports) relay.inject(port, kinds[count % kinds.length] ?? Buffer.alloc(0));
    if (count % 50 === 0) await setImmediate();
  }
  await expect.poll(() => watcher.received() - had).toBeGreaterThan(200);
  expect([...room.lost]).toEqual([]);
  expect(room.pid()).toBe(pid);
  expect(weightOf(pid).memory).toBeLessThan(before + 60e6);
  await room.join("another", null);
});
