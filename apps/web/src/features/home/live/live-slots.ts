import type { LiveSummary } from "@tribe/contract";
import { fullestLives, maxCards } from "./fullest-lives.ts";

/**
 * Which live has which place of the strip: once shown it stays there, so that no card moves under a finger, and what begins later
 * takes a free place or one whose live has ended. The same array where nothing changes.
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
