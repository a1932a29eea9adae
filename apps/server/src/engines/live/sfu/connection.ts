import type { Audio, PeerConnection, Track, Video } from "node-datachannel";
import nodeDataChannel from "node-datachannel";
import type { SfuNetwork } from "./messages.ts";
import { payloadTypes } from "./rtp.ts";

/** One stream of a connection, as its offer describes it. */
export interface OfferedStream {
  /** Names it in the offer: the page finds its stream by it. */
  readonly mid: string;
  readonly kind: "audio" | "video";
  /** What we send goes by this number, and belongs together by its group; null for what the page sends. */
  readonly outgoing: { readonly ssrc: number; readonly group: string } | null;
}

/** Packets that are kept of a stream, to be sent again when a viewer lost them. */
const keptPackets = 512;

/**
 * One WebRTC connection with a page: we offer, it answers. Every track is held here, since one that JavaScript lets go of
 * falls silent.
 */
export class MediaConnection {
  readonly #connection: PeerConnection;
  readonly #tracks = new Map<string, Track>();
  #isClosed = false;
  #isAnswered = false;

  constructor(
    name: string,
    network: SfuNetwork,
    streams: readonly OfferedStream[],
    hears: {
      offered(sdp: string): void;
      connected(): void;
      lost(): void;
      opened(mid: string): void;
      packet(mid: string, packet: Buffer): void;
    },
  ) {
    this.#connection = new nodeDataChannel.PeerConnection(name, {
      iceServers: [],
      disableAutoNegotiation: true,
      ...(network.bindAddress === null ? {} : { bindAddress: network.bindAddress }),
      ...(network.ports === null ? {} : { portRangeBegin: network.ports[0], portRangeEnd: network.ports[1] }),
    });
    for (const stream of streams) {
      const track = this.#connection.addTrack(describe(stream));
      if (stream.kind === "video" && stream.outgoing)
        track.setMediaHandler(new nodeDataChannel.RtcpNackResponder(keptPackets));
      track.onOpen(() => this.#isClosed || hears.opened(stream.mid));
      track.onMessage((packet) => this.#isClosed || hears.packet(stream.mid, packet));
      this.#tracks.set(stream.mid, track);
    }
    this.#connection.onStateChange((state) => {
      if (this.#isClosed) return;
      if (state === "connected") hears.connected();
      else if (state === "failed" || state === "closed" || state === "disconnected") hears.lost();
    });
    this.#connection.onGatheringStateChange((state) => {
      const sdp = state === "complete" && !this.#isClosed ? this.#connection.localDescription()?.sdp : undefined;
      if (sdp !== undefined) hears.offered(withAddress(sdp, network.publicAddress));
    });
    this.#connection.setLocalDescription("offer");
  }

  /** Takes the answer; one that comes again changes nothing. @throws Error when it is no answer to the offer. */
  answer(sdp: string): void {
    if (this.#isClosed || this.#isAnswered) return;
    this.#connection.setRemoteDescription(sdp, "answer");
    this.#isAnswered = true;
  }

  /** Puts a packet on a stream; false when that can't be. */
  send(mid: string, packet: Buffer): boolean {
    if (this.#isClosed) return false;
    try {
      return this.#tracks.get(mid)?.sendMessageBinary(packet) ?? false;
    } catch {
      return false; // closed in this very moment
    }
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#connection.close();
    this.#tracks.clear();
  }
}

const describe = ({ mid, kind, outgoing }: OfferedStream): Audio | Video => {
  const direction = outgoing ? "SendOnly" : "RecvOnly";
  if (kind === "audio") {
    const audio = new nodeDataChannel.Audio(mid, direction);
    audio.addOpusCodec(payloadTypes.audio);
    if (outgoing) audio.addSSRC(outgoing.ssrc, "tribe", outgoing.group, mid);
    return audio;
  }
  const video = new nodeDataChannel.Video(mid, direction);
  video.addVP8Codec(payloadTypes.video);
  if (outgoing) video.addSSRC(outgoing.ssrc, "tribe", outgoing.group, mid);
  return video;
};

/** Puts the address by which others reach us in the place of this machine's own. */
export const withAddress = (sdp: string, address: string | null): string =>
  address === null ? sdp : sdp.replace(/^(a=candidate:\S+ \d+ UDP \d+ )\S+( \d+ typ host)/gim, `$1${address}$2`);
