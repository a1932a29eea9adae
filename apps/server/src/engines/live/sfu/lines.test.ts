import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { openLossyRelay } from "../testing/lossy-relay.ts";
import { type MediaRoom, openMediaRoom, weightOf } from "../testing/media-room.ts";
import { makePacket, type Viewer, type ViewerListener } from "../testing/viewer.ts";
import {
  asksKeyframe,
  isRtcp,
  negativeAcknowledgement,
  pictureLossIndication,
  readRtcp,
  readRtp,
  receiverReport,
  rtcpTypes,
} from "./rtp.ts";

// The forwarding unit in its own process, between people who are no browsers: over bad lines, beside strangers, and with many
// who come and go.

const isLong = process.env.TRIBE_LONG === "1";
vi.setConfig({ testTimeout: isLong ? 3_600_000 : 120_000 });
const loopback = { bindAddress: "127.0.0.1", publicAddress: null, ports: null } as const;
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Repeatable numbers in [0, 1) (mulberry32). */
const seeded = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};
const seed = isLong ? Math.floor(Math.random() * 2 ** 31) : 21;

const openRoom = (...args: Parameters<typeof openMediaRoom>): MediaRoom => {
  const room = openMediaRoom(...args);
  closing.push(room.stop);
  return room;
};
/** A room that is reached over a relay alone. */
const openRelayedRoom = async (random: () => number) => {
  const relay = await openLossyRelay(24, random);
  const room = openRoom(
    { bindAddress: "127.0.0.1", publicAddress: relay.address, ports: relay.ports },
    { hidesAddresses: true },
  );
  closing.push(relay.close);
  return { relay, room };
};
const allOn = { microphone: true, camera: true, screen: false };
/** Ports at which an offer says that the unit is reached. */
const portsIn = (offer = ""): readonly number[] =>
  [...offer.matchAll(/^a=candidate:\S+ \d+ UDP \d+ \S+ (\d+) typ host/gim)].map(([, port]) => Number(port));

/** Sends as a browser does: whole pictures when they are asked for, and again what was lost. */
const newSpeaker = () => {
  const kept = new Map<number, Buffer>();
  let viewer: Viewer | null = null;
  let [frame, sequence, sound] = [0, 0, 0];
  let wantsKeyframe = true;
  return {
    listener: {
      feedback: (mid, packet) => {
        for (const part of readRtcp(packet)) {
          if (asksKeyframe(part)) wantsKeyframe = true;
          if (mid !== "small" || part.type !== rtcpTypes.transportFeedback) continue;
          for (let at = 12; at + 4 <= part.bytes.length; at += 4) {
            const lost = kept.get(part.bytes.readUInt16BE(at));
            if (lost) viewer?.put("small", lost);
          }
        }
      },
    } satisfies ViewerListener,
    begin: (as: Viewer) => {
      viewer = as;
    },
    /** 40 ms: one picture in two packets, and two of sound. */
    sendFrame: () => {
      frame += 1;
      for (const part of [0, 1]) {
        sequence += 1;
        const isKeyframe = part === 0 && wantsKeyframe;
        const packet = makePacket("small", { bytes: 400, sequence, timestamp: frame * 3_600, isKeyframe });
        kept.set(sequence & 0xffff, packet);
        viewer?.put("small", packet);
        sound += 1;
        viewer?.put("microphone", makePacket("microphone", { bytes: 80, sequence: sound, timestamp: sound * 960 }));
      }
      wantsKeyframe = false;
    },
  };
};

/** Takes what comes as a browser does: asks again for what is missing. Knows afterwards what could be shown and heard. */
const newWatcher = () => {
  const pictures = new Map<number, { readonly timestamp: number; readonly isKeyframe: boolean }>();
  const sounds = new Set<number>();
  const missing = new Map<number, number>();
  let [highest, viewer, timer]: [number, Viewer | null, NodeJS.Timeout | undefined] = [-1, null, undefined];
  return {
    listener: {
      packet: (mid, packet) => {
        const header = readRtp(packet);
        if (!header) return;
        if (mid === "a0") sounds.add(header.timestamp);
        if (mid !== "v0") return;
        const { sequence, timestamp, payloadAt } = header;
        pictures.set(sequence, { timestamp, isKeyframe: packet.readUInt8(payloadAt + 1) === 0 });
        missing.delete(sequence);
        if (highest >= 0) for (let lost = highest + 1; lost < sequence; lost += 1) missing.set(lost, 0);
        highest = Math.max(highest, sequence);
      },
    } satisfies ViewerListener,
    begin: (as: Viewer) => {
      viewer = as;
      timer = setInterval(() => {
        const again = [...missing].filter(([, tries]) => tries < 10).map(([sequence]) => sequence);
        for (const sequence of again) missing.set(sequence, (missing.get(sequence) ?? 0) + 1);
        if (again.length > 0) viewer?.put("v0", negativeAcknowledgement(2_000, again.slice(0, 50)));
        // A whole picture that was lost before anything else came is no gap.
        const isBlind = highest >= 0 && ![...pictures.values()].some(({ isKeyframe }) => isKeyframe);
        if (isBlind) viewer?.put("v0", pictureLossIndication(2_000));
      }, 60);
      closing.push(async () => clearInterval(timer));
    },
    /** Pictures that came whole, and as those before them. */
    shown: () => {
      let [count, isBroken, expected] = [0, true, -1];
      const sequences = [...pictures.keys()].sort((a, b) => a - b);
      for (const [index, sequence] of sequences.entries()) {
        const packet = pictures.get(sequence);
        if (sequence !== expected && expected >= 0) isBroken = true;
        if (packet?.isKeyframe) isBroken = false;
        expected = sequence + 1;
        const next = sequences[index + 1];
        const isLast = next === sequence + 1 && pictures.get(next)?.timestamp !== packet?.timestamp;
        if (isLast && !isBroken) count += 1;
      }
      return count;
    },
    heard: () => sounds.size,
    /** The longest silence within what was heard, ms. */
    longestGap: () => {
      const times = [...sounds].sort((a, b) => a - b);
      return times.reduce((longest, time, index) => Math.max(longest, time - (times[index - 1] ?? time) - 960), 0) / 48;
    },
  };
};

test("over a line that loses 2 % and takes 100 ms the picture moves on and the sound has no hole", async () => {
  process.stdout.write(`lossy line: seed ${seed}\n`);
  const { relay, room } = await openRelayedRoom(seeded(seed));
  const [speaker, watcher] = [newSpeaker(), newWatcher()];
  speaker.begin(await room.join("speaker", 0, speaker.listener));
  room.media.allow("speaker", allOn);
  relay.setLine({ loss: 0.02, delay: 100 });
  // Joins over the bad line, too.
  watcher.begin(await room.join("watcher", null, watcher.listener));
  for (let before = 0; watcher.shown() === 0; before += 1) {
    if (before > 500) throw new Error("no picture came");
    speaker.sendFrame();
    await wait(40);
  }
  const before = { shown: watcher.shown(), heard: watcher.heard(), dropped: relay.dropped() };
  const frames = isLong ? 1_500 : 75;
  for (let frame = 0; frame < frames; frame += 1) {
    speaker.sendFrame();
    await wait(40);
  }
  // Of 25 pictures a second at least 15 can be shown; in truth nearly all, since what is lost is sent again.
  await expect.poll(() => watcher.shown() - before.shown).toBeGreaterThan((frames * 15) / 25);
  await expect.poll(() => watcher.heard() - before.heard).toBeGreaterThan(frames * 2 * 0.8);
  expect(watcher.longestGap()).toBeLessThanOrEqual(200);
  expect(relay.dropped()).toBeGreaterThan(before.dropped);
});

test("whose line loses too much is sent the sound alone, and told so", async () => {
  const room = openRoom(loopback);
  const speaker = await room.join("speaker", 0);
  room.media.allow("speaker", allOn);
  let [pictures, sounds] = [0, 0];
  const watcher = await room.join("watcher", null, {
    packet: (mid) => {
      if (mid === "v0") pictures += 1;
      else sounds += 1;
    },
  });
  speaker.send(300_000);
  await watcher.firstPicture;
  const bad = { ssrc: 2_000, fractionLost: 0.5, lost: 50, highest: 100, lastReport: 0, sinceLastReport: 0 };
  const complaints = setInterval(() => watcher.put("v0", receiverReport({ ...bad, expected: 100, missed: 50 })), 200);
  closing.push(async () => clearInterval(complaints));
  await expect.poll(() => room.lines.get("watcher")).toBe("sound");
  // Pictures that are under way still come; then there is sound without any.
  await expect
    .poll(async () => {
      const [heard, seen] = [sounds, pictures];
      await expect.poll(() => sounds - heard).toBeGreaterThan(25);
      return pictures - seen;
    })
    .toBe(0);
});

test("a speaker whose line loses too much is told to send less, then the sound alone, and to send more when it is good", async () => {
  const { relay, room } = await openRelayedRoom(seeded(seed));
  const speaker = await room.join("speaker", 0);
  room.media.allow("speaker", allOn);
  speaker.send(300_000);
  relay.setLine({ loss: 0.3, delay: 0 });
  await expect.poll(() => room.uplinks.get("speaker"), { timeout: 60_000 }).toBe("small");
  await expect.poll(() => room.uplinks.get("speaker"), { timeout: 60_000 }).toBe("sound");
  // A long wait on purpose: more is tried only after some seconds without a fault.
  if (!isLong) return;
  relay.setLine({ loss: 0, delay: 0 });
  await expect.poll(() => room.uplinks.get("speaker"), { timeout: 120_000 }).toBe("full");
});

test("who wants the sound alone is sent no picture from the first packet on, and a whole one when they want them again", async () => {
  const room = openRoom(loopback);
  const speaker = newSpeaker();
  speaker.begin(await room.join("speaker", 0, speaker.listener));
  room.media.allow("speaker", allOn);
  const other = await room.join("other", null);
  const pictures: Buffer[] = [];
  let sounds = 0;
  const listener: ViewerListener = {
    packet: (mid, packet) => {
      if (mid === "v0") pictures.push(packet);
      else if (mid === "a0") sounds += 1;
    },
  };
  const joining = room.join("saver", null, listener);
  room.media.setSoundOnly("saver", true);
  await joining;
  const timer = setInterval(speaker.sendFrame, 40);
  closing.push(async () => clearInterval(timer));
  await other.firstPicture;
  await expect.poll(() => sounds).toBeGreaterThan(25);
  expect(pictures).toEqual([]);
  room.media.setSoundOnly("saver", false);
  await expect.poll(() => pictures.length).toBeGreaterThan(4);
  // A picture begins with its first byte of payload after the descriptor: 0 is a whole one.
  expect(pictures[0]?.readUInt8(13)).toBe(0);
  room.media.setSoundOnly("saver", true);
  // Pictures that are under way still come; then there is sound without any.
  await expect
    .poll(async () => {
      const [heard, seen] = [sounds, pictures.length];
      await expect.poll(() => sounds - heard).toBeGreaterThan(25);
      return pictures.length - seen;
    })
    .toBe(0);
  expect(other.received()).toBeGreaterThan(0);
});

test("a viewer who takes nothing any more costs the others nothing, and nothing is kept for them", async () => {
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

test(`${isLong ? "a thousand" : "fifty"} joins and leaves break off never and leave nothing behind`, async () => {
  const room = openRoom(loopback);
  const speaker = await room.join("speaker", 0);
  room.media.allow("speaker", allOn);
  speaker.send(100_000);
  const comeAndGoOnce = async (number: number) => {
    const viewer = await room.join(`viewer ${number}`, number % 5 === 4 ? 1 : null);
    await viewer.firstPicture;
    room.leave(`viewer ${number}`);
  };
  /** So many at once: a join waits for the network most of its time. One of them speaks, on a place of its own. */
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

test("packets, reports, answers and pings that are none crash nothing and fill nothing", async () => {
  const random = seeded(seed);
  const byte = (): number => Math.floor(random() * 256);
  const bytes = (length: number): Buffer => Buffer.from(Array.from({ length }, byte));
  /** Something like it: bits turned, cut off, drawn out. */
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
  /** Under a few numbers only: who uses many is put out, and a test of its own is about that. */
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
    await wait(5);
    room.media.leave(peerId);
  };
  let round = 0;
  const disturbFor = async (rounds: number) => {
    for (const end = round + rounds; round < end; round += 1) await disturb(round);
  };
  await disturbFor(20);
  const before = weightOf(pid);
  await disturbFor(isLong ? 6_000 : 60);
  // It is the same process, and still does what it is for.
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

test("a unit that takes more than its people can need ends itself, and works again with the next call", async () => {
  // Less than it takes by itself, with the share of the one who is in.
  const room = openRoom(loopback, { memory: 20e6 });
  room.joinSilently("somebody", null);
  await expect.poll(() => room.downs(), { timeout: 60_000 }).toBe(1);
  expect(() => room.pid()).toThrow("no process");
  room.media.open(room.liveId, 0);
  expect(room.pid()).toBeGreaterThan(0);
});

test("who sends under ever new numbers is put out before they fill the unit, and nobody else notices", async () => {
  const room = openRoom(loopback);
  const speaker = await room.join("speaker", 0);
  room.media.allow("speaker", allOn);
  const watcher = await room.join("watcher", null);
  speaker.send(200_000);
  await watcher.firstPicture;
  const hostile = await room.join("hostile", 1);
  const deaf = await room.join("deaf", null);
  // By the connection that sends, and by the one that only receives.
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

test("a report that would hang the library's own reader costs nobody anything", async () => {
  const room = openRoom(loopback);
  const speaker = await room.join("speaker", 0);
  room.media.allow("speaker", allOn);
  const watcher = await room.join("watcher", null);
  speaker.send(200_000);
  await watcher.firstPicture;
  const hostile = [await room.join("hostile", null), await room.join("accomplice", 1)];
  // An SDES packet whose items go on beyond its end: with more than one track the library reads it again and again.
  const sdes = Buffer.alloc(12, 0xff);
  sdes.set([0x81, rtcpTypes.sourceDescription, 0, 2, 0, 0, 0, 7]);
  for (const person of hostile)
    for (const mid of ["v0", "camera"]) for (let times = 0; times < 4; times += 1) person.put(mid, sdes);
  // As many of the library's threads as this machine has processors would go round for ever, and these could not come.
  for (let number = 0; number < 3; number += 1) await room.join(`late ${number}`, null);
  const had = watcher.received();
  await expect.poll(() => watcher.received() - had).toBeGreaterThan(25);
  expect(room.downs()).toBe(0);
});
