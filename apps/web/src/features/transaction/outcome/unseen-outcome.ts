import type { Address } from "@tribe/contract";
import { texts } from "@tribe/domain/words";
import { dialogs } from "../../../shared/dialogs/dialogs.ts";
import { toast } from "../../../shared/notices/toast.ts";
import type { Config } from "../../../shared/queries/config.ts";
import { creationTexts } from "../../../shared/transactions/open-transactions.ts";
import { explorerAction } from "../dialogs/explorer-action.ts";
import type { UnseenOutcome } from "../engine/runner.ts";
import { endOfTrade } from "./end-of-trade.ts";

/** The transaction's person and installation. */
interface Owner {
  readonly wallet: Address | null;
  readonly config: Config;
}

/**
 * Shows the result of a transaction whose dialog is closed. The toast stays until the person dismisses it, because it is about
 * money. A trade's toast says what came of it, with a way into the chat: nobody is navigated there.
 */
export const reportUnseenOutcome =
  (context: Owner) =>
  ({ open, signature, failure }: UnseenOutcome): void => {
    let isTakenAway = false;
    const explorer = signature === null ? null : explorerAction(context.config, signature);
    const words = {
      id: open.id,
      duration: Number.POSITIVE_INFINITY,
      closeButton: true,
      onDismiss: () => {
        isTakenAway = true;
      },
    };
    // A transaction that was never sent is not on the explorer.
    const first = explorer ? { ...words, action: explorer } : words;
    if (failure !== null) {
      toast.error(failure.title, { ...first, description: `${open.title}. ${failure.cause}` });
      return;
    }
    const offer = (action: { readonly label: string; readonly onClick: () => void }) =>
      toast.success(texts.transactionConfirmed, {
        ...words,
        description: open.title,
        action,
        ...(explorer ? { cancel: explorer } : {}),
      });
    const { trade, via } = open;
    if (via.kind === "creation") {
      // The first dialog of the creation shows an existing Tribe with its next steps.
      const show = () => dialogs.open("createToken", { title: creationTexts.title, firstBuy: "" });
      offer({ label: "See your Tribe", onClick: show });
      return;
    }
    toast.success(texts.transactionConfirmed, { ...first, description: open.title });
    const { wallet, config } = context;
    const isConversion = open.dialog === "tokenTradeTransaction";
    if (trade === null || isConversion || signature === null || wallet === null) return;
    endOfTrade(trade, signature, { rpcUrl: config.rpcUrl, wallet }).then(
      ({ title, details, action }) => {
        if (isTakenAway) return;
        const description = [details, `${texts.transactionConfirmed}: ${open.title}`].filter(Boolean).join(" ");
        const both = action ? { ...words, action, ...(explorer ? { cancel: explorer } : {}) } : first;
        toast.success(title, { ...both, description });
      },
      () => undefined, // the toast stays as it is, and the token's page offers to join
    );
  };
