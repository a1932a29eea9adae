import { routes, type Ticket, type TransactionSignature } from "@tribe/contract";
import { texts, transactionDialog } from "@tribe/domain";
import { useEffect, useReducer, useRef, useState } from "react";
import { api } from "../../shared/api.ts";
import type { DialogToken, TradeOrder } from "../../shared/dialogs/names.ts";
import { callSentence } from "../../shared/failure-words.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import type { WalletFailure } from "../../shared/wallet-parts.ts";
import { walletWords } from "../../shared/wallet-words.ts";
import { forgetOpenTicket, keepOpenTicket, type OpenTicket } from "./open-ticket.ts";
import type { PreparedTrade, TradeDialogState, TradeDispatch } from "./trade-state.ts";
import { useSubmission, useTicketEnd } from "./use-ticket.ts";

const startOf = (resumed: OpenTicket | null): TradeDialogState =>
  resumed
    ? {
        kind: "processing",
        attempt: 1,
        prepared: { ticket: resumed.ticket, message: null },
        signature: resumed.signature,
      }
    : transactionDialog.transition<PreparedTrade>(transactionDialog.initial, { kind: "opened" });

/** Runs one trade: prepares it, takes the wallet's signature, hands it in until it is taken, and follows it to its end. */
export const useTradeTransaction = (token: DialogToken, order: TradeOrder | null, resumed: OpenTicket | null) => {
  const [state, dispatch] = useReducer(transactionDialog.transition<PreparedTrade>, resumed, startOf);
  const [signed, setSigned] = useState<{ ticket: Ticket; signature: TransactionSignature } | null>(resumed);
  const user = useLocalUser();
  const prepared = state.kind === "ready" || state.kind === "processing" ? state.prepared : null;

  usePreparation(state, order, token, dispatch);
  // After "prepare again" what was signed belongs to a dead ticket.
  const current = signed && prepared && signed.ticket !== prepared.ticket ? null : signed;
  useSubmission(state.kind === "processing" ? current : null, dispatch);
  const lookAgain = useTicketEnd(state, current?.ticket ?? null, dispatch);

  const ended = state.kind === "confirmed" || (state.kind === "error" && state.settled);
  const lastTicket = current?.ticket ?? null;
  useEffect(() => {
    if (ended && lastTicket) forgetOpenTicket(lastTicket);
  }, [ended, lastTicket]);

  const sign = (signature: TransactionSignature) => {
    if (!prepared || !user || !order) return;
    const { direction, amountText } = order;
    keepOpenTicket({
      ticket: prepared.ticket,
      uid: user.uid,
      direction,
      amountText,
      signature,
      signedAt: Date.now(),
      token,
    });
    dispatch({ kind: "approved" });
    setSigned({ ticket: prepared.ticket, signature });
  };
  return {
    state,
    /** The message to lay before the person, while the wallet's frame is what is shown. */
    confirming: prepared?.message && !current ? { ticket: prepared.ticket, message: prepared.message } : null,
    sign,
    approve: () => dispatch({ kind: "approved" }),
    failByWallet: (error: WalletFailure) => dispatch({ kind: "failed", message: walletWords(error).title }),
    lookAgain,
  };
};

const usePreparation = (
  state: TradeDialogState,
  order: TradeOrder | null,
  { mint, tokenId }: DialogToken,
  dispatch: TradeDispatch,
): void => {
  const attempt = state.kind === "preparing" ? state.attempt : null;
  // One key for each attempt: an answer that was lost is asked for again by the same one.
  const keys = useRef(new Map<number, string>());
  useEffect(() => {
    if (attempt === null || !order) return;
    let isCurrent = true;
    const idempotencyKey = keys.current.get(attempt) ?? crypto.randomUUID();
    keys.current.set(attempt, idempotencyKey);
    const body = {
      idempotencyKey,
      mint,
      tokenId,
      tradeType: order.mode,
      tokenAmountInLamports: order.tokens,
      ...(order.minTokens === null ? {} : { minTokensReceivedInLamports: order.minTokens }),
      ...(order.maxSol === null ? {} : { maxSolInLamports: order.maxSol }),
      ...(order.minSol === null ? {} : { minSolReceivedInLamports: order.minSol }),
    };
    api(routes.factory.prepareTrade, { body }).then(
      ({ ticket, message }) => isCurrent && dispatch({ kind: "prepared", prepared: { ticket, message } }),
      (error) => isCurrent && dispatch({ kind: "failed", message: callSentence(error, texts.prepareFailed) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [attempt, order, mint, tokenId, dispatch]);
};
