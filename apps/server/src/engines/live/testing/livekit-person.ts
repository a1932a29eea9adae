import { once } from "node:events";
import {
  AddTrackRequest,
  SessionDescription,
  SignalRequest,
  SignalResponse,
  SignalTarget,
  TrackSource,
  TrackType,
  TrickleRequest,
} from "@livekit/protocol";
import nodeDataChannel, { type PeerConnection, type Track } from "node-datachannel";
import { WebSocket } from "ws";
import * as z from "zod/mini";

/**
 * A client in a LiveKit room, without a browser: its signalling, and media connections with the same library as our own load
 * test.
 */
export interface LiveKitPerson {
  /** Publishes sound and video, and waits until both can be sent. */
  publish(): Promise<void>;
  put(mid: "microphone" | "camera", packet: Buffer): boolean;
  /** Received packets of media. */
  received(): number;
  close(): void;
}

const candidateSchema = z.object({ candidate: z.string(), sdpMid: z.optional(z.nullable(z.string())) });
const [payloadAudio, payloadVideo] = [111, 96];
const sources = {
  microphone: { type: TrackType.AUDIO, source: TrackSource.MICROPHONE, ssrc: 11 },
  camera: { type: TrackType.VIDEO, source: TrackSource.CAMERA, ssrc: 12 },
} as const;

export const enterLiveKit = async (name: string, url: string, token: string): Promise<LiveKitPerson> => {
  const query = new URLSearchParams({
    access_token: token,
    auto_subscribe: "1",
    sdk: "js",
    version: "2.0.0",
    protocol: "13",
  });
  const socket = new WebSocket(`${url}/rtc?${query}`);
  const say = (message: SignalRequest["message"]): void => socket.send(new SignalRequest({ message }).toBinary());
  const config = { iceServers: [], bindAddress: "127.0.0.1", forceMediaTransport: true };
  const subscriber = new nodeDataChannel.PeerConnection(`${name} receives`, config);
  let publisher: PeerConnection | null = null;
  const tracks = new Map<string, Track>();
  const held: Track[] = [];
  let [received, offerId, canPublish, isClosed] = [0, 0, false, false];
  let permitted = (): void => undefined;

  /** LiveKit's candidates that came before the descriptions; null once they can be applied. */
  const early = new Map<SignalTarget, { readonly candidate: string; readonly mid: string }[] | null>([
    [SignalTarget.SUBSCRIBER, []],
    [SignalTarget.PUBLISHER, []],
  ]);
  const take = (target: SignalTarget, candidate: string, mid: string): void => {
    const waiting = early.get(target);
    if (waiting) waiting.push({ candidate, mid });
    else
      try {
        (target === SignalTarget.PUBLISHER ? publisher : subscriber)?.addRemoteCandidate(candidate, mid);
      } catch {
        // The library sometimes reports its description before its ICE accepts candidates.
        if (!isClosed) setTimeout(() => take(target, candidate, mid), 20);
      }
  };
  const described = (target: SignalTarget): void => {
    const waiting = early.get(target);
    early.set(target, null);
    for (const { candidate, mid } of waiting ?? []) take(target, candidate, mid);
  };
  const trickle = (target: SignalTarget) => (candidate: string, mid: string) =>
    say({
      case: "trickle",
      value: new TrickleRequest({
        // The library writes `a=candidate:…`, a browser omits the prefix; LiveKit accepts only the latter and otherwise
        // disconnects.
        candidateInit: JSON.stringify({ candidate: candidate.replace(/^a=/, ""), sdpMid: mid, sdpMLineIndex: 0 }),
        target,
      }),
    });
  subscriber.onTrack((track) => {
    held.push(track);
    track.onMessage((packet) => {
      if (packet.readUInt8(1) < 192 || packet.readUInt8(1) > 223) received += 1;
    });
  });
  subscriber.onLocalDescription((sdp, type) => {
    say({ case: "answer", value: new SessionDescription({ type: type.toString().toLowerCase(), sdp, id: offerId }) });
    described(SignalTarget.SUBSCRIBER);
  });
  subscriber.onLocalCandidate(trickle(SignalTarget.SUBSCRIBER));
  const hear = ({ message }: SignalResponse): void => {
    if (isClosed) return;
    switch (message.case) {
      case "offer":
        offerId = message.value.id;
        subscriber.setRemoteDescription(message.value.sdp, "offer");
        return;
      case "answer":
        publisher?.setRemoteDescription(message.value.sdp, "answer");
        described(SignalTarget.PUBLISHER);
        return;
      case "trickle": {
        const { candidate, sdpMid } = z.parse(candidateSchema, JSON.parse(message.value.candidateInit));
        take(message.value.target, candidate, sdpMid ?? "0");
        return;
      }
      case "update":
        canPublish ||= message.value.participants.some(
          ({ identity, permission }) => identity === name && permission?.canPublish,
        );
        if (canPublish) permitted();
        return;
      default:
        return;
    }
  };
  socket.on("message", (data: Buffer) => hear(SignalResponse.fromBinary(data)));
  await once(socket, "open");
  const pings = setInterval(() => say({ case: "ping", value: BigInt(Date.now()) }), 5_000);

  return {
    publish: async () => {
      while (!canPublish)
        await new Promise<void>((resolve) => {
          permitted = resolve;
        });
      for (const [mid, { type, source }] of Object.entries(sources))
        say({
          case: "addTrack",
          value: new AddTrackRequest({ cid: mid, name: mid, type, source, width: 640, height: 360 }),
        });
      const connection = new nodeDataChannel.PeerConnection(`${name} sends`, {
        ...config,
        disableAutoNegotiation: true,
      });
      publisher = connection;
      connection.onLocalDescription((sdp) =>
        say({ case: "offer", value: new SessionDescription({ type: "offer", sdp, id: 1 }) }),
      );
      connection.onLocalCandidate(trickle(SignalTarget.PUBLISHER));
      const opened: Promise<void>[] = [];
      for (const [mid, { ssrc, type }] of Object.entries(sources)) {
        const media =
          type === TrackType.AUDIO
            ? new nodeDataChannel.Audio(mid, "SendOnly")
            : new nodeDataChannel.Video(mid, "SendOnly");
        if (media instanceof nodeDataChannel.Audio) media.addOpusCodec(payloadAudio);
        else media.addVP8Codec(payloadVideo);
        media.addSSRC(ssrc, "page", "page", mid);
        const track = connection.addTrack(media);
        tracks.set(mid, track);
        opened.push(new Promise((resolve) => track.onOpen(resolve)));
      }
      connection.setLocalDescription("offer");
      await Promise.all(opened);
    },
    put: (mid, packet) => {
      const track = tracks.get(mid);
      return track?.isOpen() ? track.sendMessageBinary(packet) : false;
    },
    received: () => received,
    close: () => {
      isClosed = true;
      clearInterval(pings);
      subscriber.close();
      publisher?.close();
      held.length = 0;
      socket.close();
    },
  };
};
