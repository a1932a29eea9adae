import type { LiveSummary } from "@tribe/contract";

/** The fullest lives have a card; all others their mark in the list. */
export const maxCards = 3;

/** The lives that are shown large, where most are first. */
export const fullestLives = (lives: readonly LiveSummary[]): readonly LiveSummary[] =>
  lives.toSorted((one, other) => other.viewers - one.viewers).slice(0, maxCards);
