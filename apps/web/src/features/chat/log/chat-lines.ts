import type { ChatMessage, TradePoint } from "@tribe/contract";
import type { SendFrame } from "../../../shared/realtime/resume.ts";
import type { ChatLog } from "./chat-log.ts";

/** A message of this person that the server has not acknowledged. */
export interface Outgoing {
  readonly frame: SendFrame;
  readonly askedAt: number;
  readonly state: { readonly kind: "sending" } | { readonly kind: "failed"; readonly reason: string };
}

/** One line of the chat as it is shown. */
export type ChatLine =
  | {
      readonly kind: "message";
      readonly message: ChatMessage;
      readonly isFirstOfAuthor: boolean;
      /** A line with its date stands above it. */
      readonly isFirstOfDay: boolean;
      /** What was traded between the message before and this one, the oldest first. */
      readonly trades: readonly TradePoint[];
    }
  /** What was traded since the newest message. */
  | { readonly kind: "trades"; readonly trades: readonly TradePoint[] }
  | { readonly kind: "outgoing"; readonly outgoing: Outgoing };

const groupWithin = 5 * 60_000;

const isSameDay = (one: number, other: number): boolean =>
  new Date(one).toDateString() === new Date(other).toDateString();

/**
 * Messages, what was traded between them, and then what is still on its way; an outgoing one that has arrived is shown
 * once. Trades hang on the message after them, so that each message keeps its place in the list. Trades from before the
 * first loaded message, or after the last one while newer ones are not loaded, belong to a page that is not there.
 * @param trades the newest first, as the history has them
 */
export const chatLines = (
  log: Pick<ChatLog, "messages" | "hasMore" | "hasNewer">,
  outgoing: readonly Outgoing[],
  trades: readonly TradePoint[] = [],
): ChatLine[] => {
  const arrived = new Set(log.messages.map(({ clientId }) => clientId));
  const began = log.messages[0]?.sentAt ?? 0;
  const waitingTrades = trades.filter(({ blockTime }) => blockTime * 1_000 > began).toReversed();
  let told = 0;
  const tradesUntil = (time: number): readonly TradePoint[] => {
    const from = told;
    while (told < waitingTrades.length && (waitingTrades[told]?.blockTime ?? 0) * 1_000 <= time) told += 1;
    return waitingTrades.slice(from, told);
  };
  const lines = log.messages.map((message, index): ChatLine => {
    const before = log.messages[index - 1];
    const between = tradesUntil(message.sentAt);
    const isFirstOfDay = before ? !isSameDay(before.sentAt, message.sentAt) : !log.hasMore;
    const isFirstOfAuthor =
      !before ||
      isFirstOfDay ||
      between.length > 0 ||
      message.replyTo !== null ||
      before.author.uid !== message.author.uid ||
      message.sentAt - before.sentAt > groupWithin;
    return { kind: "message", message, isFirstOfAuthor, isFirstOfDay, trades: between };
  });
  if (log.hasNewer) return lines;
  const since = tradesUntil(Number.POSITIVE_INFINITY);
  const waiting = outgoing
    .filter(({ frame }) => !arrived.has(frame.clientId))
    .map((entry): ChatLine => ({ kind: "outgoing", outgoing: entry }));
  return [...lines, ...(since.length > 0 ? [{ kind: "trades", trades: since } as const] : []), ...waiting];
};
