import type { LivePart } from "@tribe/contract/live";
import { isRtcp } from "../sfu/rtp.ts";
import { type AnsweredOffer, answerOffer, ssrcs } from "./answer-offer.ts";

/** A peer in a live, without a browser: its packets contain the time at which they were sent. */
export interface Viewer {
  answer(part: LivePart, sdp: string, give: (sdp: string) => void): void;
  /** The unit has applied the answer. */
  answered(part: LivePart): void;
  /** Others' media can arrive. */
  readonly isReceiving: Promise<void>;
  /** Their own media can be sent. */
  readonly isSending: Promise<void>;
  /** The first video packet arrived. */
  readonly firstPicture: Promise<void>;
  /** Sends sound and video with this bitrate, until closed. */
  send(bitsPerSecond: number): void;
  /** Sends one packet of a stream, or feedback on one; false while that is not possible. */
  put(mid: string, packet: Buffer): boolean;
  /** Packets sent so far. */
  sent(): number;
  /** Packets received since the last reset. */
  received(): number;
  /** Latencies of a sample of the packets, ms. */
  delays(): readonly number[];
  reset(): void;
  /** The states of their connections, for a failure's message. */
  states(): string;
  close(): void;
}

/** Receives a viewer's packets. */
export interface ViewerListener {
  /** A packet of another person's stream. */
  packet?(mid: string, packet: Buffer): void;
  /** RTCP from the unit about a stream of their own. */
  feedback?(mid: string, packet: Buffer): void;
}

const framesPerSecond = 25;
const packetBytes = 1_100;
/** One of this many packets is timed. */
const timedShare = 8;

/** A packet of one of the own streams: `bytes` after the header, of which the first ones of a frame mark a keyframe. */
export const makePacket = (mid: string, { bytes, sequence, timestamp, isKeyframe = false }: PacketFields): Buffer => {
  const packet = Buffer.alloc(12 + bytes);
  packet.writeUInt8(0x80, 0);
  packet.writeUInt8(mid === "microphone" ? 111 : 96, 1);
  packet.writeUInt16BE(sequence & 0xffff, 2);
  packet.writeUInt32BE(timestamp >>> 0, 4);
  packet.writeUInt32BE(ssrcs[mid] ?? 1, 8);
  packet.writeUInt8(0x10, 12);
  packet.writeUInt8(isKeyframe ? 0 : 1, 13);
  packet.writeDoubleBE(performance.now(), 20);
  return packet;
};
interface PacketFields {
  /** At least 16. */
  readonly bytes: number;
  readonly sequence: number;
  readonly timestamp: number;
  readonly isKeyframe?: boolean;
}

export const createViewer = (name: string, listener: ViewerListener = {}): Viewer => {
  const connections = new Map<LivePart, AnsweredOffer>();
  const timers: NodeJS.Timeout[] = [];
  let [sent, received] = [0, 0];
  let delays: number[] = [];
  const [isReceiving, isSending, firstPicture] = [moment(), moment(), moment()];

  const take = (mid: string, packet: Buffer): void => {
    if (isRtcp(packet)) return;
    received += 1;
    listener.packet?.(mid, packet);
    if (mid.startsWith("v")) firstPicture.come();
    if (received % timedShare === 0 && packet.length > 28) delays.push(performance.now() - packet.readDoubleBE(20));
  };
  const put = (mid: string, packet: Buffer): boolean => {
    const track = connections.get(mid in ssrcs ? "send" : "receive")?.tracks.get(mid);
    try {
      return track?.isOpen() ? track.sendMessageBinary(packet) : false;
    } catch {
      return false; // just closed
    }
  };
  const putCounted = (mid: string, fields: PacketFields): void => {
    if (put(mid, makePacket(mid, fields))) sent += 1;
  };

  return {
    isReceiving: isReceiving.came,
    isSending: isSending.came,
    firstPicture: firstPicture.came,
    answer: (part, sdp, give) => {
      connections.get(part)?.close();
      connections.set(
        part,
        answerOffer(name, part, sdp, {
          answer: give,
          packet: (mid, packet) => (part === "receive" ? take(mid, packet) : listener.feedback?.(mid, packet)),
          opened: (mid) => {
            if (part === "receive") isReceiving.come();
            else if (mid === "camera") isSending.come();
          },
        }),
      );
    },
    answered: (part) => connections.get(part)?.begin(),
    put,
    send: (bitsPerSecond) => {
      const perFrame = Math.max(1, Math.round(bitsPerSecond / 8 / framesPerSecond / packetBytes));
      const bytes = Math.round(bitsPerSecond / 8 / framesPerSecond / perFrame);
      let [picture, sound, frame] = [0, 0, 0];
      timers.push(
        setInterval(() => {
          frame += 1;
          for (let part = 0; part < perFrame; part += 1) {
            picture += 1;
            // Regular keyframes, so that a new viewer gets one soon, as by a request.
            const isKeyframe = part === 0 && frame % 5 === 0;
            putCounted("camera", { bytes, sequence: picture, timestamp: frame * 3_600, isKeyframe });
          }
        }, 1_000 / framesPerSecond),
        setInterval(() => {
          sound += 1;
          putCounted("microphone", { bytes: 80, sequence: sound, timestamp: sound * 960 });
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
    states: () => [...connections].map(([part, connection]) => `${part}: ${connection.state()}`).join(", "),
    close: () => {
      for (const timer of timers) clearInterval(timer);
      for (const connection of connections.values()) connection.close();
    },
  };
};

/** A promise for an event that happens once. */
const moment = () => {
  let come = (): void => undefined;
  const came = new Promise<void>((resolve) => {
    come = resolve;
  });
  return { came, come };
};
