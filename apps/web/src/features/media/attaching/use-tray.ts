import type { Mint } from "@tribe/contract";
import { useStore } from "../../../shared/state/store.ts";
import { inTray, type PendingFile, pendingFiles } from "./pending-files.ts";

/** The files that the next message of a chat takes. */
export const useTray = (mint: Mint): readonly PendingFile[] => inTray(useStore(pendingFiles), mint);
