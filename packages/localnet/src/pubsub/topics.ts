import type { Commitment } from "../chain/chain.ts";
import type { Key, Sig } from "../codec/keys.ts";
import type { AccountEncoding } from "../rpc/encode-account.ts";
import type { DataFilter } from "../rpc/filters.ts";
import type { BlockOptions } from "../rpc/methods/blocks.ts";

interface AccountTopic {
  readonly kind: "account";
  readonly commitment: Commitment;
  readonly key: Key;
  readonly encoding: AccountEncoding;
}

/** Accounts of a program. */
export interface ProgramTopic {
  readonly kind: "program";
  readonly commitment: Commitment;
  readonly key: Key;
  readonly encoding: AccountEncoding;
  readonly matches: DataFilter;
}

interface LogsTopic {
  readonly kind: "logs";
  readonly commitment: Commitment;
  /** Only transactions that name this address; all without one. */
  readonly mentions: Key | undefined;
}

interface SignatureTopic {
  readonly kind: "signature";
  readonly commitment: Commitment;
  readonly signature: Sig;
  /** Also notifies when the transaction is received, before its outcome. */
  readonly received: boolean;
}

/** Blocks. */
export interface BlockTopic {
  readonly kind: "block";
  readonly commitment: Commitment;
  /** Only transactions that name this address, and only blocks with one; everything without an address. */
  readonly mentions: Key | undefined;
  readonly options: BlockOptions;
}

/** A topic without parameters: there is only one of its kind. */
export interface BareTopic {
  readonly kind: "slot" | "root" | "slotsUpdates" | "vote";
}

/** The topic of a subscription. */
export type Topic = AccountTopic | ProgramTopic | LogsTopic | SignatureTopic | BlockTopic | BareTopic;

/** What a topic is about: `accountSubscribe` makes an "account" topic. */
export type TopicKind = Topic["kind"];

/** A topic and its key, which is equal for equal topics: equal subscriptions share one number, as on a node. */
export interface NamedTopic {
  readonly topic: Topic;
  readonly name: string;
}
