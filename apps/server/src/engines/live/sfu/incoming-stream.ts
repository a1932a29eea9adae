import {
  isVp8Keyframe,
  negativeAcknowledgement,
  payloadTypes,
  pictureLossIndication,
  type Reception,
  type RtpHeader,
  readRtp,
} from "./rtp.ts";

/** A gap that is longer is no loss to be mended, but a line that was gone. */
const maxGap = 100;
/** A packet is asked for again so often; the second time after so long, then each time after twice as long. Milliseconds. */
const maxTries = 4;
const retryMs = 50;
/** It is taken as long as a picture may wait for it: over a long line what was asked for comes after the last question. */
const wantedMs = 1_000;
/** A whole picture costs the sender ten small ones: asked for at most so often, ms. */
const keyframeMs = 300;
/**
 * Somebody who still has none is not forgotten: the question may be lost, and Chromium takes none within 300 ms of the one
 * before. It is asked again after so long, ms.
 */
const keyframeAgainMs = 500;

/** Packets that are kept of a picture, to be sent again to viewers who lost them. */
export const resendWindowPackets = 512;

/** What comes sees itself to what is due so often: a timer of its own would wake the process for nothing. */
const tickMs = 20;

type Kind = keyof typeof payloadTypes;

/** Whoever is given what a stream brings. */
export interface StreamSink {
  /** What it is to carry from its next whole picture on; null for nothing, at once. */
  want(source: IncomingStream | null, now: number): void;
  /** Whether it shows nothing of this stream before a whole picture comes. */
  waitsFor(source: IncomingStream): boolean;
  /** May write its own numbers into the packet. */
  forward(source: IncomingStream, header: RtpHeader, packet: Buffer, isKeyframe: boolean, now: number): void;
  passSenderReport(source: IncomingStream, report: Buffer): void;
}

interface KeptPacket {
  readonly header: RtpHeader;
  readonly packet: Buffer;
}

/** What one person sends in one stream, and who gets it. */
export class IncomingStream {
  readonly kind: Kind;
  /** Those that show it, or wait for its next whole picture. */
  readonly sinks = new Set<StreamSink>();
  /** Bytes that came, for budgets. */
  bytes = 0;
  packets = 0;
  lastPacketAt = Number.NEGATIVE_INFINITY;
  readonly #send: (packet: Buffer) => void;
  #ssrc: number | null = null;
  #base = 0;
  /** Sequence number with its rounds counted. */
  #highest = -1;
  #received = 0;
  #reported = { expected: 0, received: 0 };
  /** Packets that were not there when later ones were, since the last report. */
  #missed = 0;
  #lastReport = { middle: 0, at: 0 };
  /** By their sequence number's rest; the bytes carry whatever numbers they were sent with last. */
  readonly #kept: KeptPacket[] = [];
  readonly #missing = new Map<number, { readonly since: number; tries: number; at: number }>();
  #keyframeAt = Number.NEGATIVE_INFINITY;
  #wantsKeyframe = false;
  #tickedAt = Number.NEGATIVE_INFINITY;
  #sinksAskedAt = Number.NEGATIVE_INFINITY;
  isAllowed = false;

  /** @param send puts RTCP on the way to the sender */
  constructor(kind: Kind, send: (packet: Buffer) => void) {
    this.kind = kind;
    this.#send = send;
  }

  /** The stream's name on the wire; null before its first packet. */
  get ssrc(): number | null {
    return this.#ssrc;
  }

  /** Takes a packet of the network and passes it on. What is no packet of this stream is dropped. */
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

  /** A packet that was passed on, by its sequence number; null when it is not kept any more. */
  kept(sequence: number): KeptPacket | null {
    const kept = this.#kept[sequence % resendWindowPackets];
    return kept?.header.sequence === sequence ? kept : null;
  }

  /** Counts a packet; false for one that came before, or far too late. */
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
    // It was on its way, behind a later one.
    if (asked.tries === 0) this.#missed -= 1;
    this.#received += 1;
    return true;
  }

  /** A report of the sender (SR): passed on, so that sound and picture stay together. */
  takeSenderReport(report: Buffer, now: number): void {
    if (report.length < 28) return;
    this.#lastReport = { middle: report.readUInt32BE(10), at: now };
    if (this.isAllowed) for (const sink of this.sinks) sink.passSenderReport(this, report);
  }

  /** What is said to the sender of what has come; null before its first packet. */
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

  /** Asks for a whole picture: now, or as soon as one may be asked for again. */
  askKeyframe(now: number): void {
    if (this.kind !== "video" || this.#ssrc === null) return;
    this.#wantsKeyframe = now - this.#keyframeAt < keyframeMs;
    if (this.#wantsKeyframe) return;
    this.#keyframeAt = now;
    this.#send(pictureLossIndication(this.#ssrc));
  }

  /** Whether somebody waits in vain for a whole picture that was asked for. */
  #isAwaited(now: number): boolean {
    if (!this.isAllowed || now - Math.max(this.#keyframeAt, this.#sinksAskedAt) < keyframeAgainMs) return false;
    this.#sinksAskedAt = now;
    for (const sink of this.sinks) if (sink.waitsFor(this)) return true;
    return false;
  }

  /** What is due: packets to ask for again, a picture to ask for. Asked for by what comes, and by whoever keeps the stream where nothing does. */
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
