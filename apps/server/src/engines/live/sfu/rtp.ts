// RTP and RTCP as far as forwarding needs them (RFC 3550, 4585, 5104, 7741). Packets from the network are untrusted: nothing
// here reads past a packet's end.

/** Payload types that we offer. */
export const payloadTypes = { audio: 111, video: 96 } as const;

/** Fields of an RTP header that forwarding reads. */
export interface RtpHeader {
  readonly payloadType: number;
  readonly sequence: number;
  readonly timestamp: number;
  readonly ssrc: number;
  /** Offset of the payload. */
  readonly payloadAt: number;
}

const headerLength = 12;

/** Whether a packet is RTCP and not RTP (RFC 5761). */
export const isRtcp = (packet: Buffer): boolean =>
  packet.length >= 2 && packet.readUInt8(1) >= 192 && packet.readUInt8(1) <= 223;

/** The SSRC of a packet's sender, RTP or RTCP; null when it has none. */
export const senderOf = (packet: Buffer): number | null => {
  const at = isRtcp(packet) ? 4 : 8;
  return packet.length < at + 4 ? null : packet.readUInt32BE(at);
};

/** Parses an RTP header; null when it is invalid, or without payload. */
export const readRtp = (packet: Buffer): RtpHeader | null => {
  if (packet.length <= headerLength) return null;
  const first = packet.readUInt8(0);
  if (first >> 6 !== 2) return null;
  let payloadAt = headerLength + (first & 0x0f) * 4;
  if (first & 0x10) {
    if (packet.length < payloadAt + 4) return null;
    payloadAt += 4 + packet.readUInt16BE(payloadAt + 2) * 4;
  }
  if (payloadAt >= packet.length) return null;
  return {
    payloadType: packet.readUInt8(1) & 0x7f,
    sequence: packet.readUInt16BE(2),
    timestamp: packet.readUInt32BE(4),
    ssrc: packet.readUInt32BE(8),
    payloadAt,
  };
};

/** Whether a VP8 packet starts a keyframe (RFC 7741, section 4). */
export const isVp8Keyframe = (packet: Buffer, payloadAt: number): boolean => {
  let at = payloadAt;
  const byte = (): number => (at < packet.length ? packet.readUInt8(at++) : -1);
  const first = byte();
  // Only the start of the first partition has the frame's header.
  if (first < 0 || (first & 0x10) === 0 || (first & 0x07) !== 0) return false;
  if (first & 0x80) {
    const extensions = byte();
    if (extensions < 0) return false;
    if (extensions & 0x80 && byte() & 0x80) byte();
    if (extensions & 0x40) byte();
    if (extensions & 0x30) byte();
  }
  const header = byte();
  return header >= 0 && (header & 0x01) === 0;
};

/** One packet of a compound RTCP packet. */
export interface RtcpPart {
  readonly type: number;
  /** The count or format of the first byte. */
  readonly count: number;
  readonly bytes: Buffer;
}

export const rtcpTypes = {
  senderReport: 200,
  receiverReport: 201,
  sourceDescription: 202,
  transportFeedback: 205,
  payloadFeedback: 206,
} as const;

/** The parts of a compound packet, up to the first invalid one. */
export const readRtcp = (packet: Buffer): readonly RtcpPart[] => {
  const parts: RtcpPart[] = [];
  let at = 0;
  while (at + 4 <= packet.length) {
    const length = (packet.readUInt16BE(at + 2) + 1) * 4;
    if (packet.readUInt8(at) >> 6 !== 2 || at + length > packet.length) break;
    parts.push({
      type: packet.readUInt8(at + 1),
      count: packet.readUInt8(at) & 0x1f,
      bytes: packet.subarray(at, at + length),
    });
    at += length;
  }
  return parts;
};

/** Whether it requests a keyframe: PLI, or FIR. */
export const asksKeyframe = ({ type, count }: RtcpPart): boolean =>
  type === rtcpTypes.payloadFeedback && (count === 1 || count === 4);

/** The SSRC that a receiver's feedback is about: a keyframe or packets that it requests. Null for other parts. */
export const aboutStream = (part: RtcpPart): number | null => {
  const { type, count, bytes } = part;
  const isNack = type === rtcpTypes.transportFeedback && count === 1;
  if (!isNack && !asksKeyframe(part)) return null;
  // FIR names the stream after the header, where the others have it.
  const at = type === rtcpTypes.payloadFeedback && count === 4 ? 12 : 8;
  return bytes.length < at + 4 ? null : bytes.readUInt32BE(at);
};

/** Sequence numbers of requested packets (generic NACK): each word has one, and a bit mask of the 16 after it. */
export const lostSequences = ({ type, count, bytes }: RtcpPart): readonly number[] => {
  if (type !== rtcpTypes.transportFeedback || count !== 1) return [];
  const sequences: number[] = [];
  for (let at = 12; at + 4 <= bytes.length; at += 4) {
    const first = bytes.readUInt16BE(at);
    sequences.push(first);
    for (let others = bytes.readUInt16BE(at + 2), next = first + 1; others > 0; others >>= 1, next += 1)
      if (others & 1) sequences.push(next & 0xffff);
  }
  return sequences;
};

/** The share of packets that a receiver lost since its last report, 0 to 1, for each stream in it. */
export const lossesIn = ({ type, count, bytes }: RtcpPart): readonly number[] => {
  if (type !== rtcpTypes.receiverReport) return [];
  const losses: number[] = [];
  for (let block = 0, at = 8; block < count && at + 24 <= bytes.length; block += 1, at += 24)
    losses.push(bytes.readUInt8(at + 4) / 256);
  return losses;
};

/** A receiver's bandwidth estimate, bits per second (REMB); null when the packet has none. */
export const bitrateIn = ({ type, count, bytes }: RtcpPart): number | null => {
  if (type !== rtcpTypes.payloadFeedback || count !== 15 || bytes.length < 20) return null;
  if (bytes.toString("latin1", 12, 16) !== "REMB") return null;
  const exponent = bytes.readUInt8(17) >> 2;
  return ((bytes.readUInt8(17) & 0x03) * 65_536 + bytes.readUInt16BE(18)) * 2 ** exponent;
};

/** Our own SSRC as a receiver of streams. */
const ownSsrc = 1;

const feedback = (type: number, format: number, ssrc: number, words: number): Buffer => {
  const packet = Buffer.alloc(12 + words * 4);
  packet.writeUInt8(0x80 | format, 0);
  packet.writeUInt8(type, 1);
  packet.writeUInt16BE(2 + words, 2);
  packet.writeUInt32BE(ownSsrc, 4);
  packet.writeUInt32BE(ssrc, 8);
  return packet;
};

/** Requests a keyframe from a sender. */
export const pictureLossIndication = (ssrc: number): Buffer => feedback(rtcpTypes.payloadFeedback, 1, ssrc, 0);

/** Requests packets from a sender again, by their sequence numbers. */
export const negativeAcknowledgement = (ssrc: number, sequences: readonly number[]): Buffer => {
  const packet = feedback(rtcpTypes.transportFeedback, 1, ssrc, sequences.length);
  for (const [index, sequence] of sequences.entries()) packet.writeUInt16BE(sequence, 12 + index * 4);
  return packet;
};

/** Sets how many bits per second a sender may send in these streams (draft-alvestrand-rmcat-remb). */
export const receiverBitrate = (bitsPerSecond: number, ssrcs: readonly number[]): Buffer => {
  const packet = feedback(rtcpTypes.payloadFeedback, 15, 0, 2 + ssrcs.length);
  packet.write("REMB", 12, "latin1");
  const exponent = Math.max(0, Math.ceil(Math.log2(Math.max(1, bitsPerSecond) / 0x3ffff)));
  const mantissa = Math.floor(bitsPerSecond / 2 ** exponent);
  packet.writeUInt8(ssrcs.length, 16);
  packet.writeUInt8((exponent << 2) | (mantissa >> 16), 17);
  packet.writeUInt16BE(mantissa & 0xffff, 18);
  for (const [index, ssrc] of ssrcs.entries()) packet.writeUInt32BE(ssrc, 20 + index * 4);
  return packet;
};

/** What a receiver got of a stream. */
export interface Reception {
  readonly ssrc: number;
  /** Share lost since the last report, 0 to 1. */
  readonly fractionLost: number;
  readonly lost: number;
  /** Packets expected since the last report, and how many of them were missing at first: some came by retransmission. */
  readonly expected: number;
  readonly missed: number;
  readonly highest: number;
  /** The middle of the last sender report's time, and how long ago it arrived, in 1/65,536 s; 0 without one. */
  readonly lastReport: number;
  readonly sinceLastReport: number;
}

export const receiverReport = (reception: Reception): Buffer => {
  const packet = Buffer.alloc(32);
  packet.writeUInt8(0x81, 0);
  packet.writeUInt8(rtcpTypes.receiverReport, 1);
  packet.writeUInt16BE(7, 2);
  packet.writeUInt32BE(ownSsrc, 4);
  packet.writeUInt32BE(reception.ssrc, 8);
  packet.writeUInt8(Math.min(255, Math.floor(reception.fractionLost * 256)), 12);
  packet.writeUIntBE(Math.min(reception.lost, 0x7fffff), 13, 3);
  packet.writeUInt32BE(reception.highest >>> 0, 16);
  packet.writeUInt32BE(reception.lastReport >>> 0, 24);
  packet.writeUInt32BE(reception.sinceLastReport >>> 0, 28);
  return packet;
};
