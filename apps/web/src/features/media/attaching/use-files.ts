import type { Mint } from "@tribe/contract";
import { useEffect, useState } from "react";
import { useStore } from "../../../shared/state/store.ts";
import { forgetSent } from "./add-files.ts";
import { areReady, type PendingFile, pendingFiles, readyIds } from "./pending-files.ts";

/** A composer's files and how to send them. */
export interface ComposerFiles {
  readonly files: readonly PendingFile[];
  /** The person has pressed Send; the message is sent as soon as all files are ready. */
  readonly isWaiting: boolean;
  /** Sends now, or when all files are ready. Nothing is sent while a file has failed. */
  readonly submit: () => void;
}

/** The pending files of a chat, for its composer. @param send sends the message with the ids of its files */
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
