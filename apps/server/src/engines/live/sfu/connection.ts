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
  readonly #connection: PeerConnection;
  readonly #track: Track;
  readonly #streams: OfferedStreams;
  readonly #numbers = new Set<number>();
  readonly #intake = new Intake(performance.now());
  #isClosed = false;
  #isAnswered = false;

  constructor(name: string, network: SfuNetwork, streams: OfferedStreams, listener: ConnectionListener) {
    this.#streams = streams;
    this.#connection = new nodeDataChannel.PeerConnection(name, {
      iceServers: [],
      disableAutoNegotiation: true,
      ...(network.bindAddress === null ? {} : { bindAddress: network.bindAddress }),
      ...(network.ports === null ? {} : { portRangeBegin: network.ports[0], portRangeEnd: network.ports[1] }),
    });
    // In both directions: on a send-only track the library drops incoming packets before we can count them.
    this.#track = this.#connection.addTrack(describe(streams.first, "SendRecv"));
    this.#track.onOpen(() => this.#isClosed || listener.opened());
    this.#track.onMessage((packet) => {
      if (this.#isClosed) return;
      if (this.#mayCome(packet)) listener.packet(packet);
      else listener.flooded();
    });
    this.#connection.onStateChange((state) => {
      if (this.#isClosed) return;
      if (state === "failed" || state === "closed" || state === "disconnected") listener.lost();
    });
    this.#connection.onGatheringStateChange((state) => {
      const sdp = state === "complete" && !this.#isClosed ? this.#connection.localDescription()?.sdp : undefined;
      if (sdp !== undefined) listener.offered(withAddress(offerAll(sdp, streams), network.publicAddress));
    });
    this.#connection.setLocalDescription("offer");
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
    if (this.#isClosed || this.#isAnswered) return;
    this.#connection.setRemoteDescription(answerOfFirst(sdp, this.#streams), "answer");
    this.#isAnswered = true;
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
