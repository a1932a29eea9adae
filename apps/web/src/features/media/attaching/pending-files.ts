import type { Attachment, Mint } from "@tribe/contract";
import { createStore } from "../../../shared/state/store.ts";

/** The state of a file that the person wants to send. */
export type PendingState =
  /** The page draws a video's poster or measures a sound. */
  | { readonly kind: "preparing" }
  | { readonly kind: "uploading"; readonly sentBytes: number; readonly isPaused: boolean }
  /** The server processes it. */
  | { readonly kind: "processing" }
  | { readonly kind: "ready"; readonly attachment: Attachment }
  | { readonly kind: "failed"; readonly reason: string; readonly canRetry: boolean };

/** A file in the composer's tray, until it is sent with a message. */
export interface PendingFile {
  readonly key: string;
  readonly mint: Mint;
  readonly name: string;
  readonly size: number;
  /** The kind by the browser's MIME type, for display only; the server determines the real one. */
  readonly looksLike: "image" | "video" | "audio" | "file";
  readonly isVoice: boolean;
  /** Object URL of the file in this page; null if no preview is shown. */
  readonly preview: string | null;
  readonly state: PendingState;
}

/** The files of all chats of this tab, in the order in which they were added. */
export const pendingFiles = createStore<readonly PendingFile[]>([]);

/** The kind for a MIME type from the browser. Only used for display. */
export const looksLike = (type: string): PendingFile["looksLike"] => {
  const [family] = type.split("/");
  if (type === "image/svg+xml") return "file";
  return family === "image" || family === "video" || family === "audio" ? family : "file";
};

export const changeFile = (key: string, change: Partial<Pick<PendingFile, "state" | "size">>): void =>
  pendingFiles.set((all) => all.map((file) => (file.key === key ? { ...file, ...change } : file)));

/** Removes a file from the list and revokes its preview's object URL. */
export const forgetFile = (key: string): void => {
  const preview = pendingFiles.get().find((file) => file.key === key)?.preview;
  if (preview) URL.revokeObjectURL(preview);
  pendingFiles.set((all) => all.filter((file) => file.key !== key));
};

/** Whether all of these files can be sent with a message now. */
export const areReady = (files: readonly PendingFile[]): boolean => files.every(({ state }) => state.kind === "ready");

/** The server's ids of the files that are ready. */
export const readyIds = (files: readonly PendingFile[]): string[] =>
  files.flatMap(({ state }) => (state.kind === "ready" ? [state.attachment.id] : []));

/** The share of all bytes that has arrived, from 0 to 1. */
export const progressOf = (files: readonly PendingFile[]): number => {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const sent = files.reduce((sum, { size, state }) => sum + sentOf(state, size), 0);
  return total === 0 ? 1 : sent / total;
};

const sentOf = (state: PendingState, size: number): number => {
  switch (state.kind) {
    case "uploading":
      return Math.min(state.sentBytes, size);
    case "processing":
    case "ready":
      return size;
    case "preparing":
    case "failed":
      return 0;
  }
};
