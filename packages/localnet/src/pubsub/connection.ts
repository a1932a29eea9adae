import type { WebSocket } from "ws";
import { answer, type Method } from "../rpc/dispatch.ts";
import type { Listener } from "./feeds.ts";

// A client that takes so little of what it is told that this much waits for it is cut off, bytes.
const MAX_UNREAD_BYTES = 16 * 1024 * 1024;
// A client whose answers wait for it to this extent is not listened to until it has taken them, bytes.
const ANSWER_ROOM_BYTES = 1024 * 1024;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** One client of PubSub: answers what it asks, and passes on what it is told, within bounds. */
export class Connection implements Listener {
  readonly #socket: WebSocket;
  readonly #onUnexpected: (error: unknown) => void;
  #methods: ReadonlyMap<string, Method> = new Map();
  #isAlive = true;

  constructor(socket: WebSocket, onUnexpected: (error: unknown) => void) {
    this.#socket = socket;
    this.#onUnexpected = onUnexpected;
    socket.on("error", () => socket.terminate());
    socket.on("pong", () => {
      this.#isAlive = true;
    });
    socket.on("message", (data) => {
      try {
        this.#onMessage(data as Buffer); // the default binaryType gives Buffers
      } catch (error) {
        onUnexpected(error);
        socket.terminate();
      }
    });
  }

  /** Gives the connection the methods that it answers. */
  offer(methods: ReadonlyMap<string, Method>): void {
    this.#methods = methods;
  }

  /** What waits for this client to take it, bytes. */
  get unreadBytes(): number {
    return this.#socket.bufferedAmount;
  }

  send(message: Buffer): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > MAX_UNREAD_BYTES) this.#socket.terminate();
    else this.#socket.send(message, { binary: false });
  }

  /** Ends the connection in words: the node stops. */
  bid(): void {
    this.#socket.close(1001, "the node stops");
  }

  /** Ends the connection without a word: the client would not hear it. */
  cut(): void {
    this.#socket.terminate();
  }

  /** Asks for a sign of life; a client that gave none since the last time is gone. */
  checkAlive(): void {
    if (!this.#isAlive) this.cut();
    else if (this.#socket.readyState === this.#socket.OPEN) this.#socket.ping();
    this.#isAlive = false;
  }

  #onMessage(data: Buffer): void {
    let text: string;
    try {
      text = utf8.decode(data);
    } catch {
      // As a node does with bytes that are no text.
      this.#socket.close(1007, "not UTF-8");
      return;
    }
    const reply = answer(text, (name) => this.#methods.get(name), this.#onUnexpected);
    if (reply === undefined || this.#socket.readyState !== this.#socket.OPEN) return;
    this.#socket.send(reply, () => {
      if (this.#socket.isPaused && this.unreadBytes < ANSWER_ROOM_BYTES) this.#socket.resume();
    });
    if (this.unreadBytes >= ANSWER_ROOM_BYTES) this.#socket.pause();
  }
}
