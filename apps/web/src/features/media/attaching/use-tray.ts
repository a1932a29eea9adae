import type { Mint } from "@tribe/contract";
import { useRef } from "react";
import { useStorePart } from "../../../shared/state/store.ts";
import { inTray, type PendingFile, pendingFiles } from "./pending-files.ts";

/** The files that the next message of a chat has. The same list while they stay the same, whatever is on its way elsewhere. */
export const useTray = (mint: Mint): readonly PendingFile[] => {
  const last = useRef<readonly PendingFile[]>([]);
  return useStorePart(pendingFiles, (all) => {
    const now = inTray(all, mint);
    const isSame = now.length === last.current.length && now.every((file, index) => file === last.current[index]);
    if (!isSame) last.current = now;
    return last.current;
  });
};
