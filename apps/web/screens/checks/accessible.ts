import axeSource from "axe-core/axe.min.js?raw";
import { commands } from "vitest/browser";
import type { Screen } from "../support/open-screen.ts";
import { type AxeRules, axeFaultsOf, axeOptions, rulesOfColours, runAxe } from "./in-page/axe.ts";
import { expectNone, lookIn, settled } from "./look.ts";

/** The faults that axe finds on the screen as it is, in a sentence each. */
export const axeFaults = async (screen: Screen, rules: AxeRules): Promise<readonly string[]> => {
  await settled(screen);
  if (!("axe" in screen.window)) screen.window.eval(axeSource);
  // The scripted wallet's frame draws nothing.
  return axeFaultsOf((await lookIn(screen, runAxe, axeOptions(rules, false))) ?? []);
};

/** Expects that axe finds no fault on the screen as it is. */
export const expectAccessible = async (screen: Screen, rules: AxeRules = {}): Promise<void> =>
  expectNone(await axeFaults(screen, rules));

/** Expects that axe finds no fault in the dark and in the light look; the screen keeps the light one. */
export const expectAccessibleInBothLooks = async (screen: Screen): Promise<void> => {
  await commands.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(screen);
  await commands.emulateMedia({ colorScheme: "light" });
  await expectAccessible(screen, rulesOfColours);
};
