import type { IncomingStream, StreamSink } from "./incoming-stream.ts";
import type { RtpHeader } from "./rtp.ts";

const clocks = { audio: 48_000, video: 90_000 } as const;

/**
 * One stream to one viewer: what it carries may change (somebody else on that place, another layer), and its numbers go on
 * without a break, as of one sender.
 */
export class OutgoingStream implements StreamSink {
  readonly kind: keyof typeof clocks;
  readonly #ssrc: number;
  readonly #send: (packet: Buffer) => boolean;
  #current: IncomingStream | null = null;
  #wanted: IncomingStream | null = null;
  #sequenceShift = 0;
  #timestampShift = 0;
  /** The first of the current source's numbers that went out: what is older belongs to nothing that was shown. */
  #firstSequence = 0;
  #last = { sequence: 0, timestamp: 0, at: 0 };
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
    const copy = Buffer.from(packet);
    const sequence = (header.sequence + this.#sequenceShift) & 0xffff;
    const timestamp = (header.timestamp + this.#timestampShift) >>> 0;
    copy.writeUInt16BE(sequence, 2);
    copy.writeUInt32BE(timestamp, 4);
    copy.writeUInt32BE(this.#ssrc, 8);
    if (!this.#send(copy)) return;
    if (!this.#hasSent || ((sequence - this.#last.sequence) & 0xffff) < 0x8000)
      this.#last = { sequence, timestamp, at: now };
    this.#hasSent = true;
  }

  /** Goes over to the wanted source; a picture only when it is whole. */
  #begin(source: IncomingStream, header: RtpHeader, isKeyframe: boolean, now: number): boolean {
    if (source !== this.#wanted || (this.kind === "video" && !isKeyframe)) return false;
    this.#current?.sinks.delete(this);
    this.#current = source;
    this.#firstSequence = header.sequence;
    const passed = Math.max(1, Math.round(((now - this.#last.at) / 1_000) * clocks[this.kind]));
    this.#sequenceShift = this.#hasSent ? this.#last.sequence + 1 - header.sequence : 0;
    this.#timestampShift = this.#hasSent ? this.#last.timestamp + passed - header.timestamp : 0;
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
