import type { Mint } from "@tribe/contract";
import { useEffect, useState } from "react";
import { useStore } from "../../../shared/state/store.ts";
import { forgetSent } from "./add-files.ts";
import { areReady, type PendingFile, pendingFiles, readyIds } from "./pending-files.ts";

/** The files of a composer. */
export interface ComposerFiles {
  readonly files: readonly PendingFile[];
  /** Sending was asked for; it goes out by itself when the last byte has arrived. */
  readonly isWaiting: boolean;
  /** Sends now, or when all files are ready. With a file that failed nothing is sent. */
  readonly submit: () => void;
}

/** The pending files of a chat, for its composer. @param send what sends a message with the ids of its files */
export const useFiles = (mint: Mint, send: (ids: readonly string[]) => void): ComposerFiles => {
  const files = useStore(pendingFiles).filter((file) => file.mint === mint);
  const [isWaiting, setIsWaiting] = useState(false);
  const hasFailed = files.some(({ state }) => state.kind === "failed");
  const isReady = areReady(files);
  useEffect(() => {
    if (!isWaiting || !(isReady || hasFailed)) return;
    setIsWaiting(false);
    if (hasFailed) return;
    const here = pendingFiles.get().filter((file) => file.mint === mint);
    send(readyIds(here));
    forgetSent(here);
  }, [isWaiting, isReady, hasFailed, mint, send]);
  return { files, isWaiting: isWaiting && !isReady, submit: () => setIsWaiting(true) };
};
