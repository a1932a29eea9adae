import type { SwapProvider, SwapQuote } from "@tribe/chain/swap";
import { toBase64 } from "@tribe/chain/transactions";
import type { Address, Lamports } from "@tribe/contract";
import { formatExact, formatNewTokens } from "@tribe/domain/money";
import { isolated } from "@tribe/domain/people";
import { orderTexts, stepFailure } from "@tribe/domain/words";
import { dialogs } from "../../shared/dialogs/dialogs.ts";
import type { DialogToken } from "../../shared/dialogs/names.ts";
import { FailureError } from "../../shared/transactions/failure-error.ts";
import { showOpenTrade } from "../../shared/transactions/show-open-trade.ts";
import { swapFailure } from "../../shared/transactions/swap-failure.ts";
import { tradeBoxHeight } from "../../shared/transactions/trade-box.ts";
import { requote } from "./requote.ts";

/**
 * Opens the transaction dialog for the quote that the person saw; if the price has moved beyond the slippage, returns to the
 * amount. If a trade of this token has an unknown outcome, that trade is shown instead.
 */
export const openSwapTransaction = (input: {
  readonly token: DialogToken;
  readonly amountText: string;
  readonly seen: SwapQuote;
  readonly provider: SwapProvider;
  readonly wallet: Address;
  readonly lamportsRequired: Lamports;
  readonly isFirst: boolean;
  readonly closesAccount: boolean;
}): void => {
  const { token, amountText, seen, provider, wallet } = input;
  if (showOpenTrade(token.mint)) return;
  const { direction } = seen.amounts;
  const isBuy = direction === "buy";
  const back = (opened: { readonly priceMoved?: boolean; readonly isPressed?: boolean }) =>
    dialogs.open("tokenSwap", { token, direction, amountText, ...opened });
  dialogs.open(
    "tokenSwapTransaction",
    {
      title: `${isBuy ? "Buy" : "Sell"} ${token.symbol}`,
      description: descriptionOf(seen.amounts, isolated(token.symbol)),
      token,
      direction,
      lamportsRequired: input.lamportsRequired,
      boxHeight: tradeBoxHeight("pool", { ...input, direction }),
      prepareTransaction: async ({ keepsAccount }) => {
        const fresh = await provider.quote(seen.request);
        if (fresh.kind === "unavailable") throw new FailureError(swapFailure(fresh.reason));
        const quote = requote(seen, fresh);
        if (!quote) {
          dialogs.finishNamed("tokenSwapTransaction");
          back({ priceMoved: true });
          throw new FailureError(stepFailure("slippage"));
        }
        const { message, lastValidBlockHeight } = await provider.prepare(quote, wallet, { keepsAccount });
        return { message: toBase64(message), lastValidBlockHeight, callbackTicket: null };
      },
      onBack: () => back({}),
      onAgain: () => back({ isPressed: true }),
    },
    { replace: true },
  );
};

const descriptionOf = (amounts: SwapQuote["amounts"], symbol: string): string =>
  amounts.direction === "buy"
    ? orderTexts.buyingFor(symbol, formatExact(amounts.input))
    : orderTexts.selling(`${formatNewTokens(amounts.input)} ${symbol}`);
