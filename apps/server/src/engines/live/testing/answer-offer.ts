import type { LivePart } from "@tribe/contract/live";
import nodeDataChannel, { type PeerConnection, type Track } from "node-datachannel";

/** One end of a media connection, without a browser. */
export interface AnsweredOffer {
  readonly tracks: ReadonlyMap<string, Track>;
  /** Starts to connect to the unit, which has the answer now. */
  begin(): void;
  /** The connection's state and its ICE state. */
  state(): string;
  close(): void;
}

/** The SSRCs of the sent streams. */
export const ssrcs: Readonly<Record<string, number>> = { microphone: 11, camera: 12, small: 13, screen: 14 };

/** Answers the unit's offer as a page does: it starts ICE only when the unit has the answer. */
export const answerOffer = (
  name: string,
  part: LivePart,
  sdp: string,
  listener: { answer(sdp: string): void; packet(mid: string, packet: Buffer): void; opened(mid: string): void },
): AnsweredOffer => {
  const connection: PeerConnection = new nodeDataChannel.PeerConnection(`${name} ${part}`, {
    iceServers: [],
    bindAddress: "127.0.0.1",
    disableAutoNegotiation: true,
  });
  const tracks = new Map<string, Track>();
  let isClosed = false;
  let hasBegun = false;
  connection.onGatheringStateChange((state) => {
    const own = state === "complete" && !isClosed ? connection.localDescription()?.sdp : undefined;
    if (own !== undefined) listener.answer(own);
  });
  for (const [, kind, mid = ""] of sdp.matchAll(/m=(audio|video)[\s\S]*?a=mid:(\S+)/g)) {
    const direction = part === "receive" ? "RecvOnly" : "SendOnly";
    const media =
      kind === "audio" ? new nodeDataChannel.Audio(mid, direction) : new nodeDataChannel.Video(mid, direction);
    if (media instanceof nodeDataChannel.Audio) media.addOpusCodec(111);
    else media.addVP8Codec(96);
    if (part === "send") media.addSSRC(ssrcs[mid] ?? 1, "page", "page", mid);
    const track = connection.addTrack(media);
    tracks.set(mid, track);
    track.onMessage((packet) => isClosed || listener.packet(mid, packet));
    track.onOpen(() => isClosed || listener.opened(mid));
  }
  const lines = sdp.split("\r\n");
  const isAddress = (line: string): boolean => line.startsWith("a=candidate:") || line === "a=end-of-candidates";
  connection.setRemoteDescription(lines.filter((line) => !isAddress(line)).join("\r\n"), "offer");
  connection.setLocalDescription("answer");
  return {
    tracks,
    begin: () => {
      if (isClosed) return;
      hasBegun = true;
      const [mid = ""] = tracks.keys();
      for (const line of lines) if (line.startsWith("a=candidate:")) connection.addRemoteCandidate(line.slice(2), mid);
    },
    state: () => `${connection.state()}, ICE ${connection.iceState()}${hasBegun ? "" : ", not answered"}`,
    close: () => {
      isClosed = true;
      connection.close();
      tracks.clear();
    },
  };
};
