import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeFileAtomically } from "../files.ts";
import type { Order, OrderEvent, OrderState } from "./order.ts";

/** Orders by id, one file each; a change is on disk before anybody sees it. */
export class Orders {
  readonly #folder: string;
  readonly #orders = new Map<string, Order>();
  readonly #locks = new Map<string, Promise<unknown>>();
  readonly #events = new EventEmitter<{ change: [Order] }>().setMaxListeners(0);

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Opens the folder, and creates it if missing. @throws SyntaxError when an order's file is damaged: it must not be ignored
   */
  static async open(folder: string): Promise<Orders> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const orders = new Orders(folder);
    for (const name of await readdir(folder)) {
      if (!name.endsWith(".json")) continue;
      const order = JSON.parse(await readFile(join(folder, name), "utf8")) as Order; // only this class writes there
      orders.#orders.set(order.orderId, order);
    }
    return orders;
  }

  find(orderId: string): Order | null {
    return this.#orders.get(orderId) ?? null;
  }

  /** Newest first. */
  list(): readonly Order[] {
    return [...this.#orders.values()].sort((a, b) => b.createdAt - a.createdAt);
  }

  onChange(listener: (order: Order) => void): () => void {
    this.#events.on("change", listener);
    return () => this.#events.off("change", listener);
  }

  /** Stores a new order, or returns the existing one with this id. */
  create(order: Pick<Order, "orderId" | "address" | "lamports" | "returnUrl">): Promise<Order> {
    return this.#locked(order.orderId, async () => {
      const present = this.#orders.get(order.orderId);
      if (present) return present;
      const transactionId = randomUUID();
      return this.#write({ ...order, transactionId, state: "open", createdAt: Date.now(), transfer: null, events: [] });
    });
  }

  /** Changes an order's state and queues its webhook; null when it was in another state. */
  move(orderId: string, from: OrderState, to: Exclude<OrderState, "open">): Promise<Order | null> {
    return this.#locked(orderId, async () => {
      const order = this.#orders.get(orderId);
      if (order?.state !== from) return null;
      const event: OrderEvent = { id: randomUUID(), type: `order.${to}`, deliveredAt: null };
      return this.#write({ ...order, state: to, events: [...order.events, event] });
    });
  }

  /** Stores the signed transfer before it is sent; null removes one that can never land. */
  setTransfer(orderId: string, transfer: Order["transfer"]): Promise<Order | null> {
    return this.#locked(orderId, async () => {
      const order = this.#orders.get(orderId);
      return order ? this.#write({ ...order, transfer }) : null;
    });
  }

  markDelivered(orderId: string, eventId: string): Promise<Order | null> {
    return this.#locked(orderId, async () => {
      const order = this.#orders.get(orderId);
      if (!order) return null;
      const events = order.events.map((event) =>
        event.id === eventId ? { ...event, deliveredAt: Date.now() } : event,
      );
      return this.#write({ ...order, events });
    });
  }

  async #write(order: Order): Promise<Order> {
    await writeFileAtomically(join(this.#folder, `${order.orderId}.json`), JSON.stringify(order));
    this.#orders.set(order.orderId, order);
    this.#events.emit("change", order);
    return order;
  }

  #locked<T>(orderId: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#locks.get(orderId) ?? Promise.resolve()).then(work);
    const quiet = turn.catch(() => undefined);
    this.#locks.set(orderId, quiet);
    void quiet.then(() => {
      if (this.#locks.get(orderId) === quiet) this.#locks.delete(orderId);
    });
    return turn;
  }
}
