import type { TokenProfile } from "@tribe/contract";
import { useMediaQuery } from "@tribe/ui";
import { useState } from "react";
import * as z from "zod/mini";
import { useIsSignedIn } from "../../../shared/api/access.ts";
import { useLive } from "../../../shared/live/lives.ts";
import { coveredByKeyboard } from "../../../shared/state/keyboard.ts";
import { isLargeText } from "../../../shared/state/large-text.ts";
import { useStore } from "../../../shared/state/store.ts";
import { keyIn, storageKeys } from "../../../shared/storage/keys.ts";
import { stored } from "../../../shared/storage/stored.ts";
import { areFewTaken, manySeats } from "../../../shared/tokens/token-facts.ts";

/** What a stage's height depends on. */
interface StageFacts {
  readonly groupSize: number;
  readonly taken: number;
  readonly isInside: boolean;
  readonly isLive: boolean;
  readonly isWide: boolean;
  /** The screen is low or a phone's keyboard is open: there is no room for both seats and messages. */
  readonly isLow: boolean;
  /** A visitor's view without messages below it: the ring may be larger on a phone. */
  readonly isAlone: boolean;
  /** Letters are so large that numbers and texts would cover the faces of a ring. */
  readonly isLargeText: boolean;
  /** The person's choice, if any. */
  readonly chosenFold: boolean | null;
  /** The person reads or writes, and hasn't unfolded the seats meanwhile. */
  readonly isReading: boolean;
}

/** Whether the seats are folded to a strip, and the stage's height in pixels. */
export const stageRoom = (
  facts: StageFacts,
): {
  readonly isQuiet: boolean;
  readonly isFolded: boolean;
  /** One narrow row, with the pinned message in it. */
  readonly isNarrow: boolean;
  readonly hasMiddle: boolean;
  readonly height: number;
} => {
  const { groupSize, taken, isInside, isLive, isWide, isLow, isAlone, isLargeText, chosenFold, isReading } = facts;
  // Only for members: to others the ring with its free seats is an invitation.
  const isQuiet = isInside && areFewTaken(taken, groupSize);
  /** A single ring has room for texts in its middle, such as the invitation to a live session, else shown in a bar below. */
  const hasMiddle = groupSize <= 12;
  // Many rings leave no room for messages on a phone. A live session that is entered from the middle unfolds the seats.
  const opensForLive = isLive && hasMiddle;
  // On a phone the seats make room by themselves for somebody who reads.
  const makesRoom = isReading && isInside && !isWide && !opensForLive;
  const isFoldedAtFirst = isLargeText || (!isWide && (groupSize > manySeats || (isQuiet && !opensForLive)));
  const isFolded = isLow || makesRoom || (chosenFold ?? isFoldedAtFirst);
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
  const isNarrow = isFolded && !isWide && isInside && (makesRoom || chosenFold === true);
  const strip = isLow && !isWide ? 0 : isNarrow ? 44 : 64;
  return { isQuiet, isFolded, isNarrow, hasMiddle, height: isFolded ? strip : ring };
};

/** The person's choice to fold or unfold the stage, stored per Tribe. */
const keptFold = (mint: string) => stored(keyIn(storageKeys.folded, mint), z.boolean());

/** Whether the person reads, and what unfolding the seats by hand does. */
export interface Reading {
  readonly isReading: boolean;
  readonly onUnfold: () => void;
}

/** The height and state of a Tribe's stage. */
export const useStageRoom = (token: TokenProfile, { isReading, onUnfold }: Reading) => {
  const { mint, groupSize } = token;
  const isWide = useMediaQuery("(min-width: 1024px)");
  const isLowScreen = useMediaQuery("(max-height: 519.98px)");
  const isLow = useStore(coveredByKeyboard) > 0 || isLowScreen;
  const isTall = useMediaQuery("(min-height: 780px)");
  const isSignedIn = useIsSignedIn();
  const live = useLive(mint);
  const [chosenFold, setFolded] = useState(() => keptFold(mint).read());
  const isInside = token.subscribeState === "active" || token.subscribeState === "chief";
  // The count at the opening: a seat that is taken meanwhile must not change the height while the person reads.
  const [taken] = useState(token.memberCount);
  const isAlone = !isSignedIn && isTall;
  const facts = {
    groupSize,
    taken,
    isInside,
    isLive: live !== null,
    isWide,
    isLow,
    isAlone,
    isLargeText: isLargeText(),
    chosenFold,
    isReading,
  };
  return {
    ...stageRoom(facts),
    ...{ isWide, isInside, live },
    fold: (next: boolean) => {
      setFolded(next);
      // Seats that have made room by themselves do so again at the next visit.
      if (next || !isReading || chosenFold === true) keptFold(mint).write(next);
      if (!next) onUnfold();
    },
  };
};
