import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { IncomingStream, resendWindowPackets } from "./incoming-stream.ts";
import { OutgoingStream } from "./outgoing-stream.ts";
import {
  aboutStream,
  asksKeyframe,
  bitrateIn,
  isVp8Keyframe,
  lossesIn,
  lostSequences,
  negativeAcknowledgement,
  payloadTypes,
  pictureLossIndication,
  type Reception,
  readRtcp,
  readRtp,
  receiverBitrate,
  receiverReport,
  rtcpTypes,
  senderOf,
} from "./rtp.ts";

const packet = (
  sequence: number,
  options: { timestamp?: number; ssrc?: number; isKeyframe?: boolean; audio?: boolean } = {},
) => {
  const { timestamp = sequence * 3_000, ssrc = 7, isKeyframe = false, audio = false } = options;
  const bytes = Buffer.alloc(20);
  bytes.writeUInt8(0x80, 0);
  bytes.writeUInt8(audio ? payloadTypes.audio : payloadTypes.video, 1);
  bytes.writeUInt16BE(sequence & 0xffff, 2);
  bytes.writeUInt32BE(timestamp >>> 0, 4);
  bytes.writeUInt32BE(ssrc, 8);
  bytes.writeUInt8(0x10, 12);
  bytes.writeUInt8(isKeyframe ? 0 : 1, 13);
  return bytes;
};

/** A viewer's stream, and the packets sent to it. */
const newViewer = () => {
  const sent: Buffer[] = [];
  // Copied as by the library: the next viewer's numbers overwrite these.
  const stream = new OutgoingStream("video", 2_000, (bytes) => sent.push(Buffer.from(bytes)) > 0);
  stream.isOpen = true;
  return { stream, sent, sequences: () => sent.map((bytes) => bytes.readUInt16BE(2)) };
};
const quiet: Reception = {
  ssrc: 0,
  fractionLost: 0,
  lost: 0,
  expected: 0,
  missed: 0,
  highest: 0,
  lastReport: 0,
  sinceLastReport: 0,
};
const newSender = () => {
  const asked: Buffer[] = [];
  const stream = new IncomingStream("video", (bytes) => asked.push(bytes));
  stream.isAllowed = true;
  return { stream, asked };
};

describe("untrusted packets", () => {
  test("are parsed without an error, whatever their bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        const any = Buffer.from(bytes);
        senderOf(any);
        const header = readRtp(any);
        if (header) isVp8Keyframe(any, header.payloadAt);
        for (const part of readRtcp(any)) {
          asksKeyframe(part);
          aboutStream(part);
          lossesIn(part);
          lostSequences(part);
          bitrateIn(part);
        }
        const sender = newSender();
        sender.stream.take(any, 0);
        sender.stream.takeSenderReport(any, 0);
        sender.stream.tick(1_000);
        sender.stream.report(1_000);
      }),
      { numRuns: 3_000 },
    );
  });

  test("are parsed up to the first part of a compound packet that exceeds its end", () => {
    const good = pictureLossIndication(5);
    const broken = Buffer.from(good);
    broken.writeUInt16BE(500, 2);
    expect(readRtcp(Buffer.concat([good, broken])).map(asksKeyframe)).toEqual([true]);
    expect(readRtcp(Buffer.alloc(4))).toEqual([]);
  });
});

test("parses what it writes", () => {
  expect(readRtcp(receiverBitrate(1_500_000, [5, 6])).map(bitrateIn)[0]).toBeCloseTo(1_500_000, -2);
  const reception = { ...quiet, ssrc: 5, fractionLost: 0.25, lost: 3, highest: 70_000 };
  expect(readRtcp(receiverReport(reception)).map(lossesIn)).toEqual([[0.25]]);
  expect(readRtcp(pictureLossIndication(5)).map(aboutStream)).toEqual([5]);
  expect(readRtcp(negativeAcknowledgement(6, [1, 65_535])).map(aboutStream)).toEqual([6]);
  expect(readRtcp(negativeAcknowledgement(6, [1, 65_535])).map(lostSequences)).toEqual([[1, 65_535]]);
  expect(readRtcp(receiverReport(reception)).map(aboutStream)).toEqual([null]);
});

test("parses browsers' packets that we never write: several streams in a report, runs of lost packets, and a full intra request", () => {
  const twice = Buffer.alloc(8 + 2 * 24);
  twice.set([0x82, rtcpTypes.receiverReport, 0, 13]);
  twice.writeUInt8(64, 12);
  twice.writeUInt8(128, 36);
  expect(readRtcp(twice).map(lossesIn)).toEqual([[0.25, 0.5]]);
  const run = negativeAcknowledgement(6, [65_534]);
  run.writeUInt16BE(0b1000_0000_0000_0101, 14);
  expect(readRtcp(run).map(lostSequences)).toEqual([[65_534, 65_535, 1, 14]]);
  const intra = Buffer.alloc(20);
  intra.set([0x84, rtcpTypes.payloadFeedback, 0, 4]);
  intra.writeUInt32BE(9, 12);
  expect(readRtcp(intra).map(aboutStream)).toEqual([9]);
});

test("finds the start of a keyframe after any VP8 descriptor", () => {
  expect(isVp8Keyframe(packet(1, { isKeyframe: true }), 12)).toBe(true);
  expect(isVp8Keyframe(packet(1), 12)).toBe(false);
  const extended = Buffer.from([0x90, 0xf0, 0x80, 0x01, 0x02, 0x03, 0x00]);
  expect(isVp8Keyframe(extended, 0)).toBe(true);
  expect(isVp8Keyframe(extended.subarray(0, 5), 0)).toBe(false);
});

test("requests lost packets from the sender a few times, and counts them", () => {
  const { stream, asked } = newSender();
  const viewer = newViewer();
  viewer.stream.want(stream, 0);
  stream.take(packet(10, { isKeyframe: true }), 0);
  stream.take(packet(13), 10);
  stream.tick(10);
  expect(asked.at(-1)).toEqual(negativeAcknowledgement(7, [11, 12]));
  stream.take(packet(11), 30);
  stream.take(packet(11), 31);
  expect(viewer.sequences()).toEqual([10, 13, 11]);
  for (let now = 60; now < 900; now += 20) stream.tick(now);
  expect(asked.filter((bytes) => bytes.readUInt8(1) === 205)).toHaveLength(4);
  expect(stream.report(1_000)).toMatchObject({ lost: 1, fractionLost: 0.25, highest: 13 });
  // Over a slow connection it arrives after the last request.
  stream.take(packet(12), 900);
  expect(viewer.sequences()).toEqual([10, 13, 11, 12]);
  stream.take(packet(16), 1_000);
  for (let now = 1_000; now < 2_100; now += 20) stream.tick(now);
  stream.take(packet(15), 2_100);
  expect(viewer.sequences()).toEqual([10, 13, 11, 12, 16]);
});

test("counts retransmitted packets as missed, to measure the sender's connection", () => {
  const { stream } = newSender();
  for (const sequence of [1, 3, 2, 4, 7]) stream.take(packet(sequence), 0);
  // 2 was only late; 5 and 6 are requested.
  stream.tick(20);
  stream.take(packet(5), 60);
  expect(stream.report(1_000)).toMatchObject({ expected: 7, missed: 2, lost: 1 });
  for (const sequence of [8, 9]) stream.take(packet(sequence), 1_100);
  expect(stream.report(2_000)).toMatchObject({ expected: 2, missed: 0, lost: 1 });
});

test("continues counting when sequence numbers wrap around", () => {
  const { stream } = newSender();
  for (const sequence of [65_534, 65_535, 65_536, 65_537]) stream.take(packet(sequence), 0);
  expect(stream.report(0)).toMatchObject({ lost: 0, highest: 65_537 });
});

test("limits keyframe requests, and forgets none", () => {
  const { stream, asked } = newSender();
  stream.take(packet(1), 0);
  stream.askKeyframe(1_000);
  stream.askKeyframe(1_100);
  stream.tick(1_200);
  expect(asked).toHaveLength(1);
  stream.tick(1_320);
  expect(asked).toEqual([pictureLossIndication(7), pictureLossIndication(7)]);
});

test("repeats a keyframe request as long as a viewer waits for it", () => {
  const { stream, asked } = newSender();
  const viewer = newViewer();
  viewer.stream.isOpen = false;
  stream.take(packet(1), 0);
  viewer.stream.want(stream, 1_000);
  const tickUntil = (from: number, to: number) => {
    for (let now = from; now < to; now += 20) stream.tick(now);
  };
  // A viewer whose connection is not open could not receive it.
  tickUntil(1_000, 2_000);
  expect(asked).toHaveLength(0);
  viewer.stream.isOpen = true;
  viewer.stream.askKeyframe(2_000);
  expect(asked).toHaveLength(1);
  tickUntil(2_000, 3_100);
  expect(asked).toHaveLength(3);
  // Not allowed any more: no viewer waits for a stream that is not forwarded.
  stream.isAllowed = false;
  tickUntil(3_100, 5_000);
  expect(asked).toHaveLength(3);
  stream.isAllowed = true;
  tickUntil(5_000, 5_040);
  expect(asked).toHaveLength(4);
  stream.take(packet(2, { isKeyframe: true }), 5_040);
  tickUntil(5_040, 8_000);
  expect(asked).toHaveLength(4);
  expect(viewer.sequences()).toEqual([2]);
});

test("starts with a keyframe, and switches to another sender without a break in its numbers", () => {
  const [one, two] = [newSender().stream, newSender().stream];
  const viewer = newViewer();
  viewer.stream.want(one, 0);
  one.take(packet(99), 0);
  one.take(packet(100, { isKeyframe: true }), 0);
  one.take(packet(101), 40);
  viewer.stream.want(two, 50);
  // The first one's video continues until the other one's keyframe.
  two.take(packet(5_000, { timestamp: 9, ssrc: 8 }), 60);
  one.take(packet(102), 80);
  two.take(packet(5_001, { timestamp: 50, ssrc: 8, isKeyframe: true }), 120);
  one.take(packet(103), 130);
  two.take(packet(5_002, { timestamp: 3_650, ssrc: 8 }), 160);
  expect(viewer.sequences()).toEqual([100, 101, 102, 103, 104]);
  expect(viewer.sent.every((bytes) => bytes.readUInt32BE(8) === 2_000)).toBe(true);
  const times = viewer.sent.map((bytes) => bytes.readUInt32BE(4));
  expect((times[3] ?? 0) - (times[2] ?? 0)).toBe(3_600);
  expect((times[4] ?? 0) - (times[3] ?? 0)).toBe(3_600);
  viewer.stream.want(null, 200);
  two.take(packet(5_003, { ssrc: 8 }), 210);
  expect(viewer.sent).toHaveLength(5);
  expect([one.sinks.size, two.sinks.size]).toEqual([0, 0]);
});

test("retransmits a viewer's lost packets with the viewer's numbers, and only of the current source", () => {
  const [one, two] = [newSender().stream, newSender().stream];
  const viewers = [newViewer(), newViewer()] as const;
  const [first, second] = viewers;
  first.stream.want(one, 0);
  one.take(packet(99, { isKeyframe: true }), 0);
  one.take(packet(100), 40);
  for (const { stream } of viewers) stream.want(two, 50);
  two.take(packet(4_999, { ssrc: 8 }), 60);
  two.take(packet(5_000, { ssrc: 8, isKeyframe: true }), 80);
  two.take(packet(5_001, { ssrc: 8 }), 120);
  expect(first.sequences()).toEqual([99, 100, 101, 102]);
  expect(second.sequences()).toEqual([5_000, 5_001]);
  const [before, times] = [first.sent.length, first.sent.map((bytes) => bytes.readUInt32BE(4))];
  // In this order: from the previous sender, before the keyframe, shown, and never sent.
  first.stream.sendAgain([100, 99, 102, 103]);
  expect(first.sequences().slice(before)).toEqual([102]);
  expect(first.sent.at(-1)?.readUInt32BE(4)).toBe(times[3]);
  // The numbers written for one viewer do not reach another.
  second.stream.sendAgain([5_000]);
  expect(second.sequences().at(-1)).toBe(5_000);
  expect(second.sent.at(-1)?.readUInt32BE(4)).toBe(5_000 * 3_000);
});

test("keeps a few hundred packets, and retransmits no more than that per second, for any number of requests", () => {
  const { stream } = newSender();
  const viewer = newViewer();
  viewer.stream.want(stream, 0);
  stream.take(packet(0, { isKeyframe: true }), 0);
  for (let sequence = 1; sequence <= resendWindowPackets; sequence += 1) stream.take(packet(sequence), sequence);
  const before = viewer.sent.length;
  viewer.stream.sendAgain([0]);
  expect(viewer.sent).toHaveLength(before);
  const lost = Array.from({ length: 60 }, (_, index) => resendWindowPackets - index);
  for (let times = 0; times < 100; times += 1) viewer.stream.sendAgain(lost);
  expect(viewer.sent).toHaveLength(before + resendWindowPackets);
  viewer.stream.tick();
  viewer.stream.sendAgain(lost);
  expect(viewer.sent).toHaveLength(before + resendWindowPackets + 60);
});

test("forwards nothing of a sender who is not allowed", () => {
  const { stream } = newSender();
  const viewer = newViewer();
  viewer.stream.want(stream, 0);
  stream.isAllowed = false;
  stream.take(packet(1, { isKeyframe: true }), 0);
  expect(viewer.sent).toEqual([]);
});
