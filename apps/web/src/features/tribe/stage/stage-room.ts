import type { TokenProfile } from "@tribe/contract";
import { useMediaQuery } from "@tribe/ui";
import { useState } from "react";
import * as z from "zod/mini";
import { useIsSignedIn } from "../../../shared/api/access.ts";
import { useLive } from "../../../shared/live/lives.ts";
import { coveredByKeyboard } from "../../../shared/state/keyboard.ts";
import { useStore } from "../../../shared/state/store.ts";
import { keyIn, storageKeys } from "../../../shared/storage/keys.ts";
import { stored } from "../../../shared/storage/stored.ts";
import { areFewTaken, manySeats } from "../../../shared/tokens/token-facts.ts";

/** The inputs of a stage's height. */
interface StageFacts {
  readonly groupSize: number;
  readonly taken: number;
  readonly isInside: boolean;
  readonly isLive: boolean;
  readonly isWide: boolean;
  /** With the keyboard of a phone open there is no room for seats and messages. */
  readonly isLow: boolean;
  /** Nothing is said below it, as a visitor sees it, so that it may be round on a phone. */
  readonly isAlone: boolean;
  /** The person's choice, if any. */
  readonly chosenFold: boolean | null;
}

/** Whether the seats are a strip, and how tall they stand otherwise, in pixels. */
export const stageRoom = (
  facts: StageFacts,
): { readonly isQuiet: boolean; readonly isFolded: boolean; readonly hasMiddle: boolean; readonly height: number } => {
  const { groupSize, taken, isInside, isLive, isWide, isLow, isAlone, chosenFold } = facts;
  // Outside the ring is the invitation.
  const isQuiet = isInside && areFewTaken(taken, groupSize);
  /** One ring, with room for words in it; who is live says so there, else in a bar below. */
  const hasMiddle = groupSize <= 12;
  // Four rings on a phone leave no room for what is said. A live that one enters from their middle opens the seats.
  const opensForLive = isLive && hasMiddle;
  const isFolded = isLow || (chosenFold ?? (!isWide && (groupSize > manySeats || (isQuiet && !opensForLive))));
  // For 12, 24 and 99 seats.
  const ring = hasMiddle
    ? isWide
      ? 244
      : isAlone
        ? 300
        : 204
    : groupSize <= manySeats
      ? isWide
        ? 280
        : 240
      : isWide
        ? 352
        : 312;
  return { isQuiet, isFolded, hasMiddle, height: !isFolded ? ring : isLow && !isWide ? 0 : 64 };
};

/** Kept for each Tribe: whether its stage is folded to a strip, where the person has said so. */
const keptFold = (mint: string) => stored(keyIn(storageKeys.folded, mint), z.boolean());

/** The room of a Tribe's stage. */
export const useStageRoom = (token: TokenProfile) => {
  const { mint, groupSize } = token;
  const isWide = useMediaQuery("(min-width: 1024px)");
  const isLowScreen = useMediaQuery("(max-height: 519.98px)");
  const isLow = useStore(coveredByKeyboard) > 0 || isLowScreen;
  const isTall = useMediaQuery("(min-height: 780px)");
  const isSignedIn = useIsSignedIn();
  const live = useLive(mint);
  const [chosenFold, setFolded] = useState(() => keptFold(mint).read());
  const isInside = token.subscribeState === "active" || token.subscribeState === "chief";
  // As it was opened: a seat that is taken meanwhile moves nothing under a reader's eyes.
  const [taken] = useState(token.memberCount);
  const isAlone = !isSignedIn && isTall;
  const facts = { groupSize, taken, isInside, isLive: live !== null, isWide, isLow, isAlone, chosenFold };
  return {
    ...stageRoom(facts),
    ...{ isWide, isInside, live },
    fold: (next: boolean) => {
      setFolded(next);
      keptFold(mint).write(next);
    },
  };
};
