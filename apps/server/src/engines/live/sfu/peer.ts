import { type LiveLine, type LivePart, liveLimits } from "@tribe/contract/live";
import type { NewPeer } from "../port.ts";
import { MediaConnection, type OfferedStream } from "./connection.ts";
import { IncomingStream } from "./incoming-stream.ts";
import { Line } from "./line.ts";
import type { AllowedStreams, SfuNetwork } from "./messages.ts";
import { OutgoingStream } from "./outgoing-stream.ts";
import {
  asksKeyframe,
  bitrateIn,
  isRtcp,
  lossIn,
  readRtcp,
  receiverBitrate,
  receiverReport,
  rtcpTypes,
} from "./rtp.ts";

/** What one person may send, bits per second: sound, a picture of 720 lines, its small layer and a screen. */
const sendBitrate = 2_500_000;
/** A layer that has not come for so long is not sent. */
const silentMs = 2_000;

/** What somebody on the stage sends. The two pictures of one camera are two streams. */
export interface SentStreams {
  readonly microphone: IncomingStream;
  readonly camera: IncomingStream;
  readonly small: IncomingStream;
  readonly screen: IncomingStream;
}

const sentStreams: readonly OfferedStream[] = [
  { mid: "microphone", kind: "audio", outgoing: null },
  { mid: "camera", kind: "video", outgoing: null },
  { mid: "small", kind: "video", outgoing: null },
  { mid: "screen", kind: "video", outgoing: null },
];
const places = Array.from({ length: liveLimits.stage }, (_, place) => place);

/** Streams of a viewer: sound and picture of each place, and the screen. All are offered at once: nothing is negotiated later. */
const receivedStreams: readonly OfferedStream[] = [
  ...places.flatMap((place): OfferedStream[] => [
    { mid: `a${place}`, kind: "audio", outgoing: { ssrc: 1_000 + place, group: `place${place}` } },
    { mid: `v${place}`, kind: "video", outgoing: { ssrc: 2_000 + place, group: `place${place}` } },
  ]),
  { mid: "screen", kind: "video", outgoing: { ssrc: 3_000, group: "screen" } },
];

/** What a peer tells whoever keeps the room. */
export interface PeerHears {
  offer(part: LivePart, sdp: string): void;
  connected(): void;
  line(line: LiveLine): void;
  lost(): void;
}

/** One page in a live. */
export class Peer {
  readonly id: string;
  readonly uid: NewPeer["uid"];
  place: number | null;
  large: number | null = null;
  /** Their own wish, however much the line carries. */
  wantsSoundOnly = false;
  isConnected = false;
  /** What this viewer's line carries. */
  readonly line = new Line();
  readonly outgoing = new Map<string, OutgoingStream>();
  sent: SentStreams | null = null;
  keyframesAsked = 0;
  packetsOut = 0;
  bytesOut = 0;
  readonly #network: SfuNetwork;
  readonly #hears: PeerHears;
  readonly #receiving: MediaConnection;
  #sending: MediaConnection | null = null;
  #allowed: AllowedStreams = { microphone: false, camera: false, screen: false };
  #toldLine: LiveLine = "full";
  /** Of the last second, bits. */
  #sentBitrate = 0;
  #counted = { bytes: 0, at: 0 };

  constructor({ peerId, uid, place }: NewPeer, network: SfuNetwork, hears: PeerHears) {
    this.id = peerId;
    this.uid = uid;
    this.place = place;
    this.#network = network;
    this.#hears = hears;
    for (const { mid, kind, outgoing } of receivedStreams) {
      if (!outgoing) continue;
      const send = (packet: Buffer): boolean => {
        if (!this.#receiving.send(mid, packet)) return false;
        this.packetsOut += 1;
        this.bytesOut += packet.length;
        return true;
      };
      this.outgoing.set(mid, new OutgoingStream(kind, outgoing.ssrc, send));
    }
    this.#receiving = new MediaConnection(`${peerId} receives`, network, receivedStreams, {
      offered: (sdp) => hears.offer("receive", sdp),
      connected: () => {
        this.isConnected = true;
        hears.connected();
      },
      lost: () => hears.lost(),
      opened: (mid) => this.#open(mid),
      packet: (mid, packet) => this.#takeFeedback(mid, packet),
    });
    if (place !== null) this.#startSending();
  }

  #open(mid: string): void {
    const stream = this.outgoing.get(mid);
    if (!stream) return;
    stream.isOpen = true;
    stream.askKeyframe(performance.now());
  }

  /** What a viewer says of what it gets: it lost a picture, or the line is poor. */
  #takeFeedback(mid: string, packet: Buffer): void {
    if (!isRtcp(packet)) return;
    const now = performance.now();
    for (const part of readRtcp(packet)) {
      if (asksKeyframe(part)) {
        this.keyframesAsked += 1;
        this.outgoing.get(mid)?.askKeyframe(now);
      }
      this.line.take({ loss: lossIn(part), bitrate: bitrateIn(part), sent: this.#sentBitrate }, now);
    }
  }

  #startSending(): void {
    const of = (mid: string, kind: "audio" | "video") =>
      new IncomingStream(kind, (packet) => void this.#sending?.send(mid, packet));
    const sent: SentStreams = {
      microphone: of("microphone", "audio"),
      camera: of("camera", "video"),
      small: of("small", "video"),
      screen: of("screen", "video"),
    };
    const byMid = new Map<string, IncomingStream>(Object.entries(sent));
    this.sent = sent;
    this.allow(this.#allowed);
    this.#sending = new MediaConnection(`${this.id} sends`, this.#network, sentStreams, {
      offered: (sdp) => this.#hears.offer("send", sdp),
      connected: () => undefined,
      lost: () => this.#hears.lost(),
      opened: () => undefined,
      packet: (mid, packet) => {
        const stream = byMid.get(mid);
        if (!stream) return;
        const now = performance.now();
        if (!isRtcp(packet)) return stream.take(packet, now);
        for (const { type, bytes } of readRtcp(packet))
          if (type === rtcpTypes.senderReport) stream.takeSenderReport(bytes, now);
      },
    });
  }

  /** On the stage by a place, or off it. Whoever shows the streams must let go of them before. */
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

  /** What of the own streams passes. */
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

  /** Whether any picture goes to this peer. */
  get takesPictures(): boolean {
    return !this.wantsSoundOnly && this.line.level !== "sound";
  }

  /** The picture of somebody's camera that this peer gets: the small one unless it is shown large, and comes at all. */
  layerOf(sender: Peer, now: number): IncomingStream | null {
    if (!sender.sent || !this.takesPictures) return null;
    const { camera, small } = sender.sent;
    const comes = (stream: IncomingStream): boolean => now - stream.lastPacketAt < silentMs;
    const isLarge = sender.place === this.large && this.line.level === "full";
    if (isLarge) return comes(camera) || !comes(small) ? camera : small;
    return comes(small) ? small : camera;
  }

  /** What is due ten times a second. */
  tick(now: number): void {
    for (const stream of Object.values(this.sent ?? {})) stream.tick(now);
  }

  /** What is due once a second: how the line is, and the reports by which the sender's browser finds its bitrate. */
  report(now: number): void {
    this.#sentBitrate = ((this.bytesOut - this.#counted.bytes) * 8_000) / Math.max(1, now - this.#counted.at);
    this.#counted = { bytes: this.bytesOut, at: now };
    this.line.tick(now);
    if (this.line.level !== this.#toldLine) {
      this.#toldLine = this.line.level;
      this.#hears.line(this.#toldLine);
    }
    if (!this.sent || !this.#sending) return;
    const ssrcs: number[] = [];
    for (const [mid, stream] of Object.entries(this.sent)) {
      const reception = stream.report(now);
      if (!reception) continue;
      ssrcs.push(reception.ssrc);
      this.#sending.send(mid, receiverReport(reception));
    }
    if (ssrcs.length > 0) this.#sending.send("microphone", receiverBitrate(sendBitrate, ssrcs));
  }

  answer(part: LivePart, sdp: string): void {
    (part === "receive" ? this.#receiving : this.#sending)?.answer(sdp);
  }

  close(): void {
    for (const stream of this.outgoing.values()) stream.want(null, 0);
    this.#receiving.close();
    this.#sending?.close();
  }
}
