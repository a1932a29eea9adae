import { texts } from "@tribe/domain";
import type { Config } from "../../shared/queries/config.ts";
import { toast } from "../../shared/toast.ts";
import { explorerAction } from "./explorer-action.ts";
import type { UnseenEnd } from "./runner.ts";

/** Tells the end of a transaction whose dialog is closed. It stays until the person takes it away: it is about money. */
export const tellUnseenEnd =
  (config: Config) =>
  ({ open, signature, failure }: UnseenEnd): void => {
    const words = {
      id: open.id,
      duration: Number.POSITIVE_INFINITY,
      closeButton: true,
      // What was never sent is not on the explorer.
      ...(signature === null ? {} : { action: explorerAction(config, signature) }),
    };
    if (failure === null) toast.success(texts.transactionConfirmed, { ...words, description: open.title });
    else toast.error(failure.title, { ...words, description: `${open.title}. ${failure.cause}` });
  };
