import type { Commitment } from "../chain/chain.ts";
import { stringifyJson } from "../codec/json.ts";
import type { NamedTopic, Topic, TopicKind } from "./topics.ts";

/** One connection, as seen by its notifiers. */
export interface Listener {
  send(message: Buffer): void;
}

/** A topic with subscribers. */
export interface Feed<T extends Topic = Topic> {
  readonly id: number;
  readonly name: string;
  readonly topic: T;
  readonly listeners: Set<Listener>;
}

type TopicOf<K extends TopicKind> = Extract<Topic, { kind: K }>;

const NONE: ReadonlyMap<string, Set<Feed>> = new Map();

/** Index of feeds: by kind and commitment, then by the address or signature that an event must have. */
function drawerOf(kind: TopicKind, commitment: Commitment | undefined): string {
  return `${kind}:${commitment ?? ""}`;
}

function placeOf(topic: Topic): readonly [drawer: string, subject: string] {
  switch (topic.kind) {
    case "account":
    case "program":
      return [drawerOf(topic.kind, topic.commitment), topic.key];
    case "logs":
      return [drawerOf(topic.kind, topic.commitment), topic.mentions ?? ""];
    case "signature":
      return [drawerOf(topic.kind, topic.commitment), topic.signature];
    case "block":
      return [drawerOf(topic.kind, topic.commitment), ""];
    case "slot":
    case "root":
    case "slotsUpdates":
    case "vote":
      return [drawerOf(topic.kind, undefined), ""];
  }
}

/**
 * All topics with subscribers. An event finds its feeds by its own addresses and signature, whatever the number of
 * subscriptions, and a feed's notification is serialised once for all subscribers.
 */
export class Feeds {
  readonly #byId = new Map<number, Feed>();
  readonly #byName = new Map<string, Feed>();
  readonly #drawers = new Map<string, Map<string, Set<Feed>>>();
  #nextId = 0;

  get size(): number {
    return this.#byId.size;
  }

  has(feed: Feed): boolean {
    return this.#byId.has(feed.id);
  }

  byId(id: number): Feed | undefined {
    return this.#byId.get(id);
  }

  /** The feed of a topic, created for its first subscriber. */
  open({ name, topic }: NamedTopic): { readonly feed: Feed; readonly isNew: boolean } {
    const known = this.#byName.get(name);
    if (known !== undefined) return { feed: known, isNew: false };
    const feed: Feed = { id: this.#nextId++, name, topic, listeners: new Set() };
    this.#byId.set(feed.id, feed);
    this.#byName.set(name, feed);
    const [drawer, subject] = placeOf(topic);
    const subjects = this.#drawers.get(drawer) ?? new Map<string, Set<Feed>>();
    this.#drawers.set(drawer, subjects);
    const feeds = subjects.get(subject) ?? new Set<Feed>();
    subjects.set(subject, feeds.add(feed));
    return { feed, isNew: true };
  }

  /** Removes a feed. */
  close(feed: Feed): void {
    if (!this.#byId.delete(feed.id)) return;
    this.#byName.delete(feed.name);
    const [drawer, subject] = placeOf(feed.topic);
    const subjects = this.#drawers.get(drawer);
    const feeds = subjects?.get(subject);
    feeds?.delete(feed);
    if (feeds?.size === 0) subjects?.delete(subject);
    if (subjects?.size === 0) this.#drawers.delete(drawer);
  }

  /** Feeds of a kind by their key. */
  drawer<K extends TopicKind>(kind: K, commitment?: Commitment): ReadonlyMap<string, ReadonlySet<Feed<TopicOf<K>>>> {
    // Each map holds only feeds of its kind: `open` puts them there.
    return (this.#drawers.get(drawerOf(kind, commitment)) ?? NONE) as ReadonlyMap<string, Set<Feed<TopicOf<K>>>>;
  }
}

/** Notifies all subscribers of a feed; the notification is serialised once. */
export function notify({ id, topic, listeners }: Feed, result: unknown): void {
  const notification = { jsonrpc: "2.0", method: `${topic.kind}Notification`, params: { result, subscription: id } };
  const message = Buffer.from(stringifyJson(notification));
  for (const listener of listeners) listener.send(message);
}
