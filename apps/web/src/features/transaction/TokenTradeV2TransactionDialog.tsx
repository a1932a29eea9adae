import { routes } from "@tribe/contract";
import { api } from "../../shared/api.ts";
import { dialogs } from "../../shared/dialogs/dialogs.ts";
import type { DialogPropsByName, TradeOrder } from "../../shared/dialogs/names.ts";
import { PreparedTransactionDialog } from "./PreparedTransactionDialog.tsx";
import { TradeConfirmedView } from "./TradeConfirmedView.tsx";
import { TransactionShell } from "./TransactionShell.tsx";
import { type PreparedTicket, ticketPreparer } from "./ticket-preparer.ts";
import { keeperFor, newRunner, type Surroundings } from "./wiring.ts";

type Props = DialogPropsByName["tokenTradeV2Transaction"];
type NewTrade = Exclude<Props, { resumed: unknown }>;

/** One trade on the curve from its ticket to its end. */
export const TokenTradeV2TransactionDialog = (props: Props) =>
  "resumed" in props ? (
    <PreparedTransactionDialog name="tokenTradeV2Transaction" transaction={props} />
  ) : (
    <NewTradeDialog {...props} />
  );

const NewTradeDialog = (props: NewTrade) => {
  const { title, description, token, order } = props;
  const { direction } = order;
  const backToAmount = () => {
    const inSol = order.mode === "BUY_WITH_FIXED_SOL";
    dialogs.open("tokenTrade", { token, direction, amountText: order.amountText, inSol });
  };
  return (
    <TransactionShell<PreparedTicket>
      title={title}
      description={description}
      isNew
      create={(around) => tradeRunner(around, props)}
      onBack={backToAmount}
      confirmed={(signature) => <TradeConfirmedView signature={signature} token={token} direction={direction} />}
    />
  );
};

const tradeRunner = (around: Surroundings, { title, description, token, order }: NewTrade) =>
  newRunner<PreparedTicket>(
    around,
    ticketPreparer({
      open: (idempotencyKey) => api(routes.factory.prepareTrade, { body: { idempotencyKey, ...bodyOf(token, order) } }),
      newKey: () => crypto.randomUUID(),
      keepAs: keeperFor(around, {
        dialog: "tokenTradeV2Transaction",
        title,
        description,
        trade: { token, direction: order.direction },
      }),
    }),
  );

const bodyOf = ({ mint, tokenId }: NewTrade["token"], { mode, tokens, minTokens, maxSol, minSol }: TradeOrder) => ({
  mint,
  tokenId,
  tradeType: mode,
  tokenAmountInLamports: tokens,
  ...(minTokens === null ? {} : { minTokensReceivedInLamports: minTokens }),
  ...(maxSol === null ? {} : { maxSolInLamports: maxSol }),
  ...(minSol === null ? {} : { minSolReceivedInLamports: minSol }),
});
