import {
  ApiError,
  milliseconds,
  routes,
  type Ticket,
  type TradeState,
  type TransactionSignature,
  tradeState,
} from "@tribe/contract";
import { texts } from "@tribe/domain";
import { useCallback, useEffect } from "react";
import { api } from "../../shared/api.ts";
import { callSentence, failedEndSentence } from "../../shared/failure-words.ts";
import { useFrames } from "../../shared/realtime/hooks.ts";
import { isUnclear } from "../../shared/unclear.ts";
import type { TradeDialogState, TradeDispatch } from "./trade-state.ts";

/** Hands the signature in, again every 2 s while no clear answer comes. */
export const useSubmission = (
  signed: { readonly ticket: Ticket; readonly signature: TransactionSignature } | null,
  dispatch: TradeDispatch,
): void => {
  const ticket = signed?.ticket ?? null;
  const signature = signed?.signature ?? null;
  useEffect(() => {
    if (!ticket || !signature) return;
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const put = async () => {
      try {
        await api(routes.factory.submitTrade, { body: { ticket, signature } });
        if (isCurrent) dispatch({ kind: "submitted", signature });
      } catch (error) {
        if (!isCurrent) return;
        if (isUnclear(error)) {
          // It may have arrived: from here on only the chain's own word ends it.
          dispatch({ kind: "submitted", signature });
          timer = setTimeout(put, milliseconds.tradePoll);
        } else if (error instanceof ApiError && error.code === "ticket_expired")
          dispatch({ kind: "blockhashNotFound" });
        else dispatch({ kind: "failed", message: callSentence(error, texts.submissionFailed) });
      }
    };
    void put();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [ticket, signature, dispatch]);
};

interface Told {
  readonly state: TradeState;
  readonly errorReason: string | null;
  readonly signature: TransactionSignature | null;
}

/**
 * The end comes by frame; asked for every 2 s as the fallback. After 120 s the person is told, and the trade is still
 * followed. Answers how to ask at once.
 */
export const useTicketEnd = (state: TradeDialogState, ticket: Ticket | null, dispatch: TradeDispatch): (() => void) => {
  const known = "signature" in state ? state.signature : null;
  const hear = useCallback(
    (told: Told) => {
      const signature = told.signature ?? known;
      if (told.state === tradeState.succeeded && signature) dispatch({ kind: "landed", signature });
      else if (told.state === tradeState.failed)
        dispatch({
          kind: "failed",
          message: failedEndSentence(told.errorReason, told.signature !== null, known !== null),
        });
    },
    [known, dispatch],
  );
  const isOpen = ticket !== null && (state.kind === "processing" || (state.kind === "error" && !state.settled));

  useFrames((frame) => {
    if (frame.type === "ticket" && frame.ticket === ticket) hear(frame);
  });
  const ask = useCallback(() => {
    // A poll that fails says nothing; the next one asks again.
    if (ticket) api(routes.factory.tradeStatus, { query: { ticket } }).then(hear, () => undefined);
  }, [ticket, hear]);
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(ask, milliseconds.tradePoll);
    return () => clearInterval(timer);
  }, [isOpen, ask]);
  const isTimed = isOpen && state.kind === "processing";
  useEffect(() => {
    if (!isTimed) return;
    const timer = setTimeout(() => dispatch({ kind: "timedOut" }), milliseconds.tradeTimeout);
    return () => clearTimeout(timer);
  }, [isTimed, dispatch]);
  return ask;
};
