import type { LiveSummary } from "@tribe/contract";
import { fullestLives, maxCards } from "./fullest-lives.ts";

/**
 * The sessions by position in the strip. A shown card keeps its position, so that none moves under a finger; a session that
 * begins later takes a free position or that of an ended one. Returns the same array if nothing changes.
 */
export const keepSlots = (slots: readonly LiveSummary[], lives: readonly LiveSummary[]): readonly LiveSummary[] => {
  const isOn = (slot: LiveSummary) => lives.some(({ mint }) => mint === slot.mint);
  const waiting = fullestLives(lives.filter(({ mint }) => !slots.some((slot) => slot.mint === mint)));
  let kept = slots;
  for (const live of waiting) {
    const ended = kept.findIndex((slot) => !isOn(slot));
    if (ended >= 0) kept = kept.with(ended, live);
    else if (kept.length < maxCards) kept = [...kept, live];
  }
  return kept;
};
