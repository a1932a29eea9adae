import { type IncomingStream, resendWindowPackets, type StreamSink } from "./incoming-stream.ts";
import type { RtpHeader } from "./rtp.ts";

const clocks = { audio: 48_000, video: 90_000 } as const;
/**
 * Packets that are sent again within a second at most: all that is kept. One question can ask for thousands, and sending them
 * holds up everybody.
 */
const mostAgain = resendWindowPackets;

/**
 * One stream to one viewer: what it carries may change (somebody else on that place, another layer), and its numbers go on
 * without a break, as of one sender.
 */
export class OutgoingStream implements StreamSink {
  readonly kind: keyof typeof clocks;
  readonly #ssrc: number;
  readonly #send: (packet: Buffer) => boolean;
  /** Packets that may still be sent again within this second. */
  #again = mostAgain;
  #current: IncomingStream | null = null;
  #wanted: IncomingStream | null = null;
  #sequenceShift = 0;
  #timestampShift = 0;
  /** The first of the current source's numbers that went out: what is older belongs to nothing that was shown. */
  #firstSequence = 0;
  #lastSequence = 0;
  #lastTimestamp = 0;
  #lastAt = 0;
  #hasSent = false;
  /** The viewer's connection stands: what came before would be lost, a whole picture with it. */
  isOpen = false;

  /** @param send whether the packet was taken */
  constructor(kind: keyof typeof clocks, ssrc: number, send: (packet: Buffer) => boolean) {
    this.kind = kind;
    this.#ssrc = ssrc;
    this.#send = send;
  }

  get current(): IncomingStream | null {
    return this.#current;
  }

  /** What it is to carry from its next whole picture on; null for nothing, at once. */
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
    // Before the connection stands it would be asked for in vain, and could not be asked for again at once.
    if (this.isOpen) source.askKeyframe(now);
  }

  waitsFor(source: IncomingStream): boolean {
    return this.isOpen && source === this.#wanted && source !== this.#current;
  }

  /** The viewer can't show what came: what it needs is asked for. */
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

  /** Writes this stream's numbers over whatever the packet has, and sends it: the next viewer's are written over these. */
  #put(packet: Buffer, sequence: number, sourceTimestamp: number): boolean {
    packet.writeUInt16BE(sequence, 2);
    packet.writeUInt32BE((sourceTimestamp + this.#timestampShift) >>> 0, 4);
    packet.writeUInt32BE(this.#ssrc, 8);
    return this.#send(packet);
  }

  /** Sends packets that the viewer lost again, as far as they are still kept, and of what is shown now. */
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

  /** A second has passed. */
  tick(): void {
    this.#again = mostAgain;
  }

  /** Goes over to the wanted source; a picture only when it is whole. */
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

  /** The sender's clocks beside each other, in this stream's numbers. */
  passSenderReport(source: IncomingStream, report: Buffer): void {
    if (source !== this.#current || !this.#hasSent) return;
    // Without the reports on reception behind it, which are the sender's.
    const copy = Buffer.from(report.subarray(0, 28));
    copy.writeUInt8(0x80, 0);
    copy.writeUInt16BE(6, 2);
    copy.writeUInt32BE(this.#ssrc, 4);
    copy.writeUInt32BE((report.readUInt32BE(16) + this.#timestampShift) >>> 0, 16);
    this.#send(copy);
  }
}
