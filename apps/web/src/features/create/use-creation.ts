import {
  ApiError,
  apiErrors,
  type LocalUser,
  milliseconds,
  routes,
  type TransactionSignature,
  tokenUnits,
} from "@tribe/contract";
import { useEffect, useReducer, useRef } from "react";
import { api } from "../../shared/api.ts";
import { wordsOf } from "../../shared/errors.ts";
import { refreshLocalUser } from "../../shared/queries/local-user.ts";
import { useFrames } from "../../shared/realtime/hooks.ts";
import type { WalletFailure } from "../../shared/wallet-parts.ts";
import { walletWords } from "../../shared/wallet-words.ts";
import { creationFailure } from "./creation-failure.ts";
import { type CreationFlow, creationTransition } from "./creation-flow.ts";
import { keepCreation, openCreation } from "./open-creation.ts";

/** What the person wants to create. `firstBuy` in base units. */
export interface CreationWish {
  readonly name: string;
  readonly symbol: string;
  readonly pfpUrl: string;
  readonly firstBuy: bigint;
}

const start = (): CreationFlow => {
  const tokenId = openCreation();
  return tokenId === null ? { kind: "init" } : { kind: "processing", tokenId, signature: null };
};

/** Runs one creation to its end, by frame and by a poll every 3 s; picks up one of before a reload. */
export const useCreation = (user: LocalUser | null | undefined) => {
  const [flow, dispatch] = useReducer(creationTransition, undefined, start);
  const wish = useRef<CreationWish | null>(null);
  const own = user?.tokens[0]?.mint ?? null;
  const tokenId = flow.kind === "processing" ? flow.tokenId : null;
  const isCompleted = flow.kind === "completed";

  useEffect(() => {
    if (own) dispatch({ type: "alreadyChief", mint: own });
  }, [own]);

  useEffect(() => {
    if (flow.kind !== "preparing") return;
    let isCurrent = true;
    const wanted = wish.current;
    if (!wanted) return dispatch({ type: "failed", ...creationFailure("Prepare transaction failed") });
    const { firstBuy, ...rest } = wanted;
    const body = { ...rest, amountInLamports: tokenUnits(firstBuy) };
    api(routes.factory.prepareCreation, { body }).then(
      ({ tokenId: id, mint, message }) => isCurrent && dispatch({ type: "prepared", tokenId: id, mint, message }),
      (error) => {
        if (!isCurrent) return;
        dispatch({ type: "failed", ...wordsOf(error) });
        // The Tribe exists, perhaps made in another tab: the fresh local user shows it.
        if (error instanceof ApiError && error.code === "tribe_exists") refreshLocalUser().catch(() => undefined);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [flow.kind]);

  useFrames((frame) => {
    if (frame.type === "creation")
      dispatch({ ...frame, type: "told", mint: null, ...creationFailure(frame.errorReason) });
  });
  useEffect(() => {
    if (tokenId === null) return;
    let isCurrent = true;
    const ask = () =>
      api(routes.factory.creationStatus, { query: { tokenId } }).then(
        (answer) => isCurrent && dispatch({ type: "told", tokenId, ...answer, ...creationFailure(answer.errorReason) }),
        (error) => {
          // Not ours or never handed in: there is nothing to wait for.
          if (isCurrent && error instanceof ApiError && error.code === "not_found") {
            keepCreation(null);
            dispatch({ type: "failed", ...creationFailure(null) });
          }
        },
      );
    const timer = setInterval(ask, milliseconds.createTribePoll);
    void ask();
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [tokenId]);

  const isOver = isCompleted || flow.kind === "failed";
  useEffect(() => {
    if (isOver) keepCreation(null);
  }, [isOver]);
  useEffect(() => {
    // Signed in again, so that the local user has the new token (spec section 4).
    if (isCompleted) refreshLocalUser().catch(() => undefined);
  }, [isCompleted]);

  const submit = async (signature: TransactionSignature) => {
    if (flow.kind !== "confirming") return;
    const id = flow.tokenId;
    keepCreation(id);
    dispatch({ type: "signed" });
    const put = async (): Promise<void> => {
      try {
        const answer = await api(routes.factory.submitCreation, { body: { tokenId: id, signature } });
        dispatch({ type: "submitted", signature: answer.signature });
      } catch (error) {
        // A lost answer says nothing: the same signature may be put again.
        if (error instanceof ApiError && apiErrors[error.code].retry === "safe")
          setTimeout(put, milliseconds.tradePoll);
        else dispatch({ type: "failed", ...wordsOf(error) });
      }
    };
    await put();
  };

  return {
    flow,
    begin: (wanted: CreationWish) => {
      wish.current = wanted;
      dispatch({ type: "started" });
    },
    submit,
    decline: () => dispatch({ type: "declined" }),
    setSigning: (isSigning: boolean) => dispatch({ type: "signing", isSigning }),
    failByWallet: (error: WalletFailure) => dispatch({ type: "failed", ...walletWords(error) }),
    acknowledge: () => dispatch({ type: "acknowledged" }),
  };
};
