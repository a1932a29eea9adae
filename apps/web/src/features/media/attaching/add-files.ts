import { type Mint, uploadLimits } from "@tribe/contract";
import { mediaTexts } from "@tribe/domain/words";
import { toast } from "../../../shared/notices/toast.ts";
import { storedFiles } from "../sending/stored-files.ts";
import type { Voice } from "../uploading/measure.ts";
import { beginUpload, endUpload, haltUpload, resumeUpload } from "../uploading/uploads.ts";
import { droppedFiles } from "./dropped-files.ts";
import { inTray, pendingFiles } from "./pending-files.ts";

/** Starts to upload files for a chat; they are shown in its tray until they are sent with a message. */
export const addFiles = (mint: Mint, files: Iterable<File>, voice: Voice | null = null): void => {
  const room = uploadLimits.attachmentsPerMessage - inTray(pendingFiles.get(), mint).length;
  const all = [...files];
  if (all.length > room) toast.error(mediaTexts.tooMany(uploadLimits.attachmentsPerMessage));
  for (const file of all.slice(0, Math.max(0, room)))
    beginUpload({ key: crypto.randomUUID(), mint, message: null, file, voice });
};

/** Adds what was dropped or pasted, and says what can't be added. */
export const addDropped = (mint: Mint, transfer: Pick<DataTransfer, "items" | "files">): void => {
  const { files, hasFolder } = droppedFiles(transfer);
  if (hasFolder) toast.error(mediaTexts.folder);
  else if (files.length === 0) toast.error(mediaTexts.notAFile);
  addFiles(mint, files);
};

/** Removes a file in any state from the tray, and cancels its upload. */
export const removeFile = (key: string): void => {
  endUpload(key, false);
  void storedFiles.remove(key);
};

export const pauseFile = (key: string): void => {
  const state = pendingFiles.get().find((file) => file.key === key)?.state;
  if (state?.kind === "uploading") haltUpload(key, { ...state, isPaused: true });
};

/** Goes on with a paused or failed upload, after the bytes that have arrived. */
export const resumeFile = (key: string): void => resumeUpload(key);
