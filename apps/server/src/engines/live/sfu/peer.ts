import { type LiveLine, type LivePart, liveLimits } from "@tribe/contract/live";
import type { NewPeer } from "../port.ts";
import { MediaConnection } from "./connection.ts";
import { IncomingStream } from "./incoming-stream.ts";
import { Line } from "./line.ts";
import type { AllowedStreams, SfuNetwork } from "./messages.ts";
import { describeStreams, numbersIn, type OfferedStream } from "./offer.ts";
import { OutgoingStream } from "./outgoing-stream.ts";
import {
  aboutStream,
  asksKeyframe,
  bitrateIn,
  isRtcp,
  lossesIn,
  lostSequences,
  readRtcp,
  receiverBitrate,
  receiverReport,
  rtcpTypes,
  senderOf,
} from "./rtp.ts";

/** Bitrate that one person may send, bits per second: sound, 720p video, its small layer and a screen. */
const sendBitrate = 2_500_000;
/** A layer without packets for this long is not used. */
const silentMs = 2_000;

/** With fewer packets per second the loss is not meaningful. */
const fewestJudged = 10;

/** The streams of a person on the stage. A camera's two layers are two streams. */
export interface SentStreams {
  readonly microphone: IncomingStream;
  readonly camera: IncomingStream;
  readonly small: IncomingStream;
  readonly screen: IncomingStream;
}

const sentStreams = describeStreams([
  { mid: "camera", kind: "video", outgoing: null },
  { mid: "small", kind: "video", outgoing: null },
  { mid: "microphone", kind: "audio", outgoing: null },
  { mid: "screen", kind: "video", outgoing: null },
]);
const places = Array.from({ length: liveLimits.stage }, (_, place) => place);

/**
 * A viewer's streams: sound and video of each place, and the screen. All are offered at once: nothing is negotiated later.
 */
const toViewer = [
  ...places.flatMap((place) => [
    { mid: `v${place}`, kind: "video", outgoing: { ssrc: 2_000 + place, group: `place${place}` } } as const,
    { mid: `a${place}`, kind: "audio", outgoing: { ssrc: 1_000 + place, group: `place${place}` } } as const,
  ]),
  { mid: "screen", kind: "video", outgoing: { ssrc: 3_000, group: "screen" } } as const,
] satisfies readonly OfferedStream[];
const receivedStreams = describeStreams(toViewer);

/** Receives a peer's events. */
export interface PeerListener {
  offer(part: LivePart, sdp: string): void;
  connected(): void;
  line(line: LiveLine): void;
  uplink(line: LiveLine): void;
  lost(): void;
  flooded(): void;
}

/** One page in a live. */
export class Peer {
  readonly id: string;
  readonly uid: NewPeer["uid"];
  place: number | null;
  large: number | null = null;
  /** The person's own choice, independent of the bandwidth. */
  wantsSoundOnly = false;
  isConnected = false;
  /** What this viewer's download can carry. */
  readonly line = new Line();
  /** What this person's upload can carry. */
  uplink = new Line();
  readonly outgoing = new Map<string, OutgoingStream>();
  sent: SentStreams | null = null;
  keyframesAsked = 0;
  packetsOut = 0;
  bytesOut = 0;
  readonly #network: SfuNetwork;
  readonly #listener: PeerListener;
  readonly #receiving: MediaConnection;
  #sending: MediaConnection | null = null;
  /** Streams to this viewer, by SSRC. */
  readonly #byNumber = new Map<number, OutgoingStream>();
  /** This person's streams, by the SSRCs of their page's answer. */
  #sentByNumber = new Map<number, IncomingStream>();
  #allowed: AllowedStreams = { microphone: false, camera: false, screen: false };
  #toldLine: LiveLine = "full";
  #toldUplink: LiveLine = "full";
  /** Over the last second, bits. */
  #sentBitrate = 0;
  #counted = { bytes: 0, at: 0 };

  constructor({ peerId, uid, place }: NewPeer, network: SfuNetwork, listener: PeerListener) {
    this.id = peerId;
    this.uid = uid;
    this.place = place;
    this.#network = network;
    this.#listener = listener;
    const send = (packet: Buffer): boolean => {
      if (!this.#receiving.send(packet)) return false;
      this.packetsOut += 1;
      this.bytesOut += packet.length;
      return true;
    };
    for (const { mid, kind, outgoing } of toViewer) {
      const stream = new OutgoingStream(kind, outgoing.ssrc, send);
      this.outgoing.set(mid, stream);
      this.#byNumber.set(outgoing.ssrc, stream);
    }
    this.#receiving = new MediaConnection(`${peerId} receives`, network, receivedStreams, {
      offered: (sdp) => listener.offer("receive", sdp),
      opened: () => this.#open(),
      lost: () => listener.lost(),
      flooded: () => listener.flooded(),
      packet: (packet) => this.#takeFeedback(packet),
    });
    if (place !== null) this.#startSending();
  }

  #open(): void {
    const now = performance.now();
    for (const stream of this.outgoing.values()) {
      stream.isOpen = true;
      stream.askKeyframe(now);
    }
    this.isConnected = true;
    this.#listener.connected();
  }

  /** Processes a viewer's feedback: lost packets, a keyframe request, or a bandwidth estimate. */
  #takeFeedback(packet: Buffer): void {
    if (!isRtcp(packet)) return;
    const now = performance.now();
    for (const part of readRtcp(packet)) {
      const number = aboutStream(part);
      const stream = number === null ? undefined : this.#byNumber.get(number);
      if (asksKeyframe(part)) {
        this.keyframesAsked += 1;
        stream?.askKeyframe(now);
      } else stream?.sendAgain(lostSequences(part));
      const take = (loss: number | null, bitrate: number | null) =>
        this.line.take({ loss, bitrate, sent: this.#sentBitrate }, now);
      for (const loss of lossesIn(part)) take(loss, null);
      const bitrate = bitrateIn(part);
      if (bitrate !== null) take(null, bitrate);
    }
  }

  #startSending(): void {
    const of = (kind: "audio" | "video") => new IncomingStream(kind, (packet) => void this.#sending?.send(packet));
    this.sent = { microphone: of("audio"), camera: of("video"), small: of("video"), screen: of("video") };
    this.#sentByNumber = new Map();
    this.uplink = new Line();
    this.#toldUplink = "full";
    this.allow(this.#allowed);
    this.#sending = new MediaConnection(`${this.id} sends`, this.#network, sentStreams, {
      offered: (sdp) => this.#listener.offer("send", sdp),
      opened: () => undefined,
      lost: () => this.#listener.lost(),
      flooded: () => this.#listener.flooded(),
      packet: (packet) => this.#takeSent(packet),
    });
  }

  /** Processes a packet of this person's streams, or a sender report. */
  #takeSent(packet: Buffer): void {
    const now = performance.now();
    if (!isRtcp(packet)) {
      this.#streamOf(packet)?.take(packet, now);
      return;
    }
    for (const { type, bytes } of readRtcp(packet))
      if (type === rtcpTypes.senderReport) this.#streamOf(bytes)?.takeSenderReport(bytes, now);
  }

  #streamOf(packet: Buffer): IncomingStream | undefined {
    const number = senderOf(packet);
    return number === null ? undefined : this.#sentByNumber.get(number);
  }

  /** Moves the peer to a place on the stage, or off it. Its sinks must be detached before. */
  setPlace(place: number | null): void {
    const before = this.place;
    this.place = place;
    if (place === null) {
      this.#sending?.close();
      this.#sending = null;
      this.sent = null;
      this.#allowed = { microphone: false, camera: false, screen: false };
    } else if (before === null) this.#startSending();
  }

  /** Sets which of the person's own streams are forwarded. */
  allow(allowed: AllowedStreams): void {
    this.#allowed = allowed;
    if (!this.sent) return;
    const now = performance.now();
    const set = (stream: IncomingStream, isAllowed: boolean): void => {
      if (isAllowed && !stream.isAllowed) stream.askKeyframe(now);
      stream.isAllowed = isAllowed;
    };
    set(this.sent.microphone, allowed.microphone);
    set(this.sent.camera, allowed.camera);
    set(this.sent.small, allowed.camera);
    set(this.sent.screen, allowed.screen);
  }

  /** Whether any video is sent to this peer. */
  get takesPictures(): boolean {
    return !this.wantsSoundOnly && this.line.level !== "sound";
  }

  /** The layer of a sender's camera for this peer: the small one, unless the large one is shown and available. */
  layerOf(sender: Peer, now: number): IncomingStream | null {
    if (!sender.sent || !this.takesPictures) return null;
    const { camera, small } = sender.sent;
    const comes = (stream: IncomingStream): boolean => now - stream.lastPacketAt < silentMs;
    const isLarge = sender.place === this.large && this.line.level === "full" && sender.uplink.level === "full";
    if (isLarge) return comes(camera) || !comes(small) ? camera : small;
    return comes(small) ? small : camera;
  }

  /** Sends pending requests of the streams. */
  tick(now: number): void {
    for (const stream of Object.values(this.sent ?? {})) stream.tick(now);
  }

  /** Once a second: updates the bandwidth levels, and sends the reports by which the sender's browser sets its bitrate. */
  report(now: number): void {
    this.#sentBitrate = ((this.bytesOut - this.#counted.bytes) * 8_000) / Math.max(1, now - this.#counted.at);
    this.#counted = { bytes: this.bytesOut, at: now };
    this.line.tick(now);
    for (const stream of this.outgoing.values()) stream.tick();
    if (this.line.level !== this.#toldLine) {
      this.#toldLine = this.line.level;
      this.#listener.line(this.#toldLine);
    }
    if (!this.sent || !this.#sending) return;
    const ssrcs: number[] = [];
    let [expected, missed] = [0, 0];
    for (const stream of Object.values(this.sent)) {
      const reception = stream.report(now);
      if (!reception) continue;
      ssrcs.push(reception.ssrc);
      expected += reception.expected;
      missed += reception.missed;
      this.#sending.send(receiverReport(reception));
    }
    if (ssrcs.length > 0) this.#sending.send(receiverBitrate(sendBitrate, ssrcs));
    if (expected >= fewestJudged) this.uplink.take({ loss: missed / expected, bitrate: null, sent: 0 }, now);
    this.uplink.tick(now);
    if (this.uplink.level === this.#toldUplink) return;
    this.#toldUplink = this.uplink.level;
    this.#listener.uplink(this.#toldUplink);
  }

  answer(part: LivePart, sdp: string): void {
    (part === "receive" ? this.#receiving : this.#sending)?.answer(sdp);
    if (part === "receive" || !this.sent) return;
    const byMid = new Map<string, IncomingStream>(Object.entries(this.sent));
    for (const [number, mid] of numbersIn(sdp)) {
      const stream = byMid.get(mid);
      if (stream) this.#sentByNumber.set(number, stream);
    }
  }

  close(): void {
    for (const stream of this.outgoing.values()) stream.want(null, 0);
    this.#receiving.close();
    this.#sending?.close();
  }
}
