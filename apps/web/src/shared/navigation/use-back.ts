import { useRouter } from "@tanstack/react-router";
import { canGoBack, historyPlace } from "./history-place.ts";

/** Goes back inside the app, or to the fallback when the person came here from outside. */
export const useBack = (fallback = "/"): (() => void) => {
  const router = useRouter();
  return () => {
    if (canGoBack(historyPlace.get())) router.history.back();
    else void router.navigate({ to: fallback, replace: true });
  };
};
