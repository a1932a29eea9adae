import type { PeerConnection, Track } from "node-datachannel";
import nodeDataChannel from "node-datachannel";
import { Intake } from "./intake.ts";
import type { SfuNetwork } from "./messages.ts";
import { answerOfFirst, describe, type OfferedStreams, offerAll, withAddress } from "./offer.ts";
import { senderOf } from "./rtp.ts";

/**
 * Stream numbers (SSRC) that a page may send with: it has at most four streams, and its reports use a few more. The library
 * stores data for each number until the connection ends (docs/decisions/0121).
 */
const maxNumbers = 64;
/**
 * A connection that fails this soon after its answer (ms) failed in its handshake: without a way to the page the library gives up
 * after 39.5 s.
 */
const handshakeMs = 20_000;
/** How often a failed handshake is repeated. */
const maxRepeats = 2;

/** Receives a connection's events. */
export interface ConnectionListener {
  offered(sdp: string): void;
  /** Packets can be sent and received. */
  opened(): void;
  lost(): void;
  /** The page sends more than any page of ours does: its connection must be closed, as each further packet costs something. */
  flooded(): void;
  /** A received packet of any stream, with untrusted content. */
  packet(packet: Buffer): void;
}

/**
 * One WebRTC connection with a page: we offer, it answers. The library has one track, which carries the packets of all
 * streams: each track costs some KB and three handles that Node's event loop polls on every event. We keep a reference,
 * because a garbage-collected track stops.
 */
export class MediaConnection {
  readonly #name: string;
  readonly #network: SfuNetwork;
  readonly #streams: OfferedStreams;
  readonly #listener: ConnectionListener;
  readonly #numbers = new Set<number>();
  readonly #intake = new Intake(performance.now());
  #connection: PeerConnection;
  #track: Track;
  #isClosed = false;
  #hasOpened = false;
  #answeredAt: number | null = null;
  #repeats = 0;

  constructor(name: string, network: SfuNetwork, streams: OfferedStreams, listener: ConnectionListener) {
    this.#name = name;
    this.#network = network;
    this.#streams = streams;
    this.#listener = listener;
    [this.#connection, this.#track] = this.#offer();
  }

  #offer(): [PeerConnection, Track] {
    const network = this.#network;
    const streams = this.#streams;
    const listener = this.#listener;
    const connection = new nodeDataChannel.PeerConnection(this.#name, {
      iceServers: [],
      disableAutoNegotiation: true,
      ...(network.bindAddress === null ? {} : { bindAddress: network.bindAddress }),
      ...(network.ports === null ? {} : { portRangeBegin: network.ports[0], portRangeEnd: network.ports[1] }),
    });
    // Closed, or replaced by a repeated one.
    const isOver = (): boolean => this.#isClosed || connection !== this.#connection;
    // In both directions: on a send-only track the library drops incoming packets before we can count them.
    const track = connection.addTrack(describe(streams.first, "SendRecv"));
    track.onOpen(() => {
      if (isOver()) return;
      this.#hasOpened = true;
      listener.opened();
    });
    track.onMessage((packet) => {
      if (isOver()) return;
      if (this.#mayCome(packet)) listener.packet(packet);
      else listener.flooded();
    });
    connection.onStateChange((state) => {
      if (isOver()) return;
      if (state === "failed" && this.#mayRepeat()) this.#repeat();
      else if (state === "failed" || state === "closed" || state === "disconnected") listener.lost();
    });
    connection.onGatheringStateChange((state) => {
      const sdp = state === "complete" && !isOver() ? connection.localDescription()?.sdp : undefined;
      if (sdp !== undefined) listener.offered(withAddress(offerAll(sdp, streams), network.publicAddress));
    });
    connection.setLocalDescription("offer");
    return [connection, track];
  }

  /**
   * Whether a failure may be the library's own: it fails a handshake whose first packet arrives while it prepares for one, which on a
   * busy machine happens once in some thousand joins (docs/decisions/0086).
   */
  #mayRepeat(): boolean {
    const hasJustBegun = this.#answeredAt !== null && performance.now() - this.#answeredAt < handshakeMs;
    return !this.#hasOpened && hasJustBegun && this.#repeats < maxRepeats;
  }

  /** Offers the page a new connection in place of the failed one. */
  #repeat(): void {
    this.#repeats += 1;
    this.#answeredAt = null;
    this.#connection.close();
    [this.#connection, this.#track] = this.#offer();
  }

  /** Counts incoming packets and their stream numbers; false when there are too many. */
  #mayCome(packet: Buffer): boolean {
    if (!this.#intake.take(packet.length, performance.now())) return false;
    const number = senderOf(packet);
    if (number === null || this.#numbers.has(number)) return true;
    this.#numbers.add(number);
    return this.#numbers.size <= maxNumbers;
  }

  /** Applies the answer; a repeated one changes nothing. @throws Error when it does not answer the offer. */
  answer(sdp: string): void {
    if (this.#isClosed || this.#answeredAt !== null) return;
    this.#connection.setRemoteDescription(answerOfFirst(sdp, this.#streams), "answer");
    this.#answeredAt = performance.now();
  }

  /** Sends a packet; false when that is not possible. It is copied before this returns. */
  send(packet: Buffer): boolean {
    if (this.#isClosed) return false;
    try {
      return this.#track.sendMessageBinary(packet);
    } catch {
      return false; // not open yet, or just closed
    }
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#connection.close();
  }
}
