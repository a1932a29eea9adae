import type { Address } from "@tribe/contract";

/**
 * The message of a transaction that was counted, and where the chain was before it was signed: by these the chain can show that
 * it can't land any more. Only of a message whose blockhash every node knew then: it expires, and the nodes were not behind.
 */
export interface BookedMessage {
  /** Who pays its fee, and so has it in their history: what the wallet of before a move has sent is in no other one's. */
  readonly wallet: Address;
  /** SHA-256 of the message, in base64. Whoever signs it: the chain lets one message land once. */
  readonly subject: string;
  /** The oldest slot that a node had finalized: the message lands in a later one. */
  readonly slot: number;
  /** The greatest block height of a node: the message's blockhash is not of a later block. */
  readonly height: number;
}

/** What became of a counted message, once and for all. */
export interface MessageOutcome {
  readonly message: BookedMessage;
  /** False if it has failed or expired: then nothing left but the network's fee. */
  readonly hasLanded: boolean;
}

/** The chain takes blockhashes of the last 150 blocks. Twice that, as a node's history may be a little behind its blocks. */
const blocksUntilOver = 300;

/** The height of a block after which a message has certainly expired. */
export const lastHeightOf = ({ height }: BookedMessage): number => height + blocksUntilOver;

/** A finalized transaction of the wallet. */
export interface FinalizedTransaction {
  /** SHA-256 of its message, in base64. */
  readonly subject: string;
  readonly hasFailed: boolean;
}

/** What one node says of a message: `never` is that it has failed, or has not landed and can't any more. */
export type ReportedOutcome = "landed" | "never" | "unknown";

/**
 * What a node's finalized transactions say of a message.
 * @param isOver whether these are all of the wallet's, from before the message was signed to {@link lastHeightOf}
 */
export const outcomeBy = (
  { subject }: BookedMessage,
  transactions: readonly FinalizedTransaction[],
  isOver: boolean,
): ReportedOutcome => {
  const found = transactions.filter((each) => each.subject === subject);
  if (found.some(({ hasFailed }) => !hasFailed)) return "landed";
  return found.length > 0 || isOver ? "never" : "unknown";
};

/**
 * The outcomes that count: one node is enough for a message that has landed, which is given back nothing for; that one never lands
 * every node must say.
 * @param reported by each node, in the messages' order
 */
export const agreedOutcomes = (
  messages: readonly BookedMessage[],
  reported: readonly (readonly ReportedOutcome[])[],
): readonly MessageOutcome[] =>
  messages.flatMap((message, index) => {
    const outcomes = reported.map((byNode) => byNode[index]);
    if (outcomes.includes("landed")) return { message, hasLanded: true };
    const isOver = outcomes.length > 0 && outcomes.every((outcome) => outcome === "never");
    return isOver ? { message, hasLanded: false } : [];
  });
