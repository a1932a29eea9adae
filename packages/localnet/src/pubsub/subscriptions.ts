import { SYSTEM_PROGRAM } from "../chain/account.ts";
import type { Chain, Commitment, ProcessedTransaction } from "../chain/chain.ts";
import { base58Of, type Key, type Sig } from "../codec/keys.ts";
import { withContext } from "../rpc/context.ts";
import { type AccountEncoding, encodeAccount } from "../rpc/encode-account.ts";
import type { DataFilter } from "../rpc/filters.ts";

/** What a client asked to be told. */
export type Topic =
  | { readonly kind: "account"; readonly commitment: Commitment; readonly key: Key; readonly encoding: AccountEncoding }
  | {
      readonly kind: "program";
      readonly commitment: Commitment;
      readonly program: Key;
      readonly matches: DataFilter;
      readonly encoding: AccountEncoding;
    }
  | { readonly kind: "logs"; readonly commitment: Commitment; readonly mentions: Key | undefined }
  | { readonly kind: "signature"; readonly commitment: Commitment; readonly signature: Sig }
  | { readonly kind: "slot" }
  | { readonly kind: "root" };

/** Receives the notifications of one subscription. */
export interface Subscriber {
  notify(method: string, subscription: number, result: unknown): void;
}

interface Subscription {
  readonly id: number;
  readonly topic: Topic;
  readonly subscriber: Subscriber;
}

const CLOSED = { lamports: 0n, owner: SYSTEM_PROGRAM, data: Buffer.alloc(0), executable: false };
const RANK: Record<Commitment, number> = { processed: 0, confirmed: 1, finalized: 2 };

/** All subscriptions of a chain. Processed news go out at once, confirmed and finalized ones at the slot's beginning. */
export class Subscriptions {
  readonly #chain: Chain;
  readonly #byId = new Map<number, Subscription>();
  readonly #recent: ProcessedTransaction[] = [];
  readonly #stop: () => void;
  #confirmed = 0;
  #nextId = 1;

  constructor(chain: Chain) {
    this.#chain = chain;
    this.#stop = chain.listen({
      transaction: (transaction) => {
        this.#recent.push(transaction);
        this.#publish([transaction], "processed", transaction.slot);
      },
      slot: (slot, previous) => this.#onSlot(slot, previous),
    });
  }

  get size(): number {
    return this.#byId.size;
  }

  add(topic: Topic, subscriber: Subscriber): number {
    const id = this.#nextId++;
    const subscription = { id, topic, subscriber };
    this.#byId.set(id, subscription);
    // Told after the answer that carries the subscription's number.
    if (topic.kind === "signature") setImmediate(() => this.#checkSignature(subscription));
    return id;
  }

  /** Ends a subscription; false when this subscriber has none of that number and kind. */
  remove(id: number, kind: Topic["kind"], subscriber: Subscriber): boolean {
    const known = this.#byId.get(id);
    if (known === undefined || known.subscriber !== subscriber || known.topic.kind !== kind) return false;
    return this.#byId.delete(id);
  }

  removeAll(ids: Iterable<number>): void {
    for (const id of ids) this.#byId.delete(id);
  }

  close(): void {
    this.#stop();
    this.#byId.clear();
  }

  #onSlot(slot: number, previous: number): void {
    const [confirmed, finalized] = [this.#chain.slotAt("confirmed"), this.#chain.slotAt("finalized")];
    const upTo = (from: number, limit: number) => {
      let end = from;
      while (end < this.#recent.length && (this.#recent[end]?.slot ?? 0) <= limit) end++;
      return end;
    };
    const confirmedEnd = upTo(this.#confirmed, confirmed);
    this.#publish(this.#recent.slice(this.#confirmed, confirmedEnd), "confirmed", confirmed);
    const finalizedEnd = upTo(0, finalized);
    this.#publish(this.#recent.slice(0, finalizedEnd), "finalized", finalized);
    this.#recent.splice(0, finalizedEnd);
    this.#confirmed = confirmedEnd - finalizedEnd;
    for (const { id, topic, subscriber } of this.#byId.values()) {
      if (topic.kind === "slot") subscriber.notify("slotNotification", id, { slot, parent: previous, root: finalized });
      if (topic.kind === "root") subscriber.notify("rootNotification", id, finalized);
    }
  }

  #publish(transactions: readonly ProcessedTransaction[], commitment: Commitment, slot: number): void {
    if (transactions.length === 0 || this.#byId.size === 0) return;
    const changed = new Set<Key>();
    for (const { writes } of transactions) for (const { key } of writes) changed.add(key);
    const signatures = new Map(transactions.map((transaction) => [transaction.signature, transaction]));
    for (const subscription of this.#byId.values()) {
      const { topic } = subscription;
      if (topic.kind === "slot" || topic.kind === "root" || topic.commitment !== commitment) continue;
      if (topic.kind === "signature") {
        const transaction = signatures.get(topic.signature);
        if (transaction !== undefined) this.#tellSignature(subscription, transaction.slot, transaction.error);
      } else if (topic.kind === "logs") {
        for (const transaction of transactions) this.#tellLogs(subscription, topic.mentions, transaction);
      } else if (topic.kind === "account") {
        if (changed.has(topic.key)) this.#tellAccount(subscription, topic.key, topic.encoding, slot);
      } else this.#tellProgram(subscription, topic, changed, slot);
    }
  }

  #tellSignature({ id, subscriber }: Subscription, slot: number, err: unknown): void {
    this.#byId.delete(id);
    subscriber.notify("signatureNotification", id, withContext(slot, { err }));
  }

  #checkSignature(subscription: Subscription): void {
    const { topic, id } = subscription;
    if (topic.kind !== "signature" || !this.#byId.has(id)) return;
    const known = this.#chain.recentStatus(topic.signature);
    if (known === undefined || RANK[this.#chain.commitmentOf(known.slot)] < RANK[topic.commitment]) return;
    this.#tellSignature(subscription, known.slot, known.error);
  }

  #tellLogs({ id, subscriber }: Subscription, mentions: Key | undefined, transaction: ProcessedTransaction): void {
    if (mentions !== undefined && !transaction.keys.includes(mentions)) return;
    const { signature, error, logs, slot } = transaction;
    subscriber.notify("logsNotification", id, withContext(slot, { signature: base58Of(signature), err: error, logs }));
  }

  #tellAccount({ id, subscriber }: Subscription, key: Key, encoding: AccountEncoding, slot: number): void {
    const value = this.#encode(key, encoding, slot);
    subscriber.notify("accountNotification", id, withContext(slot, value));
  }

  #tellProgram(
    { id, subscriber }: Subscription,
    topic: Extract<Topic, { kind: "program" }>,
    changed: ReadonlySet<Key>,
    slot: number,
  ): void {
    for (const key of changed) {
      const account = this.#chain.account(key, slot);
      if (account?.owner !== topic.program || !topic.matches(account.data)) continue;
      const value = { pubkey: base58Of(key), account: this.#encode(key, topic.encoding, slot) };
      subscriber.notify("programNotification", id, withContext(slot, value));
    }
  }

  /** A closed account is told as an empty one of the system program, as nodes do. */
  #encode(key: Key, encoding: AccountEncoding, slot: number) {
    const account = this.#chain.account(key, slot) ?? CLOSED;
    return encodeAccount(account, encoding, (other) => this.#chain.account(other, slot));
  }
}
