import type { ChatMessage, SeatNote, TradePoint, Uid } from "@tribe/contract";
import type { SendFrame } from "../../../shared/realtime/resume.ts";
import type { SentFile } from "../../media/index.ts";
import type { ChatLog } from "./chat-log.ts";

/** A message of this person that the server has not acknowledged. */
export interface Outgoing {
  readonly frame: SendFrame;
  readonly askedAt: number;
  readonly state:
    | { readonly kind: "sending" }
    /** The person has stopped it while its files were on their way. */
    | { readonly kind: "stopped" }
    /** `canRetry`: false if its files would be refused again, or have to be chosen again. */
    | { readonly kind: "failed"; readonly reason: string; readonly canRetry?: boolean | undefined };
  /** Its files, whose uploads may still go on: the frame names them once all have arrived. */
  readonly files?: readonly SentFile[];
}

/** A live began, or ended. */
export interface LiveMoment {
  readonly at: number;
  readonly by: ChatMessage["author"];
  readonly title: string;
  /** How long it went on, ms; null for a beginning. */
  readonly lasted: number | null;
}

/** Events between two messages, each list with the oldest first. */
export interface BetweenMessages {
  readonly trades: readonly TradePoint[];
  readonly seats: readonly SeatNote[];
  readonly lives: readonly LiveMoment[];
}

/** One line of the chat as it is shown. */
export type ChatLine =
  | {
      readonly kind: "message";
      readonly message: ChatMessage;
      readonly isFirstOfAuthor: boolean;
      /** Whether the date stands above it. */
      readonly isFirstOfDay: boolean;
      /** Events between the message before and this one. */
      readonly between: BetweenMessages;
    }
  /** Events since the newest message. */
  | { readonly kind: "since"; readonly between: BetweenMessages }
  | {
      readonly kind: "outgoing";
      readonly outgoing: Outgoing;
      /** As after its arrival, so that it does not move then. */
      readonly isFirstOfAuthor: boolean;
      /** The message that it replies to, if loaded. */
      readonly replyTo: ChatMessage | null;
    };

const groupWithin = 5 * 60_000;

const isSameDay = (one: number, other: number): boolean =>
  new Date(one).toDateString() === new Date(other).toDateString();

/** Iterates a newest-first list from the oldest item after one time, in pieces up to other times. */
const oldestFirst = <Item>(newestFirst: readonly Item[], timeOf: (item: Item) => number, after: number) => {
  const waiting = newestFirst.filter((item) => timeOf(item) > after).toReversed();
  let passed = 0;
  return (time: number): readonly Item[] => {
    const from = passed;
    for (let next = waiting[passed]; next && timeOf(next) <= time; next = waiting[passed]) passed += 1;
    return waiting.slice(from, passed);
  };
};

/** Consecutive events of one kind. */
type Run =
  | { readonly kind: "trades"; readonly trades: readonly TradePoint[] }
  | { readonly kind: "seats"; readonly seats: readonly SeatNote[] }
  | { readonly kind: "live"; readonly live: LiveMoment };

/** Events in order of time; a seat that was lost by a trade of the same second follows it. */
export const inOrder = ({ trades, seats, lives }: BetweenMessages): readonly Run[] => {
  const runs: Run[] = [];
  let passed = 0;
  const addTrades = (before: number): void => {
    const some = trades.slice(passed).filter(({ blockTime }) => blockTime * 1_000 <= before);
    passed += some.length;
    if (some.length > 0) runs.push({ kind: "trades", trades: some });
  };
  let begun = 0;
  const addLives = (before: number): void => {
    for (let next = lives[begun]; next && next.at <= before; next = lives[begun]) {
      addTrades(next.at);
      runs.push({ kind: "live", live: next });
      begun += 1;
    }
  };
  for (const seat of seats) {
    addLives(seat.at);
    addTrades(seat.at);
    const last = runs.at(-1);
    if (last?.kind === "seats") runs.splice(-1, 1, { kind: "seats", seats: [...last.seats, seat] });
    else runs.push({ kind: "seats", seats: [seat] });
  }
  addLives(Number.POSITIVE_INFINITY);
  addTrades(Number.POSITIVE_INFINITY);
  return runs;
};

const isQuiet = ({ trades, seats, lives }: BetweenMessages): boolean =>
  trades.length === 0 && seats.length === 0 && lives.length === 0;

/**
 * Messages, the events between them, and then unacknowledged messages; one that has arrived is shown once. Events belong to the
 * message after them, so that each message keeps its place in the list. Events before the first loaded message, or after the last
 * one while newer ones are not loaded, are left out.
 * @param happened trades, seats and lives, each newest first, as the server returns them
 * @param me the page's person
 */
export const chatLines = (
  log: Pick<ChatLog, "messages" | "hasMore" | "hasNewer">,
  outgoing: readonly Outgoing[],
  happened: Partial<BetweenMessages> = {},
  me: Uid | null = null,
): ChatLine[] => {
  const arrived = new Set(log.messages.map(({ clientId }) => clientId));
  const began = log.messages[0]?.sentAt ?? 0;
  const trades = oldestFirst(happened.trades ?? [], ({ blockTime }) => blockTime * 1_000, began);
  const seats = oldestFirst(happened.seats ?? [], ({ at }) => at, began);
  const lives = oldestFirst(happened.lives ?? [], ({ at }) => at, began);
  const until = (time: number): BetweenMessages => ({ trades: trades(time), seats: seats(time), lives: lives(time) });
  const lines = log.messages.map((message, index): ChatLine => {
    const before = log.messages[index - 1];
    const between = until(message.sentAt);
    const isFirstOfDay = before ? !isSameDay(before.sentAt, message.sentAt) : !log.hasMore;
    const isFirstOfAuthor =
      !before ||
      isFirstOfDay ||
      !isQuiet(between) ||
      message.replyTo !== null ||
      before.author.uid !== message.author.uid ||
      message.sentAt - before.sentAt > groupWithin;
    return { kind: "message", message, isFirstOfAuthor, isFirstOfDay, between };
  });
  if (log.hasNewer) return lines;
  const since = until(Number.POSITIVE_INFINITY);
  const newest = log.messages.at(-1);
  const waiting = outgoing
    .filter(({ frame }) => !arrived.has(frame.clientId))
    .map((entry, index): ChatLine => {
      const { frame, askedAt } = entry;
      const isAfterOwn =
        index > 0 ||
        (newest?.author.uid === me && askedAt - newest.sentAt <= groupWithin && isSameDay(newest.sentAt, askedAt));
      return {
        kind: "outgoing",
        outgoing: entry,
        isFirstOfAuthor: !isAfterOwn || (index === 0 && !isQuiet(since)) || Boolean(frame.replyTo),
        replyTo: log.messages.find(({ id }) => id === frame.replyTo) ?? null,
      };
    });
  return [...lines, ...(isQuiet(since) ? [] : [{ kind: "since", between: since } as const]), ...waiting];
};
