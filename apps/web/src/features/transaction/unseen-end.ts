import { texts } from "@tribe/domain";
import { explorerLink } from "../../shared/explorer.ts";
import type { Config } from "../../shared/queries/config.ts";
import { toast } from "../../shared/toast.ts";
import type { UnseenEnd } from "./runner.ts";

/** Tells the end of a transaction whose dialog is closed. It stays until the person takes it away: it is about money. */
export const tellUnseenEnd =
  (config: Config) =>
  ({ open, failure }: UnseenEnd): void => {
    const words = {
      id: open.id,
      duration: Number.POSITIVE_INFINITY,
      closeButton: true,
      action: {
        label: texts.viewOnExplorer,
        onClick: () => void window.open(explorerLink(config, "tx", open.signature), "_blank", "noreferrer"),
      },
    };
    if (failure === null) toast.success(texts.transactionConfirmed, { ...words, description: open.title });
    else toast.error(failure.title, { ...words, description: `${open.title}. ${failure.cause}` });
  };
