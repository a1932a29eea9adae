import type { Writable } from "node:stream";
import { ApiError, type ApiErrorCode, apiErrors, type ServerFrame, serverFrameSchema } from "@tribe/contract";
import type { WebSocket } from "ws";
import * as z from "zod/mini";
import type { RealtimeCaller } from "../../ports.ts";

/** Codes with which we close a socket; 4000 and up are ours. */
export const closeCodes = { goingAway: 1001, tooMany: 1008, sessionEnded: 4401, slowConsumer: 4408 } as const;

/** Bytes that may wait for one reader. Who falls behind further is dropped and resumes from its last number. */
const maxBufferedBytes = 1_048_576;
/** A reader that was told to go has this long to read why. */
const terminateAfterMs = 2_000;

/** A frame as text. Serialise once, then send it to as many as there are. */
export const frameText = (frame: ServerFrame): string => JSON.stringify(z.encode(serverFrameSchema, frame));

/** A text frame for many connections, with the bytes that go over the wire: made once, written as they are to each. */
export interface SharedFrame {
  readonly text: string;
  readonly bytes: Buffer;
}

/** Lays a frame's text into a WebSocket frame as a server sends it: whole, unmasked, not compressed (RFC 6455, section 5.2). */
export const sharedFrame = (text: string): SharedFrame => {
  const payload = Buffer.from(text);
  const { length } = payload;
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
  return { text, bytes: Buffer.concat([header, payload]) };
};

/** One open WebSocket and who is behind it. */
export class Connection {
  readonly caller: RealtimeCaller;
  readonly #socket: WebSocket;
  readonly #stream: Writable | null;
  readonly #hints = new Map<string, number>();
  #isClosing = false;
  #turn: Promise<void> = Promise.resolve();

  /** @param stream what the socket writes to, so that many frames can go out at once */
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

  /** The same for a frame that many get. `ws` has nothing under way that it could come between: it compresses nothing. */
  sendShared({ text, bytes }: SharedFrame): void {
    if (!this.#keepsUp()) return;
    if (this.#stream) this.#stream.write(bytes);
    else this.#socket.send(text);
  }

  #keepsUp(): boolean {
    if (!this.isOpen) return false;
    if (this.#socket.bufferedAmount <= maxBufferedBytes) return true;
    this.#socket.send(refusal(new ApiError("slow_consumer"), null, null));
    this.close(closeCodes.slowConsumer, "slow_consumer");
    return false;
  }

  /** Sends all frames that `work` sends by one write of the operating system: each would cost more than its frame. */
  together(work: () => void): void {
    this.#stream?.cork();
    try {
      work();
    } finally {
      this.#stream?.uncork();
    }
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

  /** Sends frames and waits until the network took them, so that a long backlog goes at the reader's pace. */
  async sendAll(texts: readonly string[]): Promise<void> {
    const last = texts.at(-1);
    if (last === undefined || !this.isOpen) return;
    for (const text of texts.slice(0, -1)) this.#socket.send(text);
    await new Promise<void>((resolve) => this.#socket.send(last, () => resolve()));
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
