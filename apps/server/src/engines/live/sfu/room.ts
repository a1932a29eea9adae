import { type LiveEventCode, liveEventCodes, liveLimits } from "@tribe/contract/live";
import type { NewPeer, PeerId } from "../port.ts";
import type { AllowedStreams, FromSfu, SfuNetwork } from "./messages.ts";
import { Peer } from "./peer.ts";

/** The people of one live, and which streams go to whom. */
export class Room {
  readonly peers = new Map<PeerId, Peer>();
  readonly #network: SfuNetwork;
  readonly #tell: (event: FromSfu) => void;
  readonly #record: (code: LiveEventCode, uid: Peer["uid"] | null) => void;

  constructor(
    network: SfuNetwork,
    tell: (event: FromSfu) => void,
    record: (code: LiveEventCode, uid: Peer["uid"] | null) => void,
  ) {
    this.#network = network;
    this.#tell = tell;
    this.#record = record;
  }

  join(joining: NewPeer): void {
    this.leave(joining.peerId);
    const { peerId } = joining;
    const end = (hasFlooded: boolean): void => {
      if (this.peers.get(peerId) !== peer) return;
      this.leave(peerId);
      this.#tell({ kind: "lost", peerId, hasFlooded });
    };
    const peer = new Peer(joining, this.#network, {
      offer: (part, sdp) => this.#tell({ kind: "offer", peerId, part, sdp }),
      connected: () => {
        const { broadcasterJoin, audienceJoin } = liveEventCodes;
        this.#record(peer.place === null ? audienceJoin : broadcasterJoin, peer.uid);
      },
      line: (line) => this.#tell({ kind: "line", peerId, line }),
      uplink: (line) => this.#tell({ kind: "uplink", peerId, line }),
      lost: () => end(false),
      flooded: () => end(true),
    });
    this.peers.set(peerId, peer);
    this.connect();
  }

  leave(peerId: PeerId): void {
    const peer = this.peers.get(peerId);
    if (!peer) return;
    this.peers.delete(peerId);
    // First detach the sinks of its streams.
    this.connect();
    peer.close();
    const { broadcasterLeave, audienceLeave } = liveEventCodes;
    if (peer.isConnected) this.#record(peer.place === null ? audienceLeave : broadcasterLeave, peer.uid);
  }

  setPlace(peerId: PeerId, place: number | null): void {
    const peer = this.peers.get(peerId);
    if (!peer || peer.place === place) return;
    const hasChanged = (peer.place === null) !== (place === null);
    if (place === null) this.#release(peer);
    peer.setPlace(place);
    this.connect();
    const { becameAudience, becameBroadcaster } = liveEventCodes;
    if (hasChanged && peer.isConnected) this.#record(place === null ? becameAudience : becameBroadcaster, peer.uid);
  }

  /** Detaches a peer's streams from all viewers. */
  #release(peer: Peer): void {
    for (const stream of Object.values(peer.sent ?? {})) for (const sink of [...stream.sinks]) sink.want(null, 0);
  }

  allow(peerId: PeerId, streams: AllowedStreams): void {
    this.peers.get(peerId)?.allow(streams);
    this.connect();
  }

  /** Connects every stream to its viewers. Cheap enough for each change and once a second. */
  connect(): void {
    const now = performance.now();
    const byPlace = new Map<number, Peer>();
    let presenter: Peer | null = null;
    for (const peer of this.peers.values()) {
      if (peer.place !== null) byPlace.set(peer.place, peer);
      if (peer.sent?.screen.isAllowed) presenter = peer;
    }
    for (const viewer of this.peers.values()) {
      for (let place = 0; place < liveLimits.stage; place += 1) {
        const sender = byPlace.get(place);
        const isOther = sender && sender !== viewer && sender.sent;
        viewer.outgoing.get(`a${place}`)?.want(isOther ? isOther.microphone : null, now);
        const picture = isOther ? viewer.layerOf(sender, now) : null;
        viewer.outgoing.get(`v${place}`)?.want(picture, now);
      }
      viewer.outgoing
        .get("screen")
        ?.want(
          presenter && presenter !== viewer && viewer.takesPictures ? (presenter.sent?.screen ?? null) : null,
          now,
        );
    }
  }

  close(): void {
    for (const peerId of [...this.peers.keys()]) this.leave(peerId);
  }
}
