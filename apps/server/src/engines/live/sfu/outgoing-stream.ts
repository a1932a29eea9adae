import { type IncomingStream, resendWindowPackets, type StreamSink } from "./incoming-stream.ts";
import type { RtpHeader } from "./rtp.ts";

const clocks = { audio: 48_000, video: 90_000 } as const;
/**
 * Retransmissions per second: all packets that are kept. One request can name thousands, and sending them would delay
 * everybody.
 */
const mostAgain = resendWindowPackets;

/**
 * One stream to one viewer: its source may change (another person on that place, another layer), while its numbers continue
 * without a break, as from one sender.
 */
export class OutgoingStream implements StreamSink {
  readonly kind: keyof typeof clocks;
  readonly #ssrc: number;
  readonly #send: (packet: Buffer) => boolean;
  /** Packets that may still be retransmitted within this second. */
  #again = mostAgain;
  #current: IncomingStream | null = null;
  #wanted: IncomingStream | null = null;
  #sequenceShift = 0;
  #timestampShift = 0;
  /** The first forwarded sequence number of the current source: older packets belong to frames that were never shown. */
  #firstSequence = 0;
  #lastSequence = 0;
  #lastTimestamp = 0;
  #lastAt = 0;
  #hasSent = false;
  /** The viewer's connection is open: packets before that would be lost, and a keyframe with them. */
  isOpen = false;

  /** @param send returns whether the packet was accepted */
  constructor(kind: keyof typeof clocks, ssrc: number, send: (packet: Buffer) => boolean) {
    this.kind = kind;
    this.#ssrc = ssrc;
    this.#send = send;
  }

  get current(): IncomingStream | null {
    return this.#current;
  }

  /** Sets the source to show from its next keyframe on; null for none, immediately. */
  want(source: IncomingStream | null, now: number): void {
    if (source === this.#wanted) return;
    if (this.#wanted && this.#wanted !== this.#current) this.#wanted.sinks.delete(this);
    this.#wanted = source;
    if (!source) {
      this.#current?.sinks.delete(this);
      this.#current = null;
      return;
    }
    source.sinks.add(this);
    // Before the connection is open the request would be wasted, and could not be repeated at once.
    if (this.isOpen) source.askKeyframe(now);
  }

  waitsFor(source: IncomingStream): boolean {
    return this.isOpen && source === this.#wanted && source !== this.#current;
  }

  /** The viewer cannot decode: requests a keyframe. */
  askKeyframe(now: number): void {
    this.#wanted?.askKeyframe(now);
  }

  forward(source: IncomingStream, header: RtpHeader, packet: Buffer, isKeyframe: boolean, now: number): void {
    if (!this.isOpen) return;
    if (source !== this.#current && !this.#begin(source, header, isKeyframe, now)) return;
    if (((header.sequence - this.#firstSequence) & 0xffff) >= 0x8000) return;
    const sequence = (header.sequence + this.#sequenceShift) & 0xffff;
    if (!this.#put(packet, sequence, header.timestamp)) return;
    if (this.#hasSent && ((sequence - this.#lastSequence) & 0xffff) >= 0x8000) return;
    this.#lastSequence = sequence;
    this.#lastTimestamp = (header.timestamp + this.#timestampShift) >>> 0;
    this.#lastAt = now;
    this.#hasSent = true;
  }

  /** Overwrites the packet's numbers with this stream's, and sends it: the next viewer's overwrite these. */
  #put(packet: Buffer, sequence: number, sourceTimestamp: number): boolean {
    packet.writeUInt16BE(sequence, 2);
    packet.writeUInt32BE((sourceTimestamp + this.#timestampShift) >>> 0, 4);
    packet.writeUInt32BE(this.#ssrc, 8);
    return this.#send(packet);
  }

  /** Retransmits lost packets that are still kept and belong to the current source. */
  sendAgain(sequences: readonly number[]): void {
    for (const sequence of sequences) {
      if (this.#again === 0 || !this.#hasSent) return;
      const sourceSequence = (sequence - this.#sequenceShift) & 0xffff;
      if (((sourceSequence - this.#firstSequence) & 0xffff) >= 0x8000) continue;
      const kept = this.#current?.kept(sourceSequence);
      if (!kept) continue;
      this.#again -= 1;
      this.#put(kept.packet, sequence, kept.header.timestamp);
    }
  }

  /** Called once a second. */
  tick(): void {
    this.#again = mostAgain;
  }

  /** Switches to the wanted source; for video only at a keyframe. */
  #begin(source: IncomingStream, header: RtpHeader, isKeyframe: boolean, now: number): boolean {
    if (source !== this.#wanted || (this.kind === "video" && !isKeyframe)) return false;
    this.#current?.sinks.delete(this);
    this.#current = source;
    this.#firstSequence = header.sequence;
    const passed = Math.max(1, Math.round(((now - this.#lastAt) / 1_000) * clocks[this.kind]));
    this.#sequenceShift = this.#hasSent ? this.#lastSequence + 1 - header.sequence : 0;
    this.#timestampShift = this.#hasSent ? this.#lastTimestamp + passed - header.timestamp : 0;
    return true;
  }

  /** Forwards the sender's NTP and RTP timestamps, in this stream's numbers. */
  passSenderReport(source: IncomingStream, report: Buffer): void {
    if (source !== this.#current || !this.#hasSent) return;
    // Without the report blocks that follow, which are about the sender's reception.
    const copy = Buffer.from(report.subarray(0, 28));
    copy.writeUInt8(0x80, 0);
    copy.writeUInt16BE(6, 2);
    copy.writeUInt32BE(this.#ssrc, 4);
    copy.writeUInt32BE((report.readUInt32BE(16) + this.#timestampShift) >>> 0, 16);
    this.#send(copy);
  }
}
