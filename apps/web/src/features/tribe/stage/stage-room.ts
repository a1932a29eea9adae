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

/** With more seats than these a phone shows them as a strip until somebody wants all of them. */
const manySeats = 40;

/** With fewer taken than one in this many, a phone shows who is in as a strip: a ring of free seats would take a third of the chat. */
const fewTaken = 4;

/** What the height of a stage hangs on. */
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
  /** What the person has chosen, if anything. */
  readonly chosenFold: boolean | null;
}

/** Whether the seats are a strip, and how tall they stand otherwise, in pixels. */
export const stageRoom = (
  facts: StageFacts,
): { readonly isQuiet: boolean; readonly isFolded: boolean; readonly height: number } => {
  const { groupSize, taken, isInside, isLive, isWide, isLow, isAlone, chosenFold } = facts;
  // Outside the ring is the invitation.
  const isQuiet = isInside && taken * fewTaken < groupSize;
  // Four rings on a phone leave no room for what is said. A live opens them, since one comes in from their middle.
  const isFolded = isLow || (chosenFold ?? (!isWide && (groupSize > manySeats || (isQuiet && !isLive))));
  // For 12, 24 and 99 seats.
  const ring =
    groupSize <= 12
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
  return { isQuiet, isFolded, height: !isFolded ? ring : isLow && !isWide ? 0 : 64 };
};

/** Kept for each Tribe: whether its stage is folded to a strip, where the person has said so. */
const keptFold = (mint: string) => stored(keyIn(storageKeys.folded, mint), z.boolean());

/** The room of a Tribe's stage as it will be drawn, for the stage and for what holds its place until it is loaded. */
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
  return {
    ...stageRoom({ groupSize, taken, isInside, isLive: live !== null, isWide, isLow, isAlone, chosenFold }),
    ...{ isWide, isInside, live },
    fold: (next: boolean) => {
      setFolded(next);
      keptFold(mint).write(next);
    },
  };
};
