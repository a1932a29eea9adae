import type { WebSocket } from "ws";
import { answer, type Method } from "../rpc/dispatch.ts";
import type { Listener } from "./feeds.ts";

// A client whose unsent notifications reach this size is disconnected, bytes.
const MAX_UNREAD_BYTES = 16 * 1024 * 1024;
// While a client's unsent answers have this size, its requests are not read, bytes.
const ANSWER_ROOM_BYTES = 1024 * 1024;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** One PubSub client: answers its requests and sends its notifications, within limits. */
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

  /** Sets the methods that the connection answers. */
  offer(methods: ReadonlyMap<string, Method>): void {
    this.#methods = methods;
  }

  /** Bytes waiting to be sent to this client. */
  get unreadBytes(): number {
    return this.#socket.bufferedAmount;
  }

  send(message: Buffer): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > MAX_UNREAD_BYTES) this.#socket.terminate();
    else this.#socket.send(message, { binary: false });
  }

  /** Closes the connection with a reason: the node stops. */
  bid(): void {
    this.#socket.close(1001, "the node stops");
  }

  /** Terminates the connection: the client no longer reads. */
  cut(): void {
    this.#socket.terminate();
  }

  /** Pings the client; one that has not answered the last ping is gone. */
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
