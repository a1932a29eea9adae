import type { Chain } from "../chain/chain.ts";
import { type Feeds, notify } from "./feeds.ts";

/** Notifications about slots, roots and blocks, at the beginning of each slot. */
export class SlotNews {
  readonly #chain: Chain;
  readonly #feeds: Feeds;
  #root: number;
  #succeeded = 0;
  #failed = 0;

  constructor(chain: Chain, feeds: Feeds) {
    this.#chain = chain;
    this.#feeds = feeds;
    this.#root = chain.slotAt("finalized");
  }

  /** Counts a transaction of the current slot. */
  count(succeeded: boolean): void {
    if (succeeded) this.#succeeded++;
    else this.#failed++;
  }

  /** Notifies that a slot has begun, and of the new status of earlier ones. */
  publish(slot: number, parent: number): void {
    const root = this.#chain.slotAt("finalized");
    const timestamp = Date.now();
    const transactions = this.#succeeded + this.#failed;
    const stats = {
      numTransactionEntries: transactions,
      numSuccessfulTransactions: this.#succeeded,
      numFailedTransactions: this.#failed,
      maxTransactionsPerEntry: Math.min(1, transactions),
    };
    this.#succeeded = 0;
    this.#failed = 0;
    this.#update({ type: "completed", slot: parent, timestamp });
    this.#update({ type: "frozen", slot: parent, timestamp, stats });
    this.#update({ type: "optimisticConfirmation", slot: parent, timestamp });
    if (root > this.#root) {
      this.#root = root;
      this.#update({ type: "root", slot: root, timestamp });
      this.#notify("root", root);
    }
    this.#notify("slot", { slot, parent, root });
    this.#update({ type: "createdBank", slot, parent, timestamp });
  }

  #update(update: Readonly<Record<string, unknown>>): void {
    this.#notify("slotsUpdates", update);
  }

  #notify(kind: "slot" | "root" | "slotsUpdates", result: unknown): void {
    for (const feed of this.#feeds.drawer(kind).get("") ?? []) notify(feed, result);
  }
}
