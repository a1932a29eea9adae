import { useRouter } from "@tanstack/react-router";
import { canGoBack } from "./history-stack.ts";
import { historyStore } from "./history-store.ts";

/** Goes back inside the app, or to the fallback when the person came here from outside. */
export const useBack = (fallback = "/"): (() => void) => {
  const router = useRouter();
  return () => {
    if (canGoBack(historyStore.get())) router.history.back();
    else void router.navigate({ to: fallback, replace: true });
  };
};
