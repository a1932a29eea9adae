import { expect, it } from "vitest";
import { expectOneMainAction } from "./checks/layout.ts";
import { states } from "./states/all-states.ts";
import { openState } from "./support/open-screen.ts";

// What goes wrong in a page, and each call without an answer, fails the test by itself.
it.each([...states.keys()])("opens the state %s of the gallery, with one main action at most", async (name) => {
  const state = states.get(name);
  if (!state) throw new Error("each name has its state");
  const screen = await openState(state);
  await expect.element(screen.getByRole("main")).toBeVisible();
  await expectOneMainAction(screen);
});
