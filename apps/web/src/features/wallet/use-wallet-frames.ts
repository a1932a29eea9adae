import { createContext, createElement, Fragment, useContext, useEffect, useState } from "react";
import { type SignerError, toSignerError } from "./signer-error.ts";

/** The wallet's frames and their channel: only signed-in people need them, so they are loaded after the page. */
export type Frames = typeof import("./frames.ts");

/** Loads the frames when they are needed, and retries with each `attempt` until they are loaded. */
export const useLoadedWalletFrames = (
  isWanted: boolean,
  attempt: number,
  onError: (error: SignerError) => void,
): Frames | null => {
  const [frames, setFrames] = useState<Frames | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` only triggers a retry
  useEffect(() => {
    if (!isWanted || frames) return;
    let isOver = false;
    import("./frames.ts").then(
      (loaded) => setFrames(loaded),
      (cause: unknown) => {
        if (!isOver) onError(toSignerError(cause));
      },
    );
    return () => {
      isOver = true;
    };
  }, [isWanted, frames, attempt, onError]);
  return frames;
};

/** Null until the frames are loaded. */
export const FramesContext = createContext<Frames | null>(null);

const NotYet = () => createElement(Fragment);

/** The frames for dialogs; they render nothing until they are loaded. */
export const useWalletFrames = (): Pick<
  Frames,
  "AirdropFrame" | "ClaimsFrame" | "ConfirmFrame" | "EndAirdropFrame" | "RecoverFrame" | "ReceiveFrame"
> => useContext(FramesContext) ?? notYet;

const notYet = {
  AirdropFrame: NotYet,
  ClaimsFrame: NotYet,
  ConfirmFrame: NotYet,
  EndAirdropFrame: NotYet,
  RecoverFrame: NotYet,
  ReceiveFrame: NotYet,
};
