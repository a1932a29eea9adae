import type { Spend } from "@tribe/contract";
import { currentBook, type JudgedBy, judgeOutflow, type OutflowBook, type Outgoing } from "./book.ts";
import type { BookedMessage, MessageOutcome } from "./outcomes.ts";

/** More at a time would ask the nodes for too much. */
const maxChecked = 20;

/**
 * The counted messages whose outcome the chain should be asked for before a spend is judged, the latest ones: where the day would
 * be exceeded if nothing were given back, also those that were, as one that lands after all must count again; before a sale gives
 * back, those of which nobody knows yet whether they have bought anything.
 */
export const messagesToAskAbout = (
  book: OutflowBook,
  spend: Spend,
  by: JudgedBy & { readonly hasSales: boolean },
): readonly BookedMessage[] => {
  const { outgoing, ...rest } = currentBook(book, by.now);
  const all = { ...rest, outgoing: outgoing.map((each) => ({ ...each, isGivenBack: false })) };
  const judgement = judgeOutflow(all, spend, by);
  const isExceeded = judgement.kind === "stepUp" && judgement.reason === "allowance";
  const checked = outgoing.filter(({ isGivenBack }) => isExceeded || (by.hasSales && !isGivenBack));
  return checked.flatMap(({ message }) => message ?? []).slice(-maxChecked);
};

/** The book after the chain has shown what became of counted messages ({@link BookedMessage}). */
export const withOutcomes = (book: OutflowBook, outcomes: readonly MessageOutcome[], now: number): OutflowBook => {
  const current = currentBook(book, now);
  const outgoing = current.outgoing.map((each): Outgoing => {
    const found = outcomes.find(({ message }) => isSameMessage(message, each.message));
    if (!found) return each;
    const { message, isGivenBack: _, ...counts } = each;
    return found.hasLanded || !message ? counts : { ...counts, message, isGivenBack: true };
  });
  return { ...current, outgoing };
};

/** The same message may have been counted twice, an hour apart. */
const isSameMessage = (one: BookedMessage, other: BookedMessage | undefined): boolean =>
  one.subject === other?.subject && one.slot === other.slot && one.height === other.height;
