import { useEffect, useState, useSyncExternalStore } from "react";
import type { Prepared } from "./delivery.ts";
import type { Runner } from "./runner.ts";

/** Runs a transaction for as long as its dialog is shown; what was signed goes on after that. */
export const useRunner = <P extends Prepared>(create: () => Runner<P>) => {
  const [runner] = useState(create);
  useEffect(() => {
    runner.enter();
    return runner.leave;
  }, [runner]);
  return { runner, state: useSyncExternalStore(runner.subscribe, runner.get) };
};
