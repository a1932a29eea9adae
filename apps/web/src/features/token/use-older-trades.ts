import type { Mint } from "@tribe/contract";
import { useRef, useState } from "react";
import { loadOlderTrades } from "../../shared/queries/history.ts";

/**
 * Loads older trades page by page. After `maxPages` pages, or a failure, it stops until the person's next action calls `begin`;
 * `begin(true)` loads the next page at once.
 */
export const useOlderTrades = (mint: Mint, maxPages: number) => {
  const [state, setState] = useState<"idle" | "loading" | "stopped">("idle");
  const pages = useRef(0);
  const isUnderWay = useRef(false);
  const load = () => {
    if (isUnderWay.current) return;
    if (pages.current >= maxPages) return setState("stopped");
    pages.current += 1;
    isUnderWay.current = true;
    setState("loading");
    loadOlderTrades(mint)
      .then(
        () => setState("idle"),
        () => {
          pages.current = maxPages;
          setState("stopped");
        },
      )
      .finally(() => {
        isUnderWay.current = false;
      });
  };
  const begin = (now = false) => {
    pages.current = 0;
    if (state === "stopped") setState("idle");
    if (now) load();
  };
  return { load, begin, isLoading: state === "loading", isStopped: state === "stopped" };
};
