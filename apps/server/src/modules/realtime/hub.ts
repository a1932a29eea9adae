import { type Address, ApiError, type Mint, type Uid } from "@tribe/contract";
import type { ChannelHead, ChatSubscription, LogRun } from "./chat-subscription.ts";
import { type Connection, sharedFrames } from "./connection.ts";

interface Channel {
  readonly head: ChannelHead;
  readonly readers: Set<ChatSubscription>;
}

/** What one connection has subscribed to, to be removed when it closes. */
interface Listening {
  readonly readers: Map<Mint, ChatSubscription>;
  readonly watched: Set<Mint | null>;
  address: Address | null;
}

/** A message or change of the log, serialised. */
export interface LogMessage {
  readonly seq: number;
  readonly frame: string;
}

/** After so many writes other work has its turn: a few milliseconds. */
const writesPerTurn = 200;

/** Tokens that one connection may watch: a page shows a few dozen. */
const maxWatched = 500;

/** Which connections of this process listen to what. It only passes events on and decides nothing about access. */
export class Hub {
  readonly #connections = new Map<Connection, Listening>();
  readonly #channels = new Map<Mint, Channel>();
  readonly #watchers = new Map<Mint | null, Set<Connection>>();
  readonly #byUid = new Map<Uid, Set<Connection>>();
  readonly #byAddress = new Map<Address, Set<Connection>>();

  get connections(): readonly Connection[] {
    return [...this.#connections.keys()];
  }

  add(connection: Connection): void {
    this.#connections.set(connection, { readers: new Map(), watched: new Set(), address: null });
    if (connection.caller.uid) setIn(this.#byUid, connection.caller.uid).add(connection);
  }

  /** Takes time in proportion to this connection's subscriptions, however many others there are. */
  remove(connection: Connection): void {
    const listening = this.#connections.get(connection);
    if (!listening) return;
    for (const reader of listening.readers.values()) this.end(reader);
    for (const mint of listening.watched) removeFrom(this.#watchers, mint, connection);
    if (listening.address) removeFrom(this.#byAddress, listening.address, connection);
    if (connection.caller.uid) removeFrom(this.#byUid, connection.caller.uid, connection);
    this.#connections.delete(connection);
  }

  setAddress(connection: Connection, address: Address | null): void {
    const listening = this.#connections.get(connection);
    if (!listening) return;
    if (listening.address) removeFrom(this.#byAddress, listening.address, connection);
    listening.address = address;
    if (address) setIn(this.#byAddress, address).add(connection);
  }

  /** @throws ApiError `too_many_requests` when the connection watches too many tokens. */
  watch(connection: Connection, mint: Mint | null): void {
    const watched = this.#connections.get(connection)?.watched;
    if (!watched || watched.has(mint)) return;
    if (watched.size >= maxWatched)
      throw new ApiError("too_many_requests", { message: `One connection can watch ${maxWatched} tokens` });
    watched.add(mint);
    setIn(this.#watchers, mint).add(connection);
  }

  unwatch(connection: Connection, mint: Mint | null): void {
    this.#connections.get(connection)?.watched.delete(mint);
    removeFrom(this.#watchers, mint, connection);
  }

  /** The newest number of a channel, shared by all of its subscriptions. */
  headOf(mint: Mint): ChannelHead {
    return this.#channel(mint).head;
  }

  /**
   * Adds a subscription; it replaces the connection's former one to this chat. If the connection has closed meanwhile, the
   * subscription is ended.
   */
  join(reader: ChatSubscription): void {
    this.leave(reader.connection, reader.mint);
    const listening = this.#connections.get(reader.connection);
    if (!listening) {
      reader.end();
      return;
    }
    listening.readers.set(reader.mint, reader);
    this.#channel(reader.mint).readers.add(reader);
  }

  /** Ends one subscription. The channel's entry stays, so that its newest number is right for the next one. */
  end(reader: ChatSubscription): void {
    reader.end();
    this.#channels.get(reader.mint)?.readers.delete(reader);
    const readers = this.#connections.get(reader.connection)?.readers;
    if (readers?.get(reader.mint) === reader) readers.delete(reader.mint);
  }

  /** Ends a connection's subscription to a chat. @returns the last number that was sent, null if there was no subscription */
  leave(connection: Connection, mint: Mint): number | null {
    const reader = this.#connections.get(connection)?.readers.get(mint);
    if (!reader) return null;
    const { reachedSeq } = reader;
    this.end(reader);
    return reachedSeq;
  }

  /** Ends a person's subscriptions to a chat on all their sockets. */
  cut(mint: Mint, uid: Uid): void {
    for (const connection of this.ofPerson(uid)) this.leave(connection, mint);
  }

  /** Whether a connection is subscribed to a chat. */
  reads(connection: Connection, mint: Mint): boolean {
    return this.#connections.get(connection)?.readers.has(mint) ?? false;
  }

  /** A person's subscriptions, on all their sockets. */
  readersBy(uid: Uid): readonly ChatSubscription[] {
    return this.ofPerson(uid).flatMap((connection) => [...(this.#connections.get(connection)?.readers.values() ?? [])]);
  }

  /** The subscriptions to a chat. */
  readersOf(mint: Mint): ReadonlySet<ChatSubscription> {
    return this.#channels.get(mint)?.readers ?? new Set();
  }

  /**
   * Delivers messages of one channel's log, in its order. With many readers other work has its turn in between.
   * @param turn resolves when other work had its turn
   */
  async deliver(mint: Mint, messages: readonly LogMessage[], turn: () => Promise<unknown>): Promise<void> {
    const channel = this.#channels.get(mint);
    const last = messages.at(-1);
    if (!channel || !last) return;
    // A subscription that starts from here on finds these messages in the log, because the head counts them.
    channel.head.seq = Math.max(channel.head.seq, last.seq);
    if (channel.readers.size === 0) return;
    const runs = runsOf(messages);
    let sent = 0;
    for (const reader of [...channel.readers]) {
      for (const run of runs) reader.deliver(run);
      // One write for each run, however many messages it has.
      sent += runs.length;
      if (sent < writesPerTurn) continue;
      sent = 0;
      await turn();
    }
  }

  /** Sends a hint to a chat's readers except one person; it is not part of the log. */
  toReaders(mint: Mint, frame: string, except: Uid | null): void {
    for (const { connection } of this.#channels.get(mint)?.readers ?? [])
      if (connection.caller.uid !== except) connection.send(frame);
  }

  /** Sends to everybody who watches this token, or all tokens; once to each connection. */
  toWatchers(mint: Mint, frame: string): void {
    const watchers = new Set([...(this.#watchers.get(mint) ?? []), ...(this.#watchers.get(null) ?? [])]);
    for (const connection of watchers) connection.send(frame);
  }

  /** Sends to everybody who reads a chat or watches its token; once to each connection. */
  toMembersAndWatchers(mint: Mint, frame: string): void {
    const receivers = new Set(this.#watchers.get(mint) ?? []);
    for (const reader of this.#channels.get(mint)?.readers ?? []) receivers.add(reader.connection);
    for (const connection of receivers) connection.send(frame);
  }

  toAll(frame: string): void {
    for (const connection of this.#connections.keys()) connection.send(frame);
  }

  toPerson(uid: Uid, frame: string): void {
    for (const connection of this.#byUid.get(uid) ?? []) connection.send(frame);
  }

  toWallets(addresses: readonly Address[], frame: string): void {
    for (const address of new Set(addresses))
      for (const connection of this.#byAddress.get(address) ?? []) connection.send(frame);
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

/** Splits messages where a number is missing in between; usually none is. */
const runsOf = (messages: readonly LogMessage[]): LogRun[] => {
  const runs: LogMessage[][] = [];
  let next: number | null = null;
  for (const message of messages) {
    if (message.seq === next) runs.at(-1)?.push(message);
    else runs.push([message]);
    next = message.seq + 1;
  }
  return runs.map((run) => ({
    firstSeq: run[0]?.seq ?? 0,
    frames: sharedFrames(run.map(({ frame }) => frame)),
  }));
};

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
