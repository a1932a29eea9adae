import type { Uid } from "@tribe/contract";
import type { LiveEventCode, LiveLine, LivePart } from "@tribe/contract/live";

/** One person's page in one live, by the UUID that the page chose itself. */
export type PeerId = string;
/** A live's id: the id of its row. */
export type LiveId = string;

/** A peer that joins a live. */
export interface NewPeer {
  readonly liveId: LiveId;
  readonly peerId: PeerId;
  readonly uid: Uid;
  /** Number of their place on the stage; null in the audience. */
  readonly place: number | null;
}

/**
 * An event in a live's channel, signed by the engine that saw it. `number` counts a live's records from 1 without a gap, so
 * that a repeated one is recognised, and none waits for an earlier one.
 */
export interface LiveRecord {
  readonly liveId: LiveId;
  readonly number: number;
  readonly code: LiveEventCode;
  /** The person that it is about; null for the channel itself. */
  readonly uid: Uid | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** HMAC-SHA-256 of {@link recordText}, in base64url. */
  readonly mac: string;
}

/** The text that a record's signature covers. */
export const recordText = ({ liveId, number, code, uid, at }: Omit<LiveRecord, "mac">): string =>
  [liveId, number, code, uid ?? "", at].join(":");

/** An engine's events. */
export type LiveMediaEvent =
  /** For the page, which answers it. */
  | { readonly kind: "offer"; readonly peerId: PeerId; readonly part: LivePart; readonly sdp: string }
  /** For the page, whose own client of the engine's service connects with it: no offers follow then. */
  | { readonly kind: "connect"; readonly peerId: PeerId; readonly url: string; readonly token: string }
  /** The page's answer was applied: now it may send ICE candidates. */
  | { readonly kind: "answered"; readonly peerId: PeerId; readonly part: LivePart }
  /** The level that the peer's download bandwidth allows from now on. Initially everything. */
  | { readonly kind: "line"; readonly peerId: PeerId; readonly line: LiveLine }
  /** The level that the peer's upload bandwidth allows from now on: it should not send more. Initially everything. */
  | { readonly kind: "uplink"; readonly peerId: PeerId; readonly line: LiveLine }
  /** The peer's media connection has ended; or was ended, as it carried more than a page of ours sends. */
  | { readonly kind: "lost"; readonly peerId: PeerId; readonly hasFlooded: boolean }
  | { readonly kind: "record"; readonly record: LiveRecord }
  /** The engine crashed: all lives and peers are gone. It works again with the next call. */
  | { readonly kind: "down" };

/** The engine's current figures, for operators. */
export interface LiveMediaFigures {
  readonly peers: number;
  /** Outgoing streams: each video and each sound counts once per recipient. */
  readonly streams: number;
  readonly packetsIn: number;
  readonly packetsOut: number;
  readonly bytesOut: number;
  readonly keyframesAsked: number;
  /** Memory of its process, bytes. */
  readonly memory: number;
}

/**
 * Forwards sound and video between the people of a live: our own forwarding unit, or a service that does the same. It does
 * not decide who may take part. Calls about a peer that has left do nothing. Recording a live would be another option of
 * `open`: the engine sees every packet.
 */
export interface LiveMedia {
  /** Opens a live's channel; an open one stays. @param after the number of its last record, 0 for a new one */
  open(liveId: LiveId, after: number): void;
  /** Ends a live's channel with all peers in it. */
  close(liveId: LiveId): void;
  join(peer: NewPeer): void;
  leave(peerId: PeerId): void;
  /** The page's answer to an offer. An invalid one ends only its own peer's connection. */
  answer(peerId: PeerId, part: LivePart, sdp: string): void;
  /** Moves a peer to a place on the stage, or (null) off it. */
  setPlace(peerId: PeerId, place: number | null): void;
  /** Which of a peer's own streams are forwarded. */
  allow(
    peerId: PeerId,
    streams: { readonly microphone: boolean; readonly camera: boolean; readonly screen: boolean },
  ): void;
  /** Whose video a peer gets in its larger layer; null for nobody's. */
  setLarge(peerId: PeerId, place: number | null): void;
  /** Whether a peer wants only sound: no video is sent to it then, and afterwards it starts with a keyframe. */
  setSoundOnly(peerId: PeerId, isOn: boolean): void;
  /** Processes a webhook of the engine's service; false when its signature is not the service's. */
  takeWebhook(body: string, authorization: string): Promise<boolean>;
  listen(listener: (event: LiveMediaEvent) => void): () => void;
  figures(): LiveMediaFigures | null;
  stop(): Promise<void>;
}

/** Address and credentials of LiveKit. */
export interface LiveKitSettings {
  /** As browsers reach it: `wss://…`. */
  readonly url: string;
  /** As this server reaches it: `https://…`. */
  readonly apiUrl: string;
  readonly key: string;
  readonly secret: string;
}
