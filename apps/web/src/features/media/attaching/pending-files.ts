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
  /** The network or the server isn't there: it goes on by itself. */
  | { readonly kind: "waiting" }
  /** The person has stopped its message. */
  | { readonly kind: "stopped" }
  /** The browser has it no longer, after a reload: the person has to choose it again. */
  | { readonly kind: "lost" }
  | { readonly kind: "failed"; readonly reason: string; readonly canRetry: boolean };

/** What is known of a file's look before its upload: all that its place in the chat needs. */
export interface MediaProperties {
  /** Upright, in pixels, as large as the server keeps it. Null for a sound or a file. */
  readonly sides: { readonly width: number; readonly height: number } | null;
  readonly durationMs: number;
  /** A sound's loudness; null if it was not measured. */
  readonly waveform: readonly number[] | null;
}

/** A file in the composer's tray, or of a message that the server has not acknowledged. */
export interface PendingFile {
  readonly key: string;
  readonly mint: Mint;
  /** The client id of the message to which it belongs; null in the tray. */
  readonly message: string | null;
  readonly name: string;
  readonly size: number;
  /** As the browser tells them of the chosen file. */
  readonly type: string;
  readonly lastModified: number;
  /** The kind by the browser's MIME type, for display only; the server determines the real one. */
  readonly looksLike: "image" | "video" | "audio" | "file";
  readonly isVoice: boolean;
  /** Object URL of the file in this page; null if the page has it no longer. */
  readonly preview: string | null;
  /** Null until it is measured. */
  readonly properties: MediaProperties | null;
  /** The upload's id once all bytes have arrived: they are not sent again. */
  readonly uploadId: string | null;
  /** Whether the browser keeps a copy over a reload; null while that is not known. */
  readonly isStored: boolean | null;
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

export const changeFile = (key: string, change: Partial<Omit<PendingFile, "key">>): void =>
  pendingFiles.set((all) => all.map((file) => (file.key === key ? { ...file, ...change } : file)));

/** Removes a file from the list. */
export const forgetFile = (key: string): void => pendingFiles.set((all) => all.filter((file) => file.key !== key));

/** The files in the composer's tray of a chat. */
export const inTray = (files: readonly PendingFile[], mint: Mint): readonly PendingFile[] =>
  files.filter((file) => file.mint === mint && file.message === null);

/** The files of a message, in its order. */
export const ofMessage = (files: readonly PendingFile[], clientId: string): readonly PendingFile[] =>
  files.filter(({ message }) => message === clientId);

/** The share of a file that has arrived, from 0 to 1; null when nothing is on its way. */
export const progressOf = ({ state, size }: Pick<PendingFile, "state" | "size">): number | null => {
  switch (state.kind) {
    case "uploading":
      return size === 0 ? 0 : Math.min(1, state.sentBytes / size);
    case "preparing":
    case "waiting":
      return 0;
    case "processing":
      return 1;
    case "ready":
    case "stopped":
    case "lost":
    case "failed":
      return null;
  }
};
