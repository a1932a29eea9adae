import type { Chain, Commitment } from "../chain/chain.ts";
import type { Key, Sig } from "../codec/keys.ts";
import { RPC_CODE, RpcError } from "../rpc/errors.ts";
import { encodeBlock } from "../rpc/methods/blocks.ts";
import { parseTransaction } from "../transaction/wire.ts";
import { type Feed, type Feeds, notify } from "./feeds.ts";
import type { BlockTopic } from "./topics.ts";

/** The parts of a block's transactions that are needed to find those that name an address. */
export interface NamedKeys {
  readonly signature: Sig;
  readonly slot: number;
  readonly keys: readonly Key[];
}

/** Notifications about blocks: the one that has just been confirmed, and each that has become final. */
export class BlockNews {
  readonly #chain: Chain;
  readonly #feeds: Feeds;
  #unfinalized: number[] = [];

  constructor(chain: Chain, feeds: Feeds) {
    this.#chain = chain;
    this.#feeds = feeds;
    for (let slot = chain.slotAt("finalized") + 1; slot <= chain.slot; slot++) this.#unfinalized.push(slot);
  }

  /** Notifies of blocks at the beginning of a slot, from the transactions that it has confirmed and finalized. */
  publish(slot: number, previous: number, confirmed: readonly NamedKeys[], finalized: readonly NamedKeys[]): void {
    this.#notify("confirmed", [previous], confirmed);
    const root = this.#chain.slotAt("finalized");
    this.#notify(
      "finalized",
      this.#unfinalized.filter((begun) => begun <= root),
      finalized,
    );
    this.#unfinalized = this.#unfinalized.filter((begun) => begun > root);
    this.#unfinalized.push(slot);
  }

  #notify(commitment: Commitment, slots: readonly number[], transactions: readonly NamedKeys[]): void {
    const feeds = this.#feeds.drawer("block", commitment).get("") ?? [];
    for (const feed of feeds) {
      for (const slot of slots) this.#notifyFeed(feed, slot, transactions);
    }
  }

  #notifyFeed(feed: Feed<BlockTopic>, slot: number, transactions: readonly NamedKeys[]): void {
    const { mentions, options } = feed.topic;
    const concerned = transactions.filter(
      (transaction) => transaction.slot === slot && (mentions === undefined || transaction.keys.includes(mentions)),
    );
    if (mentions !== undefined && concerned.length === 0) return;
    const signatures = new Set(concerned.map(({ signature }) => signature));
    const block = this.#encode(() =>
      encodeBlock(this.#chain, slot, options, ({ wire }) => signatures.has(parseTransaction(wire).signature)),
    );
    notify(feed, { context: { slot }, value: { slot, ...block } });
  }

  /** A block, or a node's error for one with a transaction version that the subscriber does not support. */
  #encode(encode: () => unknown): { readonly block: unknown; readonly err: unknown } {
    try {
      return { block: encode(), err: null };
    } catch (error) {
      if (!(error instanceof RpcError) || error.code !== RPC_CODE.unsupportedVersion) throw error;
      return { block: null, err: { UnsupportedTransactionVersion: 0 } };
    }
  }
}
