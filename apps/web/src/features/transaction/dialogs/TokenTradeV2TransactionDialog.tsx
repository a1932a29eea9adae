import { closesTokenAccount, fromBase64 } from "@tribe/chain/transactions";
import { ApiError, routes, type Ticket } from "@tribe/contract";
import { useState } from "react";
import { api } from "../../../shared/api/api.ts";
import { dialogs } from "../../../shared/dialogs/dialogs.ts";
import type { DialogPropsByName, TradeOrder } from "../../../shared/dialogs/names.ts";
import type { TradeFacts } from "../../../shared/transactions/open-transactions.ts";
import { tradeBoxHeight } from "../../../shared/transactions/trade-box.ts";
import type { Prepared } from "../delivery/delivery.ts";
import { ticketPreparer } from "../delivery/ticket-preparer.ts";
import type { TransactionContext } from "../engine/context.ts";
import { storeFor } from "../engine/store-signed.ts";
import { transactions } from "../engine/transactions.ts";
import { newTradeFacts } from "../outcome/read-seat.ts";
import { PreparedTransactionDialog } from "./PreparedTransactionDialog.tsx";
import { TradeConfirmedView } from "./TradeConfirmedView.tsx";
import { TransactionShell } from "./TransactionShell.tsx";

type Props = DialogPropsByName["tokenTradeV2Transaction"];
type NewTrade = Exclude<Props, { resumed: unknown }>;

/** A ticket's message. */
interface PreparedTicket extends Prepared {
  readonly ticket: Ticket;
}

/** One trade on the curve from its ticket to its result. */
export const TokenTradeV2TransactionDialog = (props: Props) =>
  "resumed" in props ? (
    <PreparedTransactionDialog name="tokenTradeV2Transaction" transaction={props} />
  ) : (
    <NewTradeDialog {...props} />
  );

const backToAmount = (
  { token, order }: NewTrade,
  opened: { readonly priceMoved?: boolean; readonly isPressed?: boolean },
) =>
  dialogs.open("tokenTrade", {
    token,
    direction: order.direction,
    amountText: order.amountText,
    inSol: order.mode === "BUY_WITH_FIXED_SOL",
    ...opened,
  });

const NewTradeDialog = (props: NewTrade) => {
  const { title, description, token, order, isFirst = false, closesAccount = false } = props;
  const [trade] = useState(() => newTradeFacts(token, order.direction));
  return (
    <TransactionShell
      title={title}
      description={description}
      isNew
      boxHeight={tradeBoxHeight("curve", { direction: order.direction, isFirst, closesAccount })}
      create={(context) => tradeRunner(context, props, trade)}
      onBack={() => backToAmount(props, {})}
      again={{ mint: token.mint, act: () => backToAmount(props, { isPressed: true }) }}
      confirmed={(signature, lastSigned) => (
        <TradeConfirmedView signature={signature} trade={trade} lastSigned={lastSigned} />
      )}
    />
  );
};

/** Nothing was signed yet, so for a price beyond the slippage the person is asked again instead of seeing a failure. */
const askAgain = (trade: NewTrade) => (error: unknown) => {
  if (error instanceof ApiError && error.code === "slippage_exceeded") {
    dialogs.finishNamed("tokenTradeV2Transaction");
    backToAmount(trade, { priceMoved: true });
  }
  throw error;
};

const tradeRunner = (context: TransactionContext, props: NewTrade, trade: TradeFacts) => {
  const { title, description, token, order } = props;
  return transactions().start(
    context,
    ticketPreparer<PreparedTicket>({
      viaOf: ({ ticket, message }) => ({
        ...{ kind: "ticket", ticket },
        closesAccount: closesTokenAccount(fromBase64(message)),
      }),
      open: (idempotencyKey) =>
        api(routes.factory.prepareTrade, { body: { idempotencyKey, ...bodyOf(token, order) } }).catch(askAgain(props)),
      newKey: () => crypto.randomUUID(),
      store: storeFor(context.uid, {
        dialog: "tokenTradeV2Transaction",
        title,
        description,
        trade,
      }),
    }),
  );
};

const bodyOf = (
  { mint, tokenId }: NewTrade["token"],
  { mode, tokens, minTokens, maxLamports, minSol }: TradeOrder,
) => ({
  mint,
  tokenId,
  tradeType: mode,
  tokenAmountInLamports: tokens,
  ...(minTokens === null ? {} : { minTokensReceivedInLamports: minTokens }),
  ...(maxLamports === null ? {} : { maxSolInLamports: maxLamports }),
  ...(minSol === null ? {} : { minSolReceivedInLamports: minSol }),
});
