import { useRouterState } from "@tanstack/react-router";
import { useEffect, useSyncExternalStore } from "react";
import { useIsSignedIn } from "../../shared/api/access.ts";
import { shownRoutes } from "../../shared/navigation/shown-routes.ts";
import { realtime } from "../../shared/realtime/connection.ts";
import { useStore } from "../../shared/state/store.ts";

const followVisibility = (listener: () => void): (() => void) => {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
};
const isLookedAt = (): boolean => document.visibilityState === "visible";

/** Tells the server which pages the person is looking at, so that they get no notifications about them. */
export const useShownPages = (): void => {
  const isSignedIn = useIsSignedIn();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const beside = useStore(shownRoutes);
  const isVisible = useSyncExternalStore(followVisibility, isLookedAt);
  const routes = isSignedIn && isVisible ? [...new Set([path, ...beside])].join(" ") : "";
  useEffect(() => realtime().show(routes === "" ? [] : routes.split(" ")), [routes]);
};
