import type { LiveSummary } from "@tribe/contract";

/** So many sessions with the most viewers have a card; all others have a mark in the list. */
export const maxCards = 3;

/** The live sessions that have cards, those with the most viewers first. */
export const fullestLives = (lives: readonly LiveSummary[]): readonly LiveSummary[] =>
  lives.toSorted((one, other) => other.viewers - one.viewers).slice(0, maxCards);
