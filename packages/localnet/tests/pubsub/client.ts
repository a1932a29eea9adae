import { WebSocket } from "ws";
import { field } from "../support.ts";

/** A received notification. */
export interface Notification {
  readonly method: string;
  readonly subscription: number;
  readonly result: unknown;
}

/** A PubSub client that stores everything that it receives, in order. */
export class PubSubClient {
  readonly #socket: WebSocket;
  readonly #answers = new Map<number, (answer: unknown) => void>();
  #nextId = 1;
  readonly received: Notification[] = [];
  readonly closed: Promise<number>;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    this.closed = new Promise((resolve) => socket.once("close", resolve));
    socket.on("error", () => undefined);
    socket.on("message", (data) => {
      const message: unknown = JSON.parse(String(data));
      const method = field(message, "method");
      if (typeof method !== "string") {
        const id = Number(field(message, "id"));
        this.#answers.get(id)?.(message);
        this.#answers.delete(id);
        return;
      }
      const subscription = Number(field(message, "params", "subscription"));
      this.received.push({ method, subscription, result: field(message, "params", "result") });
    });
  }

  static async open(url: string): Promise<PubSubClient> {
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      socket.once("open", resolve);
      socket.once("error", reject);
    });
    return new PubSubClient(socket);
  }

  /** Calls a method; the whole answer, result or error. */
  ask(method: string, ...params: unknown[]): Promise<unknown> {
    const id = this.#nextId++;
    const answer = new Promise((resolve) => this.#answers.set(id, resolve));
    this.#socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return answer;
  }

  /** Calls a method that is expected to succeed; its result as a number. */
  async subscribe(method: string, ...params: unknown[]): Promise<number> {
    const answer = await this.ask(method, ...params);
    const id = field(answer, "result");
    if (typeof id !== "number") throw new Error(JSON.stringify(answer));
    return id;
  }

  /** The notifications of a subscription. */
  of(subscription: number): unknown[] {
    return this.received.filter((one) => one.subscription === subscription).map(({ result }) => result);
  }

  /** Stops reading, like a client that hangs. */
  hang(): void {
    this.#socket.pause();
  }

  /** Reads again. */
  resume(): void {
    this.#socket.resume();
  }

  close(): void {
    this.#socket.terminate();
  }
}
