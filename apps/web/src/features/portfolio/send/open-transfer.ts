import { routes } from "@tribe/contract";
import { formatExact, shortenAddress } from "@tribe/domain/money";
import { dialogWith, walletHeights } from "@tribe/ui/wallet-heights";
import { api } from "../../../shared/api/api.ts";
import { dialogs } from "../../../shared/dialogs/dialogs.ts";
import type { SendDraft } from "../../../shared/dialogs/names.ts";
import { isRefusedByPause } from "../../../shared/flow/openers.ts";
import { confirmByServer } from "../../../shared/transactions/confirm-by-server.ts";
import type { SendOrder } from "./assess-send.ts";
import { type SendAsset, scaleOf } from "./send-asset.ts";

/** Opens the versioned transaction dialog: the server prepares the transfer and confirms it by its callback ticket. */
export const openTransfer = (order: SendOrder, asset: SendAsset, draft: SendDraft): void => {
  if (isRefusedByPause()) return;
  // The same idempotency key until there is an answer, so that a retry after a lost answer prepares nothing twice.
  let idempotencyKey = crypto.randomUUID();
  const amount = `${formatExact(order.units * scaleOf(asset))} ${asset.symbol}`;
  const to = draft.person?.displayName ?? shortenAddress(order.recipient);
  dialogs.open(
    "versionedTransaction",
    {
      title: `Send ${asset.symbol}`,
      description: `Send ${amount} to ${to}`,
      lamportsRequired: null,
      ...(order.mint === null && !order.memo ? { boxHeight: dialogWith(walletHeights.sendSol) } : {}),
      prepareTransaction: async () => {
        const { recipient, mint, units, memo } = order;
        const { callbackTicket, transaction, lastValidBlockHeight } = await api(routes.transfers.prepare, {
          body: { idempotencyKey, recipient, amount: units, ...(mint ? { mint } : {}), ...(memo ? { memo } : {}) },
        });
        idempotencyKey = crypto.randomUUID();
        return { message: transaction, lastValidBlockHeight, callbackTicket };
      },
      onConfirm: confirmByServer,
      onBack: () => dialogs.open("sendReceive", { tab: "send", draft }, { replace: true }),
    },
    { replace: true },
  );
};
