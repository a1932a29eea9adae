import type { Chain } from "../chain/chain.ts";
import { RPC_CODE, RpcError } from "../rpc/errors.ts";
import { type Feed, Feeds, type Listener } from "./feeds.ts";
import { Notifier } from "./notifier.ts";
import type { NamedTopic } from "./topics.ts";

/** Options of a chain's subscriptions. */
export interface SubscriptionsOptions {
  readonly chain: Chain;
  /** Maximum simultaneous subscriptions of all connections. */
  readonly max: number;
  readonly onUnexpected: (error: unknown) => void;
}

/** All subscriptions to a chain, by connection. Equal ones share a number, as on a node. */
export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  readonly #feeds = new Feeds();
  readonly #notifier: Notifier;
  readonly #held = new Map<Listener, Set<Feed>>();
  #count = 0;

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
    this.#notifier = new Notifier(options.chain, this.#feeds, {
      onUnexpected: options.onUnexpected,
      onOver: (feed) => {
        for (const listener of [...feed.listeners]) this.#leave(feed, listener);
      },
    });
  }

  /**
   * Subscribes a connection and returns the subscription's number; the same one when it is subscribed already.
   * @throws RpcError -32603 when there are too many
   */
  add(named: NamedTopic, listener: Listener): number {
    if (this.#count >= this.#options.max) {
      const words = "Internal Error: Subscription refused. Node subscription limit reached";
      throw new RpcError(RPC_CODE.internal, words);
    }
    const { feed, isNew } = this.#feeds.open(named);
    const held = this.#held.get(listener) ?? new Set<Feed>();
    this.#held.set(listener, held);
    if (!held.has(feed)) {
      held.add(feed);
      feed.listeners.add(listener);
      this.#count++;
    }
    // Sent after the answer with the subscription's number.
    if (isNew) setImmediate(() => this.#notifier.catchUp(feed));
    return feed.id;
  }

  /** Ends a connection's subscription of any kind, as a node does; false when it has none with that number. */
  remove(id: number, listener: Listener): boolean {
    const feed = this.#feeds.byId(id);
    return feed !== undefined && this.#leave(feed, listener);
  }

  /** Ends all subscriptions of a connection. */
  removeAll(listener: Listener): void {
    for (const feed of [...(this.#held.get(listener) ?? [])]) this.#leave(feed, listener);
  }

  close(): void {
    this.#notifier.close();
  }

  #leave(feed: Feed, listener: Listener): boolean {
    if (!feed.listeners.delete(listener)) return false;
    this.#count--;
    if (feed.listeners.size === 0) this.#feeds.close(feed);
    const held = this.#held.get(listener);
    held?.delete(feed);
    if (held?.size === 0) this.#held.delete(listener);
    return true;
  }
}
