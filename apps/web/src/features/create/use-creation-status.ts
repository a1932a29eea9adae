import { ApiError, milliseconds, routes, type TokenId } from "@tribe/contract";
import type { CreateTribeEvent } from "@tribe/domain/machines";
import { stepFailure } from "@tribe/domain/words";
import { type Dispatch, useCallback, useEffect } from "react";
import { api } from "../../shared/api/api.ts";
import { useFrames } from "../../shared/realtime/hooks.ts";

/** Asks every 3 s. @returns how to stop. */
export const pollCreation = (ask: () => void): (() => void) => {
  const timer = setInterval(ask, milliseconds.createTribePoll);
  return () => clearInterval(timer);
};

/**
 * Follows a creation: frames are the hint, the status call has the answer, asked for every 3 s as the fallback.
 * @returns how to ask at once.
 */
export const useCreationStatus = (tokenId: TokenId | null, dispatch: Dispatch<CreateTribeEvent>): (() => void) => {
  const ask = useCallback(() => {
    if (tokenId === null) return;
    api(routes.factory.creationStatus, { query: { tokenId } }).then(
      ({ state, shouldRetry, errorReason, mint }) =>
        dispatch({ kind: "statusReceived", state, shouldRetry, errorReason, mint }),
      (error) => {
        // Our server says that nobody handed it in: there is nothing to wait for. Any other failure says nothing, and the next poll asks again.
        if (error instanceof ApiError && error.code === "not_found")
          dispatch({ kind: "failed", failure: stepFailure("missing_trade") });
      },
    );
  }, [tokenId, dispatch]);
  useFrames((frame) => {
    if (frame.type === "creation" && frame.tokenId === tokenId) ask();
  });
  useEffect(() => {
    if (tokenId === null) return;
    return pollCreation(ask);
  }, [tokenId, ask]);
  return ask;
};
