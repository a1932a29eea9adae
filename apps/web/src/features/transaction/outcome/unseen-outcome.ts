import type { Address } from "@tribe/contract";
import { texts } from "@tribe/domain/words";
import { dialogs } from "../../../shared/dialogs/dialogs.ts";
import { openJoin } from "../../../shared/flow/openers.ts";
import { toast } from "../../../shared/notices/toast.ts";
import type { Config } from "../../../shared/queries/config.ts";
import { creationTexts, type TradeFacts } from "../../../shared/transactions/open-transactions.ts";
import { explorerAction } from "../dialogs/explorer-action.ts";
import type { UnseenOutcome } from "../engine/runner.ts";
import { readSeatAfterTrade } from "./read-seat.ts";

/** The transaction's person and installation. */
interface Owner {
  readonly wallet: Address | null;
  readonly config: Config;
}

/**
 * Shows the result of a transaction whose dialog is closed. The toast stays until the person dismisses it, because it is about
 * money. A buy that brought a seat offers a link to the chat, without navigating there.
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
    if (trade?.direction !== "buy") return;
    hasBroughtSeat(trade, context).then(
      (hasBrought) => {
        if (!hasBrought || isTakenAway) return;
        offer({ label: "Join chat", onClick: () => openJoin(trade.token) });
      },
      () => undefined, // the toast stays as it is, and the token's page offers to join
    );
  };

const hasBroughtSeat = async (trade: TradeFacts, { config, wallet }: Owner): Promise<boolean> => {
  if (wallet === null) return false;
  const { seat } = await readSeatAfterTrade(trade, { rpcUrl: config.rpcUrl, wallet });
  switch (seat.kind) {
    case "restored":
    case "join":
      return true;
    case "none":
    case "short":
      return false;
  }
};
