import { routes, type TokenUnits } from "@tribe/contract";
import { isolated } from "@tribe/domain/people";
import { texts } from "@tribe/domain/words";
import { api } from "../../shared/api/api.ts";
import { queryClient } from "../../shared/api/query-client.ts";
import { dialogs } from "../../shared/dialogs/dialogs.ts";
import type { DialogToken } from "../../shared/dialogs/names.ts";
import { toast } from "../../shared/notices/toast.ts";
import type { Config } from "../../shared/queries/config.ts";
import { keys } from "../../shared/queries/keys.ts";
import { confirmByServer } from "../../shared/transactions/confirm-by-server.ts";
import { showOpenTrade } from "../../shared/transactions/show-open-trade.ts";

/**
 * Opens the legacy transaction dialog for a conversion of old tokens: the server prepares it and confirms it by its callback
 * ticket. If a trade of this token has an unknown outcome, that trade is shown instead.
 */
export const openConversion = (token: DialogToken, held: TokenUnits): void => {
  if (queryClient().getQueryData<Config>(keys.config())?.isSystemPaused) {
    toast.error(texts.systemPausedRefusal);
    return;
  }
  if (showOpenTrade(token.mint)) return;
  // The same idempotency key until there is an answer, so that a retry after a lost answer prepares nothing twice.
  let idempotencyKey = crypto.randomUUID();
  const back = () => dialogs.open("tokenSwap", { token, direction: "sell", amountText: "" });
  dialogs.open(
    "tokenTradeTransaction",
    {
      title: `Convert ${token.symbol}`,
      description: `Convert your old ${isolated(token.name)} tokens into new ones`,
      token,
      direction: "sell",
      lamportsRequired: null,
      prepareTransaction: async () => {
        const { callbackTicket, transaction, lastValidBlockHeight } = await api(routes.factory.convert, {
          body: { idempotencyKey, mint: token.mint, tokenAmountInLamports: held },
        });
        idempotencyKey = crypto.randomUUID();
        return { message: transaction, lastValidBlockHeight, callbackTicket };
      },
      onConfirm: confirmByServer,
      onBack: back,
    },
    { replace: true },
  );
};
