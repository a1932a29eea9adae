import { it } from "vitest";
import { expectFineInFourLooks } from "../checks/four-looks.ts";
import { stateOf, states } from "../states/all-states.ts";

/** The places of the parts into which the states are dealt: as many as run at once, so that no processor waits for the other. */
type Part = 0 | 1;

/**
 * Tests that every second state, from one of the first two on, has no fault in its looks. What goes wrong in a page, and each call
 * without an answer, fails its test by itself.
 */
export const lookAtStates = (part: Part): void => {
  const names = [...states.keys()].filter((_, index) => index % 2 === part);
  it.each(names)("has no fault in its looks: %s", (name) => expectFineInFourLooks(name, stateOf(name)));
};
