import type { RouterHistory } from "@tanstack/react-router";
import { moveHistory } from "../shared/navigation/history-stack.ts";
import { historyStore } from "../shared/navigation/history-store.ts";

const moves = { PUSH: "push", REPLACE: "replace", BACK: "back", FORWARD: "push", GO: "back" } as const;

/** Follows the router, so that "back" knows whether it stays inside the app. */
export const trackHistory = (history: RouterHistory): void => {
  history.subscribe(({ location, action }) =>
    historyStore.set((stack) => moveHistory(stack, { type: moves[action.type], to: location.pathname })),
  );
};
