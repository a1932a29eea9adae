import { expect } from "vitest";
import type { Screen } from "../support/open-screen.ts";
import { cutTexts } from "./in-page/cut-texts.ts";
import { maxShift, worstOf } from "./in-page/layout-shifts.ts";
import { mixedNames } from "./in-page/mixed-names.ts";
import { primaryButtons } from "./in-page/primary-buttons.ts";
import { smallTargets } from "./in-page/small-targets.ts";
import { tooWide } from "./in-page/too-wide.ts";
import { expectNone, lookIn, settled } from "./look.ts";

/** Expects that nothing has moved unasked since the screen was opened, or since {@link forgetShifts}. */
export const expectNoShift = async (screen: Screen): Promise<void> => {
  await settled(screen);
  const { sum, moved } = worstOf(screen.window.tribeShifts ?? []);
  expect(sum, moved.join("; ")).toBeLessThanOrEqual(maxShift);
};

/** What has moved until now does not count. */
export const forgetShifts = async (screen: Screen): Promise<void> => {
  await settled(screen);
  screen.window.tribeShifts?.splice(0);
};

/** Expects that no text is cut off, nothing overflows the screen's side, and no name changes the order of what is beside it. */
export const expectNothingCut = async (screen: Screen): Promise<void> => {
  await settled(screen);
  expectNone([cutTexts, tooWide, mixedNames].flatMap((look) => lookIn(screen, look)));
};

/** Expects that every control can be pressed by a finger. Open it with `hasTouch`. */
export const expectLargeTargets = async (screen: Screen): Promise<void> => {
  await settled(screen);
  const { looked, small } = lookIn(screen, smallTargets);
  expectNone(small);
  expect(looked, "controls on the screen").toBeGreaterThan(0);
};

/** Expects the screen's one main action (its only primary button) to become this one; null: it has none. */
export const expectMainAction = async (screen: Screen, name: string | null): Promise<void> => {
  await expect.poll(() => lookIn(screen, primaryButtons)).toEqual(name === null ? [] : [name]);
};

/** Expects one main action at most. */
export const expectOneMainAction = async (screen: Screen): Promise<void> => {
  await settled(screen);
  expect(lookIn(screen, primaryButtons).length, lookIn(screen, primaryButtons).join(", ")).toBeLessThan(2);
};
