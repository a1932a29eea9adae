import { ApiError } from "@tribe/contract";
import { useState } from "react";
import { trusted } from "../view/trusted.ts";
import { useSecondsUntil } from "../view/use-seconds-until.ts";
import { toWalletError } from "../wallet/wallet-error.ts";

/** Runs one press at a time, with its error, and the seconds during which another one would be refused. */
export const useWork = () => {
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [refusedUntil, setRefusedUntil] = useState(0);
  const waitSeconds = useSecondsUntil(refusedUntil);
  /** Runs the work of a trusted press. */
  const press = (work: () => Promise<void>) =>
    trusted(() => {
      if (isBusy) return;
      setIsBusy(true);
      setFault(null);
      work()
        .catch((thrown: unknown) => {
          setFault(toWalletError(thrown).message);
          if (thrown instanceof ApiError && thrown.retryAfterSeconds !== undefined)
            setRefusedUntil(Date.now() + 1_000 * thrown.retryAfterSeconds);
        })
        .finally(() => setIsBusy(false));
    });
  return { isBusy, fault, waitSeconds, press };
};
