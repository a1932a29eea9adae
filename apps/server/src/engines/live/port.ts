import type { Uid } from "@tribe/contract";
import type { LiveEventCode, LiveLine, LivePart } from "@tribe/contract/live";

/** One person's page in one live, by the UUID that the page gave itself. */
export type PeerId = string;
/** A live: the id of its row. */
export type LiveId = string;

/** Who joins a live. */
export interface NewPeer {
  readonly liveId: LiveId;
  readonly peerId: PeerId;
  readonly uid: Uid;
  /** On the stage, where their streams are numbered by it; null in the audience. */
  readonly place: number | null;
}

/**
 * What happened in a live's channel, signed by the engine that saw it. `number` counts a live's records from 1 without a
 * gap, so that one that comes twice is known, and a later one waits for none before it.
 */
export interface LiveRecord {
  readonly liveId: LiveId;
  readonly number: number;
  readonly code: LiveEventCode;
  /** Whom it is about; null for the channel itself. */
  readonly uid: Uid | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** HMAC-SHA-256 of {@link recordText}, in base64url. */
  readonly mac: string;
}

/** The text that a record's signature covers. */
export const recordText = ({ liveId, number, code, uid, at }: Omit<LiveRecord, "mac">): string =>
  [liveId, number, code, uid ?? "", at].join(":");

/** What the engine tells. */
export type LiveMediaEvent =
  /** For the page, which answers it. */
  | { readonly kind: "offer"; readonly peerId: PeerId; readonly part: LivePart; readonly sdp: string }
  /** For the page, whose own client of the engine's service goes there with it: no offers come then. */
  | { readonly kind: "connect"; readonly peerId: PeerId; readonly url: string; readonly token: string }
  /** The page's answer is in: now it may look for a way to the engine. */
  | { readonly kind: "answered"; readonly peerId: PeerId; readonly part: LivePart }
  /** The peer gets as much as its line carries from now on. At first that is all. */
  | { readonly kind: "line"; readonly peerId: PeerId; readonly line: LiveLine }
  /** The peer's line carries so much of what it sends from now on: more than that it should not send. At first that is all. */
  | { readonly kind: "uplink"; readonly peerId: PeerId; readonly line: LiveLine }
  /** No media goes to or comes from the peer any more. */
  | { readonly kind: "lost"; readonly peerId: PeerId }
  | { readonly kind: "record"; readonly record: LiveRecord }
  /** The engine broke off: it knows of no live and no peer. It works again with the next call. */
  | { readonly kind: "down" };

/** What the engine does right now, for operators. */
export interface LiveMediaFigures {
  readonly peers: number;
  /** Streams that go out: each picture and each sound to each who gets it. */
  readonly streams: number;
  readonly packetsIn: number;
  readonly packetsOut: number;
  readonly bytesOut: number;
  readonly keyframesAsked: number;
  /** Bytes of its process. */
  readonly memory: number;
}

/**
 * What carries sound and pictures between the people of a live: our own forwarding unit, or a service that does the same.
 * Who may take part is not its business. Calls about a peer that is gone do nothing. A recording of a live would be one
 * more thing that `open` asks for: the engine is what sees every packet.
 */
export interface LiveMedia {
  /** Opens a live's channel; one that is open stays. @param after the number of its last record, 0 for a new one */
  open(liveId: LiveId, after: number): void;
  /** Ends a live's channel with all peers in it. */
  close(liveId: LiveId): void;
  join(peer: NewPeer): void;
  leave(peerId: PeerId): void;
  /** The page's answer to an offer. One that is none costs its peer the connection, and nobody else anything. */
  answer(peerId: PeerId, part: LivePart, sdp: string): void;
  /** Brings a peer on the stage, or (null) off it. */
  setPlace(peerId: PeerId, place: number | null): void;
  /** What of a peer's own streams may pass. */
  allow(
    peerId: PeerId,
    streams: { readonly microphone: boolean; readonly camera: boolean; readonly screen: boolean },
  ): void;
  /** Whose picture a peer gets in its larger layer; null for nobody's. */
  setLarge(peerId: PeerId, place: number | null): void;
  /** Whether a peer wants the sound alone: no picture goes to them then, and a whole one at once when they want them again. */
  setSoundOnly(peerId: PeerId, isOn: boolean): void;
  /** Takes what the engine's service says of itself by HTTP; false for what it has not signed. */
  takeWebhook(body: string, authorization: string): Promise<boolean>;
  listen(listener: (event: LiveMediaEvent) => void): () => void;
  figures(): LiveMediaFigures | null;
  stop(): Promise<void>;
}

/** Where LiveKit is, and who we are to it. */
export interface LiveKitSettings {
  /** As browsers reach it: `wss://…`. */
  readonly url: string;
  /** As this server reaches it: `https://…`. */
  readonly apiUrl: string;
  readonly key: string;
  readonly secret: string;
}
