import { type Lamports, routes } from "@tribe/contract";
import { formatAmount } from "@tribe/domain/money";
import { dialogWith, walletHeights } from "@tribe/ui/wallet-heights";
import { api } from "../../shared/api/api.ts";
import { dialogs } from "../../shared/dialogs/dialogs.ts";
import { isRefusedByPause } from "../../shared/flow/openers.ts";
import { confirmByServer } from "../../shared/transactions/confirm-by-server.ts";

/** Opens the transaction dialog that closes empty token accounts: the server prepares it and confirms it by its callback ticket. */
export const openCloseAccounts = (count: number, deposits: Lamports): void => {
  if (isRefusedByPause()) return;
  // The same idempotency key until there is an answer, so that a retry after a lost answer prepares nothing twice.
  let idempotencyKey = crypto.randomUUID();
  dialogs.open("genericTransaction", {
    title: "Take back deposits",
    description: `${formatAmount(deposits)} SOL from ${count === 1 ? "an empty account" : `${count} empty accounts`}`,
    lamportsRequired: null,
    boxHeight: dialogWith(walletHeights.closeAccounts),
    prepareTransaction: async () => {
      const { callbackTicket, transaction, lastValidBlockHeight } = await api(routes.transfers.closeAccounts, {
        body: { idempotencyKey },
      });
      idempotencyKey = crypto.randomUUID();
      return { message: transaction, lastValidBlockHeight, callbackTicket };
    },
    onConfirm: confirmByServer,
  });
};
