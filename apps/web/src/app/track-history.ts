import type { RouterHistory } from "@tanstack/react-router";
import { historyPlace, moveTo } from "../shared/navigation/history-place.ts";

/** Follows the router, so that "back" knows whether it stays inside the app. */
export const trackHistory = (history: RouterHistory): void => {
  const { __TSR_index: index } = history.location.state;
  historyPlace.set({ index, newest: index });
  history.subscribe(({ location, action }) =>
    historyPlace.set((place) => moveTo(place, location.state.__TSR_index, action.type === "PUSH")),
  );
};
