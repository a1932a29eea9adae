import { ApiError, apiErrors, milliseconds, routes, type Ticket, type TransactionSignature } from "@tribe/contract";
import { useCallback, useEffect, useReducer, useRef } from "react";
import { api } from "../../shared/api.ts";
import type { DialogToken, TradeOrder } from "../../shared/dialogs/names.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { useFrames } from "../../shared/realtime/hooks.ts";
import type { WalletFailure } from "../../shared/wallet-parts.ts";
import { walletWords } from "../../shared/wallet-words.ts";
import { prepareWords, reasonWords, submitWords } from "./failure-words.ts";
import { forgetOpenTicket, keepOpenTicket, type OpenTicket } from "./open-ticket.ts";
import { initialTransaction, type TransactionState, transition } from "./transaction-state.ts";

const startOf = (resumed: OpenTicket | null): TransactionState =>
  resumed ? { kind: "submitting", ticket: resumed.ticket, signature: resumed.signature } : initialTransaction;

/** Runs one trade: prepares it, takes the wallet's signature, hands it in until it is taken, and follows it to its end. */
export const useTradeTransaction = (token: DialogToken, order: TradeOrder | null, resumed: OpenTicket | null) => {
  const [state, dispatch] = useReducer(transition, startOf(resumed));
  const user = useLocalUser();
  const idempotencyKey = useRef(crypto.randomUUID());
  const ticket = "ticket" in state ? state.ticket : null;

  usePreparation(state.kind === "preparing" ? order : null, token, idempotencyKey.current, dispatch);
  useSubmission(state.kind === "submitting" ? state : null, dispatch);
  useEnd(state, ticket, dispatch);
  const ended = state.kind === "confirmed" || state.kind === "failed";
  const lastTicket = useRef<Ticket | null>(null);
  if (ticket) lastTicket.current = ticket;
  useEffect(() => {
    if (ended && lastTicket.current) forgetOpenTicket(lastTicket.current);
  }, [ended]);

  const sign = useCallback(
    (signature: TransactionSignature) => {
      if (ticket && user && order)
        keepOpenTicket({
          ticket,
          uid: user.uid,
          direction: order.direction,
          amountText: order.amountText,
          signature,
          signedAt: Date.now(),
          token,
        });
      dispatch({ type: "signed", signature });
    },
    [ticket, user, order, token],
  );
  return {
    state,
    sign,
    setSigning: (isSigning: boolean) => dispatch({ type: "signing", isSigning }),
    failByWallet: (error: WalletFailure) => dispatch({ type: "failed", failure: walletWords(error) }),
    lookAgain: () => dispatch({ type: "lookedAgain" }),
  };
};

type Dispatch = (event: Parameters<typeof transition>[1]) => void;

const usePreparation = (order: TradeOrder | null, token: DialogToken, key: string, dispatch: Dispatch): void => {
  const { mint, tokenId } = token;
  useEffect(() => {
    if (!order) return;
    let isCurrent = true;
    const body = {
      idempotencyKey: key,
      mint,
      tokenId,
      tradeType: order.mode,
      tokenAmountInLamports: order.tokens,
      ...(order.minTokens === null ? {} : { minTokensReceivedInLamports: order.minTokens }),
      ...(order.maxSol === null ? {} : { maxSolInLamports: order.maxSol }),
      ...(order.minSol === null ? {} : { minSolReceivedInLamports: order.minSol }),
    };
    api(routes.factory.prepareTrade, { body }).then(
      ({ ticket, message }) => isCurrent && dispatch({ type: "prepared", ticket, message }),
      (error) => isCurrent && dispatch({ type: "failed", failure: prepareWords(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [order, mint, tokenId, key, dispatch]);
};

/** A lost answer says nothing about the trade, and the same ticket put twice is one trade: so it is put until it is taken. */
const isUnclear = (error: unknown): boolean => error instanceof ApiError && apiErrors[error.code].retry === "safe";

const useSubmission = (
  waiting: { readonly ticket: Ticket; readonly signature: TransactionSignature } | null,
  dispatch: Dispatch,
): void => {
  const ticket = waiting?.ticket ?? null;
  const signature = waiting?.signature ?? null;
  useEffect(() => {
    if (!ticket || !signature) return;
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const put = async () => {
      try {
        const answer = await api(routes.factory.submitTrade, { body: { ticket, signature } });
        if (isCurrent) dispatch({ type: "submitted", signature: answer.signature });
      } catch (error) {
        if (!isCurrent) return;
        if (isUnclear(error)) timer = setTimeout(put, milliseconds.tradePoll);
        else dispatch({ type: "failed", failure: submitWords(error) });
      }
    };
    void put();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [ticket, signature, dispatch]);
};

/** The end comes by frame; asked for every 2 s as the fallback. After 120 s the person is told, and still followed. */
const useEnd = (state: TransactionState, ticket: Ticket | null, dispatch: Dispatch): void => {
  const isOpen = state.kind === "submitting" || state.kind === "processing" || state.kind === "timedOut";
  useFrames((frame) => {
    if (frame.type === "ticket" && frame.ticket === ticket)
      dispatch({ ...frame, type: "told", failure: reasonWords(frame.errorReason) });
  });
  useEffect(() => {
    if (!isOpen || !ticket) return;
    let isCurrent = true;
    const ask = () =>
      api(routes.factory.tradeStatus, { query: { ticket } }).then(
        (answer) =>
          isCurrent &&
          dispatch({
            type: "told",
            ticket,
            state: answer.state,
            signature: answer.signature,
            failure: reasonWords(answer.errorReason),
          }),
        () => undefined, // the next poll asks again
      );
    void ask();
    const timer = setInterval(ask, milliseconds.tradePoll);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [isOpen, ticket, dispatch]);
  const isTimed = state.kind === "submitting" || state.kind === "processing";
  useEffect(() => {
    if (!isTimed) return;
    const timer = setTimeout(() => dispatch({ type: "timedOut" }), milliseconds.tradeTimeout);
    return () => clearTimeout(timer);
  }, [isTimed, dispatch]);
};
