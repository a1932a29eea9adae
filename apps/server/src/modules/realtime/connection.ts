import type { Writable } from "node:stream";
import { ApiError, type ApiErrorCode, apiErrors, type ServerFrame, serverFrameSchema } from "@tribe/contract";
import type { WebSocket } from "ws";
import * as z from "zod/mini";
import type { RealtimeCaller } from "../../ports.ts";

/** Codes with which we close a socket; 4000 and up are ours. */
export const closeCodes = {
  goingAway: 1001,
  tooMany: 1008,
  unavailable: 1011,
  sessionEnded: 4401,
  slowConsumer: 4408,
} as const;

/** Bytes that may wait for one reader. Who falls behind further is dropped and resumes from its last number. */
const maxBufferedBytes = 1_048_576;
/** A reader that was told to go has this long to read why. */
const terminateAfterMs = 2_000;

/** A frame as text. Serialise once, then send it to as many as there are. */
export const frameText = (frame: ServerFrame): string => JSON.stringify(z.encode(serverFrameSchema, frame));

/** Text frames for many connections, with the bytes that go over the wire: made once, written as they are to each. */
export interface SharedFrames {
  readonly texts: readonly string[];
  /** All of them, one behind another. */
  readonly bytes: Buffer;
  /** Where each begins. */
  readonly starts: readonly number[];
}

/** Lays texts into WebSocket frames as a server sends them: whole, unmasked, not compressed (RFC 6455, section 5.2). */
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

/** One open WebSocket and who is behind it. */
export class Connection {
  readonly caller: RealtimeCaller;
  readonly #socket: WebSocket;
  readonly #stream: Writable | null;
  readonly #hints = new Map<string, number>();
  /** When the caller's session ends by itself, ms since 1970; null until it is known, and for a visitor. */
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

  /** Whether a hint may be passed on that this connection gives again and again. Times in milliseconds. */
  mayTell(hint: string, now: number, every: number): boolean {
    const before = this.#hints.get(hint);
    if (before !== undefined && now - before < every) return false;
    this.#hints.set(hint, now);
    return true;
  }

  /** Sends a frame; a reader that does not keep up is dropped with `slow_consumer`. */
  send(text: string): void {
    if (this.#keepsUp()) this.#socket.send(text);
  }

  /**
   * The same for frames that many get, by one write of the operating system: it costs more than a frame does. `ws` has
   * nothing under way that they could come between: it compresses nothing.
   * @param from the place of the first that goes out
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
   * Runs work when what came before it has ended: of all the backlogs that one reader asks for, one page at a time is in
   * memory, however often it asks and however little it reads.
   */
  inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** The same, waiting until the network took them, so that a long backlog goes at the reader's pace. */
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

  /** Tells why a frame was refused. */
  refuse(error: ApiError, mint: string | null = null, clientId: string | null = null): void {
    this.send(refusal(error, mint, clientId));
  }

  close(code: number, reason: ApiErrorCode | "going_away" | "session_ended"): void {
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
  });
