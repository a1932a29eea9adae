import type { Address, Mint, Uid } from "@tribe/contract";
import type { ChannelHead, ChatSubscription } from "./chat-subscription.ts";
import type { Connection } from "./connection.ts";

interface Channel {
  readonly head: ChannelHead;
  readonly readers: Set<ChatSubscription>;
}

/** Who listens to what in this process. It only passes on; the truth is in the database. */
export class Hub {
  readonly connections = new Set<Connection>();
  readonly #channels = new Map<Mint, Channel>();
  readonly #watchers = new Map<Mint | null, Set<Connection>>();
  readonly #byUid = new Map<Uid, Set<Connection>>();
  readonly #addresses = new Map<Connection, Address>();

  add(connection: Connection): void {
    this.connections.add(connection);
    if (connection.caller.uid) setIn(this.#byUid, connection.caller.uid).add(connection);
  }

  remove(connection: Connection): void {
    this.connections.delete(connection);
    this.#addresses.delete(connection);
    if (connection.caller.uid) removeFrom(this.#byUid, connection.caller.uid, connection);
    for (const mint of this.#watchers.keys()) removeFrom(this.#watchers, mint, connection);
    for (const channel of this.#channels.values())
      for (const reader of channel.readers) if (reader.connection === connection) this.leave(reader);
  }

  setAddress(connection: Connection, address: Address | null): void {
    if (address && this.connections.has(connection)) this.#addresses.set(connection, address);
    else this.#addresses.delete(connection);
  }

  watch(connection: Connection, mint: Mint | null): void {
    setIn(this.#watchers, mint).add(connection);
  }

  unwatch(connection: Connection, mint: Mint | null): void {
    removeFrom(this.#watchers, mint, connection);
  }

  /** The head that a new reader of a channel shares with the others. */
  headOf(mint: Mint): ChannelHead {
    return this.#channel(mint).head;
  }

  join(reader: ChatSubscription): void {
    this.#channel(reader.mint).readers.add(reader);
  }

  leave(reader: ChatSubscription): void {
    reader.end();
    // The channel stays, so that its head is right for whoever comes next.
    this.#channels.get(reader.mint)?.readers.delete(reader);
  }

  /** Ends one socket's reading of a chat. */
  leaveAll(connection: Connection, mint: Mint): void {
    for (const reader of [...(this.#channels.get(mint)?.readers ?? [])])
      if (reader.connection === connection) this.leave(reader);
  }

  /** Ends one person's reading of a chat on all their sockets. */
  cut(mint: Mint, uid: Uid): void {
    for (const reader of [...(this.#channels.get(mint)?.readers ?? [])])
      if (reader.connection.caller.uid === uid) this.leave(reader);
  }

  /** A message of the log, in the order of its channel. */
  deliver(mint: Mint, seq: number, frame: string): void {
    const channel = this.#channels.get(mint);
    if (!channel) return;
    channel.head.seq = Math.max(channel.head.seq, seq);
    for (const reader of channel.readers) reader.deliver(seq, frame);
  }

  /** To whoever watches a token, or all tokens; once each. */
  toWatchers(mint: Mint, frame: string): void {
    const watchers = new Set([...(this.#watchers.get(mint) ?? []), ...(this.#watchers.get(null) ?? [])]);
    for (const connection of watchers) connection.send(frame);
  }

  /** To whoever reads a chat or watches its token; once each. */
  toMembersAndWatchers(mint: Mint, frame: string): void {
    const receivers = new Set(this.#watchers.get(mint) ?? []);
    for (const reader of this.#channels.get(mint)?.readers ?? []) receivers.add(reader.connection);
    for (const connection of receivers) connection.send(frame);
  }

  toAll(frame: string): void {
    for (const connection of this.connections) connection.send(frame);
  }

  toPerson(uid: Uid, frame: string): void {
    for (const connection of this.#byUid.get(uid) ?? []) connection.send(frame);
  }

  toWallets(addresses: readonly Address[], frame: string): void {
    const wanted = new Set(addresses);
    for (const [connection, address] of this.#addresses) if (wanted.has(address)) connection.send(frame);
  }

  ofPerson(uid: Uid): readonly Connection[] {
    return [...(this.#byUid.get(uid) ?? [])];
  }

  #channel(mint: Mint): Channel {
    const known = this.#channels.get(mint);
    if (known) return known;
    const channel: Channel = { head: { seq: 0 }, readers: new Set() };
    this.#channels.set(mint, channel);
    return channel;
  }
}

const setIn = <Key, Value>(map: Map<Key, Set<Value>>, key: Key): Set<Value> => {
  const known = map.get(key);
  if (known) return known;
  const set = new Set<Value>();
  map.set(key, set);
  return set;
};

const removeFrom = <Key, Value>(map: Map<Key, Set<Value>>, key: Key, value: Value): void => {
  const set = map.get(key);
  set?.delete(value);
  if (set?.size === 0) map.delete(key);
};
