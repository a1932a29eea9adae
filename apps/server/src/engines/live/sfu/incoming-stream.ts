import {
  isVp8Keyframe,
  negativeAcknowledgement,
  payloadTypes,
  pictureLossIndication,
  type Reception,
  type RtpHeader,
  readRtp,
} from "./rtp.ts";

/** A longer gap is not treated as packet loss but as an interrupted connection. */
const maxGap = 100;
/** Retransmission requests for one packet: the second after {@link retryMs}, each further one after twice as long. */
const maxTries = 4;
const retryMs = 50;
/**
 * How long a requested packet is accepted: a picture may wait this long, and over a slow connection it arrives after the last
 * request.
 */
const wantedMs = 1_000;
/** A keyframe costs the sender as much as ten other frames: requested at most this often, ms. */
const keyframeMs = 300;
/**
 * A keyframe is requested again after this long while a viewer still has none, ms: the request may get lost, and Chromium
 * ignores one within 300 ms of the last.
 */
const keyframeAgainMs = 500;

/** Video packets that are kept for retransmission to viewers. */
export const resendWindowPackets = 512;

/** Incoming packets trigger pending requests this often: a timer would wake the process needlessly. */
const tickMs = 20;

type Kind = keyof typeof payloadTypes;

/** Receives a stream's packets. */
export interface StreamSink {
  /** Sets the source to show from its next keyframe on; null for none, immediately. */
  want(source: IncomingStream | null, now: number): void;
  /** Whether it needs a keyframe of this stream before it can show it. */
  waitsFor(source: IncomingStream): boolean;
  /** May overwrite the packet's numbers with its own. */
  forward(source: IncomingStream, header: RtpHeader, packet: Buffer, isKeyframe: boolean, now: number): void;
  passSenderReport(source: IncomingStream, report: Buffer): void;
}

interface KeptPacket {
  readonly header: RtpHeader;
  readonly packet: Buffer;
}

/** One stream of a sender, and its sinks. */
export class IncomingStream {
  readonly kind: Kind;
  /** Sinks that show it, or wait for its next keyframe. */
  readonly sinks = new Set<StreamSink>();
  /** Received bytes, for budgets. */
  bytes = 0;
  packets = 0;
  lastPacketAt = Number.NEGATIVE_INFINITY;
  readonly #send: (packet: Buffer) => void;
  #ssrc: number | null = null;
  #base = 0;
  /** Highest sequence number, with its wraparounds counted. */
  #highest = -1;
  #received = 0;
  #reported = { expected: 0, received: 0 };
  /** Packets that were missing when later ones arrived, since the last report. */
  #missed = 0;
  #lastReport = { middle: 0, at: 0 };
  /** Indexed by the sequence number modulo the window; the bytes contain the numbers that they were last sent with. */
  readonly #kept: KeptPacket[] = [];
  readonly #missing = new Map<number, { readonly since: number; tries: number; at: number }>();
  #keyframeAt = Number.NEGATIVE_INFINITY;
  #wantsKeyframe = false;
  #tickedAt = Number.NEGATIVE_INFINITY;
  #sinksAskedAt = Number.NEGATIVE_INFINITY;
  isAllowed = false;

  /** @param send sends RTCP to the sender */
  constructor(kind: Kind, send: (packet: Buffer) => void) {
    this.kind = kind;
    this.#send = send;
  }

  /** The stream's SSRC; null before its first packet. */
  get ssrc(): number | null {
    return this.#ssrc;
  }

  /** Processes a packet from the network and forwards it. Packets of other streams are dropped. */
  take(packet: Buffer, now: number): void {
    const header = readRtp(packet);
    if (!header || header.payloadType !== payloadTypes[this.kind]) return;
    this.#ssrc ??= header.ssrc;
    if (header.ssrc !== this.#ssrc || !this.#isNew(header.sequence, now)) return;
    this.bytes += packet.length;
    this.packets += 1;
    this.lastPacketAt = now;
    if (now - this.#tickedAt >= tickMs) this.tick(now);
    if (!this.isAllowed || this.sinks.size === 0) return;
    if (this.kind === "video") this.#kept[header.sequence % resendWindowPackets] = { header, packet };
    const isKeyframe = this.kind === "video" && isVp8Keyframe(packet, header.payloadAt);
    for (const sink of this.sinks) sink.forward(this, header, packet, isKeyframe, now);
  }

  /** A forwarded packet by its sequence number; null when it is no longer kept. */
  kept(sequence: number): KeptPacket | null {
    const kept = this.#kept[sequence % resendWindowPackets];
    return kept?.header.sequence === sequence ? kept : null;
  }

  /** Counts a packet; false for a duplicate or one that is far too late. */
  #isNew(sequence: number, now: number): boolean {
    if (this.#highest < 0) {
      this.#base = sequence;
      this.#highest = sequence;
      this.#received = 1;
      return true;
    }
    const ahead = (sequence - this.#highest) & 0xffff;
    if (ahead === 0) return false;
    if (ahead < 0x8000) {
      if (ahead > maxGap) this.#missing.clear();
      else
        for (let lost = this.#highest + 1; lost < this.#highest + ahead; lost += 1)
          this.#missing.set(lost, { since: now, tries: 0, at: now });
      this.#missed += ahead - 1;
      this.#highest += ahead;
      this.#received += 1;
      return true;
    }
    const late = this.#highest - (0x10000 - ahead);
    const asked = this.#missing.get(late);
    if (!asked) return false;
    this.#missing.delete(late);
    // It was only reordered, not lost.
    if (asked.tries === 0) this.#missed -= 1;
    this.#received += 1;
    return true;
  }

  /** A sender report (SR): forwarded, so that sound and video stay in sync. */
  takeSenderReport(report: Buffer, now: number): void {
    if (report.length < 28) return;
    this.#lastReport = { middle: report.readUInt32BE(10), at: now };
    if (this.isAllowed) for (const sink of this.sinks) sink.passSenderReport(this, report);
  }

  /** The reception report for the sender; null before its first packet. */
  report(now: number): Reception | null {
    if (this.#ssrc === null) return null;
    const expected = this.#highest - this.#base + 1;
    const since = { expected: expected - this.#reported.expected, received: this.#received - this.#reported.received };
    this.#reported = { expected, received: this.#received };
    const missed = Math.max(0, this.#missed);
    this.#missed = 0;
    return {
      ssrc: this.#ssrc,
      fractionLost: since.expected > 0 ? Math.max(0, since.expected - since.received) / since.expected : 0,
      lost: Math.max(0, expected - this.#received),
      expected: since.expected,
      missed,
      highest: this.#highest,
      lastReport: this.#lastReport.middle,
      sinceLastReport: this.#lastReport.middle === 0 ? 0 : Math.round((now - this.#lastReport.at) * 65.536),
    };
  }

  /** Requests a keyframe: now, or as soon as the next request is allowed. */
  askKeyframe(now: number): void {
    if (this.kind !== "video" || this.#ssrc === null) return;
    this.#wantsKeyframe = now - this.#keyframeAt < keyframeMs;
    if (this.#wantsKeyframe) return;
    this.#keyframeAt = now;
    this.#send(pictureLossIndication(this.#ssrc));
  }

  /** Whether a sink is still waiting for a requested keyframe. */
  #isAwaited(now: number): boolean {
    if (!this.isAllowed || now - Math.max(this.#keyframeAt, this.#sinksAskedAt) < keyframeAgainMs) return false;
    this.#sinksAskedAt = now;
    for (const sink of this.sinks) if (sink.waitsFor(this)) return true;
    return false;
  }

  /**
   * Sends pending retransmission and keyframe requests. Called for incoming packets, and by the owner's timer when none
   * arrive.
   */
  tick(now: number): void {
    if (this.#ssrc === null) return;
    this.#tickedAt = now;
    if (this.#wantsKeyframe || this.#isAwaited(now)) this.askKeyframe(now);
    const again: number[] = [];
    for (const [sequence, asked] of this.#missing) {
      if (now - asked.since > wantedMs) this.#missing.delete(sequence);
      if (asked.tries >= maxTries || now - asked.at < (asked.tries === 0 ? 0 : retryMs * 2 ** (asked.tries - 1)))
        continue;
      asked.tries += 1;
      asked.at = now;
      again.push(sequence & 0xffff);
    }
    if (again.length > 0) this.#send(negativeAcknowledgement(this.#ssrc, again));
  }
}
