import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import {
  type ApiCall,
  ApiError,
  type ChatMessage,
  type ClientFrame,
  isApiErrorCode,
  type MessageId,
  type Mint,
  routes,
  type Seq,
  type ServerFrame,
  serverFrameSchema,
} from "@tribe/contract";
import { WebSocket } from "ws";
import * as z from "zod/mini";
import { reachable } from "../http/reachable.ts";

interface Waiting {
  readonly text: string;
  readonly replyTo: MessageId | null;
  readonly resolve: (acknowledged: Acknowledged) => void;
  readonly reject: (error: unknown) => void;
}

/** A message that the server has stored. */
export interface Acknowledged {
  readonly clientId: string;
  readonly id: string;
  readonly seq: number;
}

interface ChatOptions {
  readonly api: ApiCall;
  readonly mint: Mint;
  /** Last known sequence number; null: only new messages. */
  readonly afterSeq: Seq | null;
  readonly onFrame?: ((frame: ServerFrame) => void) | undefined;
}

const reconnectPauseMs = 150;

/**
 * One person's live chat of one Tribe. It reconnects with the last sequence number, and resends unanswered messages with their
 * client ids.
 */
export class Chat {
  /** Every message received, in order. */
  readonly messages: ChatMessage[] = [];
  /** Errors of the stream as text: gaps and repetitions. */
  readonly faults: string[] = [];
  readonly #options: ChatOptions;
  readonly #waiting = new Map<string, Waiting>();
  readonly #ending = new AbortController();
  #socket: WebSocket | null = null;
  #subscribed = false;
  #lastSeq: Seq | null;
  #arrived: (() => void)[] = [];
  readonly #running: Promise<void>;
  #failure: unknown = null;

  /** Opens the chat. @throws ApiError `not_a_member`, `banned` … without access */
  static async open(options: ChatOptions): Promise<Chat> {
    const chat = new Chat(options);
    await chat.#until(() => chat.#subscribed);
    return chat;
  }

  private constructor(options: ChatOptions) {
    this.#options = options;
    this.#lastSeq = options.afterSeq;
    this.#running = this.#run();
  }

  /** Last sequence number received; null before the first subscription. */
  get lastSeq(): Seq | null {
    return this.#lastSeq;
  }

  /** Sends a message; resolves when the server has stored it. @throws ApiError when it was refused */
  send(
    text: string,
    clientId: string = randomUUID(),
    { replyTo = null }: { readonly replyTo?: MessageId | null } = {},
  ): Promise<Acknowledged> {
    if (this.#failure) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      const waiting = { text, replyTo, resolve, reject };
      this.#waiting.set(clientId, waiting);
      if (this.#subscribed) this.#sendMessage(clientId, waiting);
    });
  }

  #sendMessage(clientId: string, { text, replyTo }: Pick<Waiting, "text" | "replyTo">): void {
    this.#put({ type: "send", mint: this.#options.mint, clientId, text, replyTo });
  }

  /** The first matching message, past or future. */
  async message(fits: (message: ChatMessage) => boolean): Promise<ChatMessage> {
    let found: ChatMessage | undefined;
    await this.#until(() => {
      found = this.messages.find(fits);
      return found !== undefined;
    });
    if (!found) throw new Error("unreachable: the wait above ends with a message");
    return found;
  }

  /** Drops the connection as a network failure would; it reconnects by itself. */
  interrupt(): void {
    this.#socket?.terminate();
  }

  async close(): Promise<void> {
    this.#ending.abort();
    this.#socket?.close();
    this.#fail(new Error("The chat was closed"));
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted && !this.#failure) {
      try {
        await this.#connectOnce();
      } catch (error) {
        if (error instanceof ApiError && error.code !== "unavailable" && error.code !== "too_many_requests")
          this.#fail(error);
      }
      this.#subscribed = false;
      await wait(reconnectPauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Resolves when the connection has ended. */
  async #connectOnce(): Promise<void> {
    const [{ token }, { realtimeUrl }] = await Promise.all([
      this.#options.api(routes.system.realtimeToken, {}),
      this.#options.api(routes.system.config, {}),
    ]);
    if (this.#ending.signal.aborted) return;
    const url = reachable(realtimeUrl);
    url.searchParams.set("token", token);
    const socket = new WebSocket(url, { handshakeTimeout: 10_000 });
    this.#socket = socket;
    await new Promise<void>((resolve) => {
      socket.on("message", (data) => this.#read(String(data)));
      socket.on("error", () => socket.terminate());
      socket.on("close", () => resolve());
    });
  }

  #read(text: string): void {
    try {
      this.#onFrame(z.decode(serverFrameSchema, JSON.parse(text)));
    } catch (error) {
      this.#fail(error); // a frame that breaks the contract is the server's fault, not the network's
    }
  }

  #onFrame(frame: ServerFrame): void {
    const { mint } = this.#options;
    this.#options.onFrame?.(frame);
    if (frame.type === "ready") this.#put({ type: "subscribe", mint, afterSeq: this.#lastSeq });
    else if (frame.type === "subscribed" && frame.mint === mint) {
      this.#lastSeq ??= frame.headSeq;
      this.#subscribed = true;
      for (const [clientId, waiting] of this.#waiting) this.#sendMessage(clientId, waiting);
    } else if (frame.type === "message" && frame.message.mint === mint) {
      this.#follow(frame.message.seq);
      this.messages.push(frame.message);
    } else if (frame.type === "change" && frame.mint === mint) this.#follow(frame.seq);
    else if (frame.type === "reload" && frame.mint === mint)
      this.faults.push(`nothing between ${this.#lastSeq} and ${frame.headSeq} came: too far behind`);
    else if (frame.type === "acknowledged") {
      this.#waiting.get(frame.clientId)?.resolve({ clientId: frame.clientId, id: frame.id, seq: frame.seq });
      this.#waiting.delete(frame.clientId);
    } else if (frame.type === "refused") this.#refuse(frame);
    else if (frame.type === "membership" && frame.mint === mint && frame.state !== "active" && frame.state !== "chief")
      this.#fail(new ApiError(frame.state === "banned" ? "banned" : "not_a_member"));
    this.#wake();
  }

  #follow(seq: Seq): void {
    const expected = this.#lastSeq === null ? seq : this.#lastSeq + 1;
    if (seq !== expected) this.faults.push(`number ${seq} came where ${expected} was next`);
    if (this.#lastSeq === null || seq > this.#lastSeq) this.#lastSeq = seq;
  }

  #refuse(frame: Extract<ServerFrame, { type: "refused" }>): void {
    const error = new ApiError(isApiErrorCode(frame.code) ? frame.code : "internal", { message: frame.message });
    if (frame.clientId === null) {
      if (frame.mint === this.#options.mint) this.#fail(error);
      return;
    }
    const { clientId } = frame;
    const waiting = this.#waiting.get(clientId);
    if (!waiting) return;
    if (frame.retryAfterSeconds === null) {
      this.#waiting.delete(clientId);
      waiting.reject(error);
      return;
    }
    const again = () => {
      if (this.#waiting.has(clientId)) this.#sendMessage(clientId, waiting);
    };
    wait(frame.retryAfterSeconds * 1_000, undefined, { signal: this.#ending.signal }).then(again, () => undefined);
  }

  #put(frame: ClientFrame): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    this.#socket?.close();
    this.#wake();
  }

  async #until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) {
      if (this.#failure) throw this.#failure;
      await new Promise<void>((resolve) => this.#arrived.push(resolve));
    }
  }

  #wake(): void {
    const arrived = this.#arrived;
    this.#arrived = [];
    for (const resolve of arrived) resolve();
  }
}
