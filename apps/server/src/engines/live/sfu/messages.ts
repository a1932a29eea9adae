import type { LivePart } from "@tribe/contract/live";
import type { LiveId, LiveMediaEvent, LiveMediaFigures, NewPeer, PeerId } from "../port.ts";

/** Network settings of the unit. */
export interface SfuNetwork {
  /** Address to bind; null for all of this machine's. */
  readonly bindAddress: string | null;
  /** The address that pages get instead, behind an address translation. */
  readonly publicAddress: string | null;
  /** First and last UDP port; null for any. */
  readonly ports: readonly [number, number] | null;
}

/** From the server to the unit's process. */
export type ToSfu =
  | {
      readonly kind: "start";
      readonly network: SfuNetwork;
      readonly recordKey: string;
      /** What the unit may use besides its people's share, bytes. */
      readonly memory: number;
    }
  | { readonly kind: "open"; readonly liveId: LiveId; readonly after: number }
  | { readonly kind: "close"; readonly liveId: LiveId }
  | { readonly kind: "join"; readonly peer: NewPeer }
  | { readonly kind: "leave"; readonly peerId: PeerId }
  | { readonly kind: "answer"; readonly peerId: PeerId; readonly part: LivePart; readonly sdp: string }
  | { readonly kind: "place"; readonly peerId: PeerId; readonly place: number | null }
  | { readonly kind: "allow"; readonly peerId: PeerId; readonly streams: AllowedStreams }
  | { readonly kind: "large"; readonly peerId: PeerId; readonly place: number | null }
  | { readonly kind: "soundOnly"; readonly peerId: PeerId; readonly isOn: boolean };

/** Which of a person's own streams are forwarded. */
export interface AllowedStreams {
  readonly microphone: boolean;
  readonly camera: boolean;
  readonly screen: boolean;
}

/** From the unit's process to the server. */
export type FromSfu =
  | Exclude<LiveMediaEvent, { readonly kind: "down" | "connect" }>
  | { readonly kind: "figures"; readonly figures: LiveMediaFigures };
