import type { LivePart } from "@tribe/contract/live";
import nodeDataChannel, { type PeerConnection, type Track } from "node-datachannel";

/** Someone in a live of the bench, without a browser: their packets carry the time at which they were sent. */
export interface Viewer {
  answer(part: LivePart, sdp: string, give: (sdp: string) => void): void;
  /** What they send can go out. */
  readonly isSending: Promise<void>;
  /** The first packet of a picture came. */
  readonly firstPicture: Promise<void>;
  /** Sends sound and picture with so many bits per second, until closed. */
  send(bitsPerSecond: number): void;
  /** Packets that went out so far. */
  sent(): number;
  /** Packets that came since the last reset. */
  received(): number;
  /** How long packets took, ms; a part of them. */
  delays(): readonly number[];
  reset(): void;
  close(): void;
}

const framesPerSecond = 25;
const packetBytes = 1_100;
const ssrcs: Readonly<Record<string, number>> = { microphone: 11, camera: 12, small: 13, screen: 14 };
/** Of so many packets one is timed. */
const timedShare = 8;

export const createViewer = (name: string): Viewer => {
  const connections: PeerConnection[] = [];
  const tracks = new Map<string, Track>();
  const timers: NodeJS.Timeout[] = [];
  let [sent, received] = [0, 0];
  let delays: number[] = [];
  let sends = (): void => undefined;
  let sees = (): void => undefined;
  const isSending = new Promise<void>((resolve) => {
    sends = resolve;
  });
  const firstPicture = new Promise<void>((resolve) => {
    sees = resolve;
  });

  const take = (mid: string, packet: Buffer): void => {
    const type = packet.readUInt8(1);
    if (type >= 192 && type <= 223) return;
    received += 1;
    if (mid.startsWith("v")) sees();
    if (received % timedShare === 0 && packet.length > 28) delays.push(performance.now() - packet.readDoubleBE(20));
  };
  const put = (mid: string, bytes: number, sequence: number, timestamp: number, isKeyframe: boolean): void => {
    const packet = Buffer.alloc(12 + bytes);
    packet.writeUInt8(0x80, 0);
    packet.writeUInt8(mid === "microphone" ? 111 : 96, 1);
    packet.writeUInt16BE(sequence & 0xffff, 2);
    packet.writeUInt32BE(timestamp >>> 0, 4);
    packet.writeUInt32BE(ssrcs[mid] ?? 1, 8);
    packet.writeUInt8(0x10, 12);
    packet.writeUInt8(isKeyframe ? 0 : 1, 13);
    packet.writeDoubleBE(performance.now(), 20);
    if (tracks.get(mid)?.sendMessageBinary(packet)) sent += 1;
  };

  return {
    isSending,
    firstPicture,
    answer: (part, sdp, give) => {
      const connection = new nodeDataChannel.PeerConnection(`${name} ${part}`, {
        iceServers: [],
        bindAddress: "127.0.0.1",
        disableAutoNegotiation: true,
      });
      connections.push(connection);
      connection.onGatheringStateChange((state) => {
        const own = state === "complete" ? connection.localDescription()?.sdp : undefined;
        if (own !== undefined) give(own);
      });
      for (const [, kind, mid = ""] of sdp.matchAll(/m=(audio|video)[\s\S]*?a=mid:(\S+)/g)) {
        const direction = part === "receive" ? "RecvOnly" : "SendOnly";
        const media =
          kind === "audio" ? new nodeDataChannel.Audio(mid, direction) : new nodeDataChannel.Video(mid, direction);
        if (media instanceof nodeDataChannel.Audio) media.addOpusCodec(111);
        else media.addVP8Codec(96);
        if (part === "send") media.addSSRC(ssrcs[mid] ?? 1, "bench", "bench", mid);
        const track = connection.addTrack(media);
        tracks.set(mid, track);
        if (part === "receive") track.onMessage((packet) => take(mid, packet));
        else if (mid === "camera") track.onOpen(sends);
      }
      connection.setRemoteDescription(sdp, "offer");
      connection.setLocalDescription("answer");
    },
    send: (bitsPerSecond) => {
      const perFrame = Math.max(1, Math.round(bitsPerSecond / 8 / framesPerSecond / packetBytes));
      const bytes = Math.round(bitsPerSecond / 8 / framesPerSecond / perFrame);
      let [picture, sound, frame] = [0, 0, 0];
      timers.push(
        setInterval(() => {
          frame += 1;
          for (let part = 0; part < perFrame; part += 1) {
            picture += 1;
            // Whoever joins finds a whole picture soon, as a keyframe that was asked for would bring it.
            put("camera", bytes, picture, frame * 3_600, part === 0 && frame % 5 === 0);
          }
        }, 1_000 / framesPerSecond),
        setInterval(() => {
          sound += 1;
          put("microphone", 80, sound, sound * 960, false);
        }, 20),
      );
    },
    sent: () => sent,
    received: () => received,
    delays: () => delays,
    reset: () => {
      received = 0;
      delays = [];
    },
    close: () => {
      for (const timer of timers) clearInterval(timer);
      for (const connection of connections) connection.close();
      tracks.clear();
    },
  };
};
