import { expect } from "vitest";
import type { Screen } from "../support/open-screen.ts";
import { isStill } from "./in-page/is-still.ts";

/** Runs a function of `in-page` in the screen's window, whose document and classes it then sees as its own. */
export const lookIn = <Result, Given extends readonly unknown[]>(
  { window }: Screen,
  look: (...given: Given) => Result,
  ...given: Given
): Result => window.eval(`(${look})(...${JSON.stringify(given)})`);

/** Waits until what has been drawn is on the screen, and nothing moves any more. */
export const settled = async (screen: Screen): Promise<void> => {
  const { window } = screen;
  // What a frame of animation changes is painted after it, and observers hear of it before the frame after the next.
  for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => window.requestAnimationFrame(resolve));
  await expect.poll(() => lookIn(screen, isStill), { message: "the screen is still" }).toBe(true);
};

/** Expects that there are no faults, and names them all: the message of a list's comparison would cut them short. */
export const expectNone = (faults: readonly string[]): void => expect(faults, faults.join("\n")).toEqual([]);
