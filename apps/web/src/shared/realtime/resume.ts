import { type ClientFrame, closeCodes, type Mint, type Seq, type ServerFrame } from "@tribe/contract";

/** The frame that sends a message, with its whole content. */
export type SendFrame = Extract<ClientFrame, { readonly type: "send" }>;

/** Who follows a chat: its own room, the list of chats for its newest message, or its tab for the unread count. */
export type ChatFollower = "room" | "list" | "tab";

/** A followed chat. */
interface FollowedChat {
  /** The last sequence number that was delivered; null when none was. */
  readonly after: Seq | null;
  readonly followers: ReadonlySet<ChatFollower>;
}

/** The state that the connection must restore after a loss, as plain data for {@link resume}. */
export interface ResumeState {
  readonly isReady: boolean;
  /** Consecutive failures to connect. */
  readonly failures: number;
  readonly chats: ReadonlyMap<Mint, FollowedChat>;
  /** How many components watch a token's trades; key null is the home listing. */
  readonly watches: ReadonlyMap<Mint | null, number>;
  /** How far the person has read, by message number, until the server has confirmed it. */
  readonly reads: ReadonlyMap<Mint, number>;
  /** The pages that the person is looking at in this tab. */
  readonly shown: readonly string[];
}

export type ResumeEvent =
  | { readonly type: "chatOpened"; readonly mint: Mint; readonly afterSeq: Seq | null; readonly by: ChatFollower }
  | { readonly type: "chatClosed"; readonly mint: Mint; readonly by: ChatFollower }
  | { readonly type: "watched"; readonly mint: Mint | null }
  | { readonly type: "unwatched"; readonly mint: Mint | null }
  /** A message; without a connection it is dropped, and its sender requests it again at `ready`. */
  | { readonly type: "sendRequested"; readonly send: SendFrame }
  | { readonly type: "readRequested"; readonly mint: Mint; readonly number: number }
  | { readonly type: "typingRequested"; readonly mint: Mint }
  | { readonly type: "pagesShown"; readonly routes: readonly string[] }
  /** An action in a live; outdated if it is sent late. */
  | { readonly type: "liveRequested"; readonly frame: Extract<ClientFrame, { readonly type: "live" }> }
  /** Another person is signed in now, or nobody: what this one has read must not be sent as them. */
  | { readonly type: "personChanged" }
  | { readonly type: "lost" }
  | { readonly type: "received"; readonly frame: ServerFrame };

type EventOf<Type extends ResumeEvent["type"]> = Extract<ResumeEvent, { readonly type: Type }>;

export interface ResumeStep {
  readonly state: ResumeState;
  /** Frames to send now. */
  readonly send: readonly ClientFrame[];
  /** Whether the received frame is new for the page. */
  readonly deliver: boolean;
}

export const initialResume: ResumeState = {
  isReady: false,
  failures: 0,
  chats: new Map(),
  watches: new Map(),
  reads: new Map(),
  shown: [],
};

const withEntry = <K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> => new Map(map).set(key, value);
const withoutEntry = <K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> => {
  const copy = new Map(map);
  copy.delete(key);
  return copy;
};

/**
 * Milliseconds to wait before the next attempt: doubling from 0.5 s to 5 s. `jitter` is in 0..1.
 * @param closeCode with which the server closed the last one: after too many open ones, it has room only when another closes
 */
export const backoffMilliseconds = (failures: number, jitter: number, closeCode?: number): number => {
  const longest = closeCode === closeCodes.tooManyOpen ? 60_000 : Math.min(5_000, 500 * 2 ** Math.min(failures, 10));
  return Math.round(longest * (0.5 + jitter / 2));
};

const quiet = (next: ResumeState): ResumeStep => ({ state: next, send: [], deliver: false });
const transmit = (next: ResumeState, ...send: ClientFrame[]): ResumeStep => ({
  state: next,
  send: next.isReady ? send : [],
  deliver: false,
});

/** A second follower that knows less gets the missing messages; one that knows more gets a few duplicates. */
const chatOpened = (state: ResumeState, { mint, afterSeq, by }: EventOf<"chatOpened">): ResumeStep => {
  const known = state.chats.get(mint);
  const followers = new Set(known?.followers).add(by);
  if (known && known.after !== null && (afterSeq === null || afterSeq >= known.after))
    return quiet({ ...state, chats: withEntry(state.chats, mint, { after: known.after, followers }) });
  const chats = withEntry(state.chats, mint, { after: afterSeq, followers });
  return transmit({ ...state, chats }, { type: "subscribe", mint, afterSeq });
};

const chatClosed = (state: ResumeState, { mint, by }: EventOf<"chatClosed">): ResumeStep => {
  const known = state.chats.get(mint);
  if (!known) return quiet(state);
  const followers = new Set(known.followers);
  followers.delete(by);
  if (followers.size > 0) return quiet({ ...state, chats: withEntry(state.chats, mint, { ...known, followers }) });
  return transmit({ ...state, chats: withoutEntry(state.chats, mint) }, { type: "unsubscribe", mint });
};

/**
 * The realtime connection as a pure reducer: chats continue after their last delivered message, subscriptions are restored, duplicates
 * are dropped, and after a gap in the sequence the missing part is requested before later messages are shown.
 */
export const resume = (state: ResumeState, event: ResumeEvent): ResumeStep => {
  switch (event.type) {
    case "chatOpened":
      return chatOpened(state, event);
    case "chatClosed":
      return chatClosed(state, event);
    case "watched": {
      const count = state.watches.get(event.mint) ?? 0;
      const next = { ...state, watches: withEntry(state.watches, event.mint, count + 1) };
      return count === 0 ? transmit(next, { type: "watch", mint: event.mint }) : quiet(next);
    }
    case "unwatched": {
      const count = state.watches.get(event.mint) ?? 0;
      if (count > 1) return quiet({ ...state, watches: withEntry(state.watches, event.mint, count - 1) });
      if (count === 0) return quiet(state);
      return transmit(
        { ...state, watches: withoutEntry(state.watches, event.mint) },
        { type: "unwatch", mint: event.mint },
      );
    }
    case "sendRequested":
      return transmit(state, event.send);
    case "readRequested": {
      if (event.number <= (state.reads.get(event.mint) ?? 0)) return quiet(state);
      const { mint, number } = event;
      return transmit({ ...state, reads: withEntry(state.reads, mint, number) }, { type: "read", mint, number });
    }
    case "typingRequested":
      // Outdated if it is sent late.
      return transmit(state, { type: "typing", mint: event.mint });
    case "pagesShown":
      return transmit({ ...state, shown: event.routes }, { type: "visible", routes: [...event.routes] });
    case "liveRequested":
      return transmit(state, event.frame);
    case "personChanged":
      return quiet({ ...state, reads: new Map() });
    case "lost":
      return quiet({ ...state, isReady: false, failures: state.failures + 1 });
    case "received":
      return received(state, event.frame);
  }
};

const received = (state: ResumeState, frame: ServerFrame): ResumeStep => {
  const news = (next: ResumeState, send: readonly ClientFrame[] = []): ResumeStep => ({
    state: next,
    send,
    deliver: true,
  });
  switch (frame.type) {
    case "ready":
      return news({ ...state, isReady: true, failures: 0 }, [
        ...[...state.watches.keys()].map((mint): ClientFrame => ({ type: "watch", mint })),
        ...[...state.chats].map(([mint, { after }]): ClientFrame => ({ type: "subscribe", mint, afterSeq: after })),
        ...[...state.reads].map(([mint, number]): ClientFrame => ({ type: "read", mint, number })),
        ...(state.shown.length > 0 ? [{ type: "visible" as const, routes: [...state.shown] }] : []),
      ]);
    case "message":
    case "change": {
      const { mint, seq } = frame.type === "message" ? frame.message : frame;
      const chat = state.chats.get(mint);
      if (!chat || (chat.after !== null && seq <= chat.after)) return { state, send: [], deliver: false };
      const { after } = chat;
      if (after !== null && seq > after + 1)
        return { state, send: [{ type: "subscribe", mint, afterSeq: after }], deliver: false };
      return news({ ...state, chats: withEntry(state.chats, mint, { ...chat, after: seq }) });
    }
    case "reload": {
      const chat = state.chats.get(frame.mint);
      return chat
        ? news({ ...state, chats: withEntry(state.chats, frame.mint, { ...chat, after: frame.headSeq }) })
        : quiet(state);
    }
    case "read": {
      const requested = state.reads.get(frame.mint);
      return requested !== undefined && requested <= frame.read.number
        ? news({ ...state, reads: withoutEntry(state.reads, frame.mint) })
        : news(state);
    }
    case "membership":
      return frame.state === "active" || frame.state === "chief"
        ? news(state)
        : news({ ...state, chats: withoutEntry(state.chats, frame.mint) });
    default:
      return news(state);
  }
};
