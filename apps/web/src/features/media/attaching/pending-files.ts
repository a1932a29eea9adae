import type { Attachment, Mint } from "@tribe/contract";
import { createStore } from "../../../shared/state/store.ts";

/** The state of a file that the person wants to send. */
export type PendingState =
  /** The page draws a poster, measures a sound. */
  | { readonly kind: "preparing" }
  | { readonly kind: "uploading"; readonly sentBytes: number; readonly isPaused: boolean }
  /** The server looks at it. */
  | { readonly kind: "processing" }
  | { readonly kind: "ready"; readonly attachment: Attachment }
  | { readonly kind: "failed"; readonly reason: string; readonly canRetry: boolean };

/** A file beside the field to write in, until it goes out with a message. */
export interface PendingFile {
  readonly key: string;
  readonly mint: Mint;
  readonly name: string;
  readonly size: number;
  /** What it looks like; the server decides what it is. */
  readonly looksLike: "image" | "video" | "audio" | "file";
  readonly isVoice: boolean;
  /** Address of the file in this page; null for what is not shown. */
  readonly preview: string | null;
  readonly state: PendingState;
}

/** The files of all chats of this tab, in the order in which they were added. */
export const pendingFiles = createStore<readonly PendingFile[]>([]);

/** The browser's MIME type. Only used to choose how it looks. */
export const looksLike = (type: string): PendingFile["looksLike"] => {
  const [family] = type.split("/");
  if (type === "image/svg+xml") return "file";
  return family === "image" || family === "video" || family === "audio" ? family : "file";
};

export const changeFile = (key: string, change: Partial<Pick<PendingFile, "state" | "preview">>): void =>
  pendingFiles.set((all) => all.map((file) => (file.key === key ? { ...file, ...change } : file)));

/** Takes a file out of the list, and gives its preview's memory back. */
export const forgetFile = (key: string): void => {
  const preview = pendingFiles.get().find((file) => file.key === key)?.preview;
  if (preview) URL.revokeObjectURL(preview);
  pendingFiles.set((all) => all.filter((file) => file.key !== key));
};

/** Whether a message can take all of these with it now. */
export const areReady = (files: readonly PendingFile[]): boolean => files.every(({ state }) => state.kind === "ready");

/** Ids of those that are ready, as a message names them. */
export const readyIds = (files: readonly PendingFile[]): string[] =>
  files.flatMap(({ state }) => (state.kind === "ready" ? [state.attachment.id] : []));

/** The part of all bytes that has arrived, from 0 to 1. */
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
