import { useState } from "react";
import { trusted } from "../view/trusted.ts";
import { toWalletError } from "../wallet/wallet-error.ts";

/** One press at a time, and what it failed with. */
export const useWork = () => {
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  /** What a press of the person's own does. */
  const press = (work: () => Promise<void>) =>
    trusted(() => {
      if (isBusy) return;
      setIsBusy(true);
      setFault(null);
      work()
        .catch((thrown: unknown) => setFault(toWalletError(thrown).message))
        .finally(() => setIsBusy(false));
    });
  return { isBusy, fault, press };
};
