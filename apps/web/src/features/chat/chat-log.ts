import { type ChatMessage, type Mint, type Seq, seqBeforeFirst } from "@tribe/contract";

/** A Tribe's messages as far as they are loaded, in order, without a double. */
export interface ChatLog {
  readonly messages: readonly ChatMessage[];
  /** Whether older ones exist on the server. */
  readonly hasMore: boolean;
}

/** A message of this person that the server has not acknowledged. */
export interface Outgoing {
  readonly clientId: string;
  readonly mint: Mint;
  readonly text: string;
  readonly askedAt: number;
  readonly state: { readonly kind: "sending" } | { readonly kind: "failed"; readonly reason: string };
}

/** One line of the chat as it is shown. */
export type ChatLine =
  | { readonly kind: "message"; readonly message: ChatMessage; readonly isFirstOfAuthor: boolean }
  | { readonly kind: "outgoing"; readonly outgoing: Outgoing };

/** Adds messages in the order of their sequence numbers; one that is known already changes nothing. */
export const mergeMessages = (known: readonly ChatMessage[], news: readonly ChatMessage[]): ChatMessage[] => {
  const bySeq = new Map<Seq, ChatMessage>();
  for (const message of [...known, ...news]) bySeq.set(message.seq, message);
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
};

/** The newest sequence number, to resume after. A chat that was empty when it was loaded resumes from its beginning. */
export const lastSeq = (log: ChatLog): Seq => log.messages.at(-1)?.seq ?? seqBeforeFirst;

const groupWithin = 5 * 60_000;

/** Messages and then what is still on its way; an outgoing one that has arrived is shown once. */
export const chatLines = (log: ChatLog, outgoing: readonly Outgoing[]): ChatLine[] => {
  const arrived = new Set(log.messages.map(({ clientId }) => clientId));
  const lines = log.messages.map((message, index): ChatLine => {
    const before = log.messages[index - 1];
    const isFirstOfAuthor =
      !before || before.author.uid !== message.author.uid || message.sentAt - before.sentAt > groupWithin;
    return { kind: "message", message, isFirstOfAuthor };
  });
  const waiting = outgoing
    .filter(({ clientId }) => !arrived.has(clientId))
    .map((entry): ChatLine => ({ kind: "outgoing", outgoing: entry }));
  return [...lines, ...waiting];
};
