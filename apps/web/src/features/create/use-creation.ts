import {
  ApiError,
  type Base64,
  type LocalUser,
  milliseconds,
  routes,
  type TokenId,
  type TransactionSignature,
} from "@tribe/contract";
import { type CreateTribeEvent, type CreateTribeState, createTribe } from "@tribe/domain/machines";
import { callFailure, stepFailure, walletFailure } from "@tribe/domain/words";
import { type Dispatch, useEffect, useReducer, useRef, useState } from "react";
import { api } from "../../shared/api/api.ts";
import { refreshLocalUser } from "../../shared/queries/local-user.ts";
import { isNeverSigned } from "../../shared/transactions/never-signed.ts";
import type { WalletFailure } from "../../shared/wallet/wallet-parts.ts";
import { type CreationWish, keepCreation, type OpenCreation, openCreation } from "./open-creation.ts";
import { useCreationStatus } from "./use-creation-status.ts";

const start = (open: OpenCreation | null): CreateTribeState =>
  open === null ? createTribe.initial : { kind: "processing", tokenId: open.tokenId };

/** Runs one creation to its end; picks up one of before a reload. */
export const useCreation = (user: LocalUser | null | undefined) => {
  const [resumed] = useState(() => openCreation(user?.uid ?? null));
  const [state, dispatch] = useReducer(createTribe.transition, resumed, start);
  const [message, setMessage] = useState<{ tokenId: TokenId; message: Base64 } | null>(null);
  const [signature, setSignature] = useState<TransactionSignature | null>(resumed?.signature ?? null);
  const [isSigning, setIsSigning] = useState(false);
  const wish = useRef(resumed?.wish ?? null);
  const own = user?.tokens[0]?.mint ?? null;

  useEffect(() => {
    if (own) dispatch({ kind: "tribeFound", mint: own });
  }, [own]);

  useEffect(() => {
    if (state.kind !== "preparing") return;
    let isCurrent = true;
    setMessage(null);
    setSignature(null);
    const wanted = wish.current;
    if (!wanted) return dispatch({ kind: "failed", failure: stepFailure("prepare_failed") });
    const { firstBuy, ...rest } = wanted;
    // A call that was made again, because its answer got lost, is the same ticket.
    const body = { ...rest, amountInLamports: firstBuy, idempotencyKey: crypto.randomUUID() };
    api(routes.factory.prepareCreation, { body }).then(
      ({ tokenId, message: bytes }) => {
        if (!isCurrent) return;
        setMessage({ tokenId, message: bytes });
        dispatch({ kind: "prepared", tokenId });
      },
      (error) => {
        if (!isCurrent) return;
        dispatch({ kind: "failed", failure: callFailure(error, stepFailure("prepare_failed")) });
        // The Tribe exists, or the profile changed, perhaps in another tab: the fresh local user shows it.
        const isUserOld = error instanceof ApiError && ["tribe_exists", "profile_changed"].includes(error.code);
        if (isUserOld) refreshLocalUser().catch(() => undefined);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [state]);

  const isConfirming = state.kind === "processing" && message?.tokenId === state.tokenId && signature === null;
  const followed = (state.kind === "processing" && !isConfirming) || state.kind === "overdue" ? state.tokenId : null;
  const ask = useCreationStatus(followed, dispatch);
  const isWaiting = state.kind === "processing" && signature !== null;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => dispatch({ kind: "timedOut" }), milliseconds.tradeTimeout);
    return () => clearTimeout(timer);
  }, [isWaiting]);

  const isCompleted = state.kind === "completed";
  useEffect(() => {
    if (state.kind === "completed" || state.kind === "failed") keepCreation(null);
  }, [state]);
  useEffect(() => {
    // Signed in again, so that the local user has the new token (spec section 4).
    if (isCompleted) refreshLocalUser().catch(() => undefined);
  }, [isCompleted]);

  useSubmission(followed, signature, dispatch);

  const submit = (signed: TransactionSignature) => {
    if (state.kind !== "processing" || !user) return;
    keepCreation({ uid: user.uid, tokenId: state.tokenId, signature: signed, wish: wish.current });
    setSignature(signed);
  };

  return {
    state,
    signature,
    /** The message to lay before the person, while the wallet's frame is what is shown. */
    confirming: isConfirming ? message : null,
    isBusy: createTribe.isBusy(state) && !(isConfirming && !isSigning),
    begin: (wanted: CreationWish) => {
      wish.current = wanted;
      dispatch({ kind: "started" });
    },
    submit,
    decline: () => dispatch({ kind: "declined" }),
    setIsSigning,
    failByWallet: (error: WalletFailure) => dispatch({ kind: "failed", failure: walletFailure(error.code) }),
    lookAgain: () => {
      dispatch({ kind: "lookedAgain" });
      ask();
    },
    acknowledge: () => dispatch({ kind: "acknowledged" }),
  };
};

/** Hands the signature in, again every 2 s while no clear answer comes: the same one twice is one creation. */
const useSubmission = (
  tokenId: TokenId | null,
  signature: TransactionSignature | null,
  dispatch: Dispatch<CreateTribeEvent>,
): void => {
  useEffect(() => {
    if (tokenId === null || signature === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isCurrent = true;
    const put = async (): Promise<void> => {
      try {
        await api(routes.factory.submitCreation, { body: { tokenId, signature } });
      } catch (error) {
        if (!isCurrent) return;
        if (isNeverSigned(error))
          dispatch({ kind: "failed", failure: callFailure(error, stepFailure("submission_failed")) });
        else timer = setTimeout(put, milliseconds.tradePoll);
      }
    };
    void put();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [tokenId, signature, dispatch]);
};
