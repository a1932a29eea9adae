import type { Chain, Commitment, ProcessedTransaction } from "../chain/chain.ts";
import { base58Of, type Key, knownKey } from "../codec/keys.ts";
import { BlockNews } from "./block-news.ts";
import { encodeNotified } from "./encode-notified.ts";
import { type Feed, type Feeds, notify } from "./feeds.ts";
import { SlotNews } from "./slot-news.ts";
import type { ProgramTopic } from "./topics.ts";

/** A transaction that is not final yet. Its logs are read again then: they are most of its size. */
interface Pending extends Omit<ProcessedTransaction, "writes" | "logs"> {
  readonly changed: readonly Key[];
  readonly logs: readonly string[] | undefined;
}

/** The notifier's callbacks. */
export interface NotifierEvents {
  readonly onUnexpected: (error: unknown) => void;
  /** A feed has sent its last notification. */
  readonly onOver: (feed: Feed) => void;
}

const RANK: Record<Commitment, number> = { processed: 0, confirmed: 1, finalized: 2 };
const COMMITMENTS: readonly Commitment[] = ["processed", "confirmed", "finalized"];

/** Accounts that change with each slot, without a transaction. */
const MOVING_SYSVARS = [
  "SysvarC1ock11111111111111111111111111111111",
  "SysvarRecentB1ockHashes11111111111111111111",
  "SysvarS1otHashes111111111111111111111111111",
  "SysvarS1otHistory11111111111111111111111111",
].map(knownKey);

function inContext(slot: number, value: unknown) {
  // Unlike an answer's, a notification's context has no version.
  return { context: { slot }, value };
}

/**
 * Turns a chain's events into notifications. Processed ones are sent with each transaction, confirmed and finalized ones at the
 * beginning of the slot that makes them so, with the state of their own slot.
 */
export class Notifier {
  readonly #chain: Chain;
  readonly #feeds: Feeds;
  readonly #events: NotifierEvents;
  readonly #slots: SlotNews;
  readonly #blocks: BlockNews;
  readonly #stop: () => void;
  #unconfirmed: Pending[] = [];
  #unfinalized: Pending[] = [];

  constructor(chain: Chain, feeds: Feeds, events: NotifierEvents) {
    this.#chain = chain;
    this.#feeds = feeds;
    this.#events = events;
    this.#slots = new SlotNews(chain, feeds);
    this.#blocks = new BlockNews(chain, feeds);
    this.#stop = chain.listen({
      transaction: (transaction) => this.#guard(() => this.#onTransaction(transaction)),
      slot: (slot, previous) => this.#guard(() => this.#onSlot(slot, previous)),
    });
  }

  close(): void {
    this.#stop();
  }

  /** Notifies a signature's feed of an outcome that is known already. */
  catchUp(feed: Feed): void {
    this.#guard(() => {
      const { topic } = feed;
      if (topic.kind !== "signature" || !this.#feeds.has(feed)) return;
      const known = this.#chain.recentStatus(topic.signature);
      if (known === undefined || RANK[this.#chain.commitmentOf(known.slot)] < RANK[topic.commitment]) return;
      this.#notifyLast(feed, this.#chain.slotAt(topic.commitment), known.error);
    });
  }

  /** An error in a notification must neither fail its transaction nor stop the slots. */
  #guard(notification: () => void): void {
    try {
      notification();
    } catch (error) {
      this.#events.onUnexpected(error);
    }
  }

  #onTransaction(transaction: ProcessedTransaction): void {
    const { writes, ...rest } = transaction;
    const pending = { ...rest, changed: writes.map(({ key }) => key) };
    this.#unconfirmed.push(pending);
    this.#slots.count(transaction.error === null);
    if (this.#feeds.size === 0) return;
    for (const commitment of COMMITMENTS) {
      for (const feed of this.#feeds.drawer("signature", commitment).get(transaction.signature) ?? []) {
        if (feed.topic.received) notify(feed, inContext(transaction.slot, "receivedSignature"));
      }
    }
    this.#publish([pending], "processed");
  }

  #onSlot(slot: number, previous: number): void {
    const confirmed = upToSlot(this.#unconfirmed, this.#chain.slotAt("confirmed"));
    this.#unconfirmed = this.#unconfirmed.slice(confirmed.length);
    for (const transactions of bySlot(confirmed)) this.#publish(transactions, "confirmed");
    this.#unfinalized.push(...confirmed.map((transaction) => ({ ...transaction, logs: undefined })));
    const finalized = upToSlot(this.#unfinalized, this.#chain.slotAt("finalized"));
    this.#unfinalized = this.#unfinalized.slice(finalized.length);
    for (const transactions of bySlot(finalized)) this.#publish(transactions, "finalized");
    this.#guard(() => this.#blocks.publish(slot, previous, confirmed, finalized));
    for (const commitment of COMMITMENTS) {
      this.#notifyAccounts(MOVING_SYSVARS, commitment, this.#chain.slotAt(commitment));
    }
    this.#slots.publish(slot, previous);
  }

  /** Notifies of one slot's transactions. */
  #publish(transactions: readonly Pending[], commitment: Commitment): void {
    const slot = transactions[0]?.slot;
    if (slot === undefined || this.#feeds.size === 0) return;
    const changed = new Set<Key>();
    for (const transaction of transactions) {
      for (const key of transaction.changed) changed.add(key);
      this.#guard(() => this.#notifySignature(transaction, commitment));
      this.#guard(() => this.#notifyLogs(transaction, commitment));
    }
    this.#notifyAccounts(changed, commitment, slot);
  }

  /** Notifies of accounts with their states at the end of a slot. */
  #notifyAccounts(changed: Iterable<Key>, commitment: Commitment, slot: number): void {
    const accounts = this.#feeds.drawer("account", commitment);
    const programs = this.#feeds.drawer("program", commitment);
    if (accounts.size === 0 && programs.size === 0) return;
    for (const key of changed) {
      for (const feed of accounts.get(key) ?? []) {
        this.#guard(() => notify(feed, inContext(slot, encodeNotified(this.#chain, key, feed.topic.encoding, slot))));
      }
      if (programs.size > 0) this.#guard(() => this.#notifyPrograms(programs, key, slot));
    }
  }

  #notifySignature({ signature, slot, error }: Pending, commitment: Commitment): void {
    for (const feed of this.#feeds.drawer("signature", commitment).get(signature) ?? []) {
      this.#notifyLast(feed, slot, error);
    }
  }

  #notifyLast(feed: Feed, slot: number, err: unknown): void {
    notify(feed, inContext(slot, { err }));
    this.#events.onOver(feed);
  }

  #notifyLogs(transaction: Pending, commitment: Commitment): void {
    const drawer = this.#feeds.drawer("logs", commitment);
    if (drawer.size === 0) return;
    const concerned = [...(drawer.get("") ?? []), ...transaction.keys.flatMap((key) => [...(drawer.get(key) ?? [])])];
    if (concerned.length === 0) return;
    const { signature, slot, error: err } = transaction;
    const logs = transaction.logs ?? this.#chain.transaction(signature)?.logs ?? [];
    for (const feed of concerned) notify(feed, inContext(slot, { signature: base58Of(signature), err, logs }));
  }

  #notifyPrograms(programs: ReadonlyMap<string, ReadonlySet<Feed<ProgramTopic>>>, key: Key, slot: number): void {
    const account = this.#chain.account(key, slot);
    if (account === null) return;
    for (const feed of programs.get(account.owner) ?? []) {
      if (!feed.topic.matches(account.data)) continue;
      const value = { pubkey: base58Of(key), account: encodeNotified(this.#chain, key, feed.topic.encoding, slot) };
      notify(feed, inContext(slot, value));
    }
  }
}

/** The first transactions of a list that are in slots up to a limit. */
function upToSlot(transactions: readonly Pending[], limit: number): readonly Pending[] {
  const end = transactions.findIndex(({ slot }) => slot > limit);
  return end === -1 ? transactions : transactions.slice(0, end);
}

function* bySlot(transactions: readonly Pending[]): Generator<readonly Pending[]> {
  for (let from = 0; from < transactions.length; ) {
    const slot = transactions[from]?.slot;
    let end = from;
    while (end < transactions.length && transactions[end]?.slot === slot) end++;
    yield transactions.slice(from, end);
    from = end;
  }
}
