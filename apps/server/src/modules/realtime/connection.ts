import type { Writable } from "node:stream";
import {
  ApiError,
  type ApiErrorCode,
  apiErrors,
  closeCodes,
  type ServerFrame,
  serverFrameSchema,
} from "@tribe/contract";
import type { WebSocket } from "ws";
import * as z from "zod/mini";
import { currentCall } from "../../context/current-call.ts";
import type { RealtimeCaller } from "../../context/ports.ts";

/** Bytes that may wait for one client. A client that falls further behind is disconnected and resumes from its last number. */
const maxBufferedBytes = 1_048_576;
/** How long a client that was told to go has to read the reason. */
const terminateAfterMs = 2_000;

/** Serialises a frame. Do it once, then send the text to any number of connections. */
export const frameText = (frame: ServerFrame): string => JSON.stringify(z.encode(serverFrameSchema, frame));

/** Text frames for many connections, with their bytes on the wire: encoded once, written unchanged to each. */
export interface SharedFrames {
  readonly texts: readonly string[];
  /** All frames in one buffer. */
  readonly bytes: Buffer;
  /** Where each frame begins. */
  readonly starts: readonly number[];
}

/** Encodes texts as WebSocket frames as a server sends them: unfragmented, unmasked, uncompressed (RFC 6455, section 5.2). */
export const sharedFrames = (texts: readonly string[]): SharedFrames => {
  const parts: Buffer[] = [];
  const starts: number[] = [];
  let end = 0;
  for (const text of texts) {
    const payload = Buffer.from(text);
    const header = headerOf(payload.length);
    starts.push(end);
    parts.push(header, payload);
    end += header.length + payload.length;
  }
  return { texts, bytes: Buffer.concat(parts, end), starts };
};

const headerOf = (length: number): Buffer => {
  const header = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  header[0] = 0x81;
  if (header.length === 2) header[1] = length;
  else if (header.length === 4) {
    header[1] = 126;
    header.writeUInt16BE(length, 2);
  } else {
    header[1] = 127;
    header.writeBigUInt64BE(BigInt(length), 2);
  }
  return header;
};

/** An open WebSocket and its caller. */
export class Connection {
  readonly caller: RealtimeCaller;
  readonly #socket: WebSocket;
  readonly #stream: Writable | null;
  readonly #hints = new Map<string, number>();
  /** When the caller's session expires, in ms since 1970; null until it is known, and for a visitor. */
  sessionExpiresAt: number | null = null;
  #isClosing = false;
  #turn: Promise<void> = Promise.resolve();

  /** @param stream what the socket writes to */
  constructor(socket: WebSocket, caller: RealtimeCaller, stream: Writable | null = null) {
    this.#socket = socket;
    this.#stream = stream;
    this.caller = caller;
  }

  get isOpen(): boolean {
    return !this.#isClosing && this.#socket.readyState === this.#socket.OPEN;
  }

  /** Whether a hint that this connection sends repeatedly may be passed on now. Times in ms. */
  mayTell(hint: string, now: number, every: number): boolean {
    const before = this.#hints.get(hint);
    if (before !== undefined && now - before < every) return false;
    this.#hints.set(hint, now);
    return true;
  }

  /** Sends a frame; a client that does not keep up is disconnected with `slow_consumer`. */
  send(text: string): void {
    if (this.#keepsUp()) this.#socket.send(text);
  }

  /**
   * The same for frames that many get, in one write to the operating system, because the write costs more than the frame. They
   * can't come between frames of `ws`: it compresses nothing, so it has none half-written.
   * @param from index of the first frame to send
   */
  sendShared({ texts, bytes, starts }: SharedFrames, from = 0): void {
    if (from >= texts.length || !this.#keepsUp()) return;
    if (this.#stream) this.#stream.write(from === 0 ? bytes : bytes.subarray(starts[from]));
    else for (const text of texts.slice(from)) this.#socket.send(text);
  }

  #keepsUp(): boolean {
    if (!this.isOpen) return false;
    if (this.#socket.bufferedAmount <= maxBufferedBytes) return true;
    this.#socket.send(refusal(new ApiError("slow_consumer"), null, null));
    this.close(closeCodes.slowConsumer, "slow_consumer");
    return false;
  }

  /**
   * Runs work after earlier work of this connection has ended: however many backlogs a client asks for and however slowly it
   * reads, one page at a time is in memory.
   */
  inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** The same, and waits until the network has taken them, so that a long backlog is sent as fast as the client reads. */
  async sendTaken({ texts, bytes, starts }: SharedFrames, from = 0): Promise<void> {
    const last = texts.at(-1);
    if (last === undefined || from >= texts.length || !this.isOpen) return;
    const stream = this.#stream;
    await new Promise<void>((resolve) => {
      if (stream) return void stream.write(from === 0 ? bytes : bytes.subarray(starts[from]), () => resolve());
      for (const text of texts.slice(from, -1)) this.#socket.send(text);
      this.#socket.send(last, () => resolve());
    });
  }

  /** Tells the client why a frame was refused. */
  refuse(error: ApiError, mint: string | null = null, clientId: string | null = null): void {
    this.send(refusal(error, mint, clientId));
  }

  close(code: number, reason: ApiErrorCode | "going_away" | "session_ended" | "too_many_open"): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#socket.close(code, reason);
    setTimeout(() => this.#socket.terminate(), terminateAfterMs).unref();
  }
}

const refusal = (error: ApiError, mint: string | null, clientId: string | null): string =>
  JSON.stringify({
    type: "refused",
    code: error.code,
    message: error.status === 500 ? apiErrors.internal.message : error.message,
    mint,
    clientId,
    retryAfterSeconds: error.retryAfterSeconds ?? null,
    requestId: currentCall()?.requestId,
  });
