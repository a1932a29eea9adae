import { type Mint, uploadLimits } from "@tribe/contract";
import { mediaTexts } from "@tribe/domain/words";
import * as z from "zod/mini";
import { toast } from "../../../shared/notices/toast.ts";
import { useStorePart } from "../../../shared/state/store.ts";
import {
  changeFile,
  inTray,
  looksLike,
  ofMessage,
  type PendingFile,
  pendingFiles,
} from "../attaching/pending-files.ts";
import { shortName } from "../file-name.ts";
import {
  areMeasured,
  beginUpload,
  chosenFile,
  endUpload,
  haltUpload,
  resumeUpload,
  wakeUploads,
} from "../uploading/uploads.ts";
import { storedFiles } from "./stored-files.ts";

const propertiesSchema = z.object({
  sides: z.nullable(z.object({ width: z.number(), height: z.number() })),
  durationMs: z.number(),
  waveform: z.nullable(z.array(z.number())),
});

/** A file of a message that waits in the browser, without its bytes. */
export const sentFileSchema = z.object({
  key: z.string(),
  name: z.string(),
  size: z.number(),
  type: z.string(),
  lastModified: z.number(),
  properties: z.nullable(propertiesSchema),
  voice: z.nullable(z.object({ waveform: z.array(z.number()), durationMs: z.number() })),
  /** The upload's id, once all bytes have arrived. */
  uploadId: z.nullable(z.string()),
});

export type SentFile = z.output<typeof sentFileSchema>;

/** How far a message's files are. */
export type FilesState =
  | { readonly kind: "ready"; readonly ids: readonly string[] }
  | { readonly kind: "onTheirWay" }
  /** `canRetry`: the same files may do on another try. */
  | { readonly kind: "failed"; readonly reason: string; readonly canRetry: boolean }
  /** The person has to choose some of them again. */
  | { readonly kind: "lost" }
  | { readonly kind: "stopped" };

/** The files of messages, as their sending needs them. Each message is named by its client id. */
export interface SendFiles {
  readonly subscribe: (listener: () => void) => () => void;
  readonly stateOf: (clientId: string) => FilesState;
  /** What a reload needs. */
  readonly storedOf: (clientId: string) => readonly SentFile[];
  /** Copies them into the browser's own storage, as far as there is room. */
  readonly keep: (clientId: string) => Promise<void>;
  /** Shows a message's files from before a reload, and goes on with them unless they are `isHeld`. */
  readonly restore: (mint: Mint, clientId: string, files: readonly SentFile[], isHeld: boolean) => Promise<void>;
  readonly resume: (clientId: string) => void;
  /** The server has them no longer: they are uploaded anew. */
  readonly renew: (clientId: string) => void;
  readonly stop: (clientId: string) => void;
  /** Makes them the files of another message. */
  readonly move: (clientId: string, other: string) => void;
  /** Forgets a message's files, here and in the browser's storage. */
  readonly forget: (clientId: string, isSent: boolean) => void;
  /** Forgets all files of this browser, also in the tray: nobody is signed in any more. */
  readonly forgetAll: () => void;
  /** Removes copies of which no message is known. */
  readonly sweep: (known: () => Promise<ReadonlySet<string>>) => Promise<void>;
  /** The network is back. */
  readonly wake: () => void;
}

const filesOf = (clientId: string): readonly PendingFile[] => ofMessage(pendingFiles.get(), clientId);

/** The state of a message by its files. */
export const filesState = (files: readonly PendingFile[]): FilesState => {
  const states = files.map(({ state }) => state);
  if (states.some(({ kind }) => kind === "lost")) return { kind: "lost" };
  for (const { name, state } of files)
    if (state.kind === "failed") {
      const { reason, canRetry } = state;
      return { kind: "failed", reason: files.length > 1 ? `${shortName(name)}: ${reason}` : reason, canRetry };
    }
  if (states.some(({ kind }) => kind === "stopped")) return { kind: "stopped" };
  const ids = states.flatMap((state) => (state.kind === "ready" ? [state.attachment.id] : []));
  return ids.length === files.length ? { kind: "ready", ids } : { kind: "onTheirWay" };
};

const facts = (file: PendingFile): SentFile => {
  const { key, name, properties, uploadId } = file;
  const chosen = chosenFile(key);
  return {
    ...{
      key,
      name,
      uploadId,
      properties: properties && { ...properties, waveform: properties.waveform && [...properties.waveform] },
    },
    voice: chosen?.voice ? { ...chosen.voice, waveform: [...chosen.voice.waveform] } : null,
    size: chosen?.file?.size ?? file.size,
    type: chosen?.file?.type ?? file.type,
    lastModified: chosen?.file?.lastModified ?? file.lastModified,
  };
};

/** Smaller files are sent before anybody has read that the tab should stay open. */
const largeBytes = 20_000_000;

const copy = async (key: string): Promise<void> => {
  const file = chosenFile(key)?.file;
  if (!file) return;
  const result = await storedFiles.put(key, file);
  const isWanted = pendingFiles.get().some((each) => each.key === key && each.message !== null);
  if (!isWanted) return storedFiles.remove(key);
  changeFile(key, { isStored: result === "kept" });
  if (result !== "kept" && file.size > largeBytes) toast(mediaTexts.onlyInTab);
};

export const sendFiles: SendFiles = {
  subscribe: pendingFiles.subscribe,
  stateOf: (clientId) => filesState(filesOf(clientId)),
  storedOf: (clientId) => filesOf(clientId).map(facts),
  keep: async (clientId) => {
    for (const { key } of filesOf(clientId)) await copy(key);
  },
  restore: async (mint, clientId, files, isHeld) => {
    const found = await Promise.all(
      files.map(async (about) => ({ about, file: await storedFiles.get(about.key, about) })),
    );
    for (const { about, file } of found) {
      const { key, voice, type, ...before } = about;
      const known = { ...before, type, looksLike: looksLike(type) };
      beginUpload({ key, mint, message: clientId, file, voice, before: known, isHeld });
    }
  },
  resume: (clientId) => {
    for (const { key, state } of filesOf(clientId))
      if (["failed", "stopped", "waiting"].includes(state.kind)) resumeUpload(key);
  },
  renew: (clientId) => {
    for (const { key } of filesOf(clientId)) {
      changeFile(key, { uploadId: null });
      resumeUpload(key);
    }
  },
  stop: (clientId) => {
    for (const { key, state } of filesOf(clientId))
      if (state.kind !== "ready" && state.kind !== "lost") haltUpload(key, { kind: "stopped" });
  },
  move: (clientId, other) => {
    for (const { key } of filesOf(clientId)) changeFile(key, { message: other });
  },
  forget: (clientId, isSent) => {
    const keys = filesOf(clientId).map(({ key }) => key);
    for (const key of keys) endUpload(key, isSent);
    void storedFiles.remove(...keys);
  },
  forgetAll: () => {
    for (const { key } of pendingFiles.get()) endUpload(key, false);
    void storedFiles.keys().then((keys) => storedFiles.remove(...keys));
  },
  sweep: async (known) => {
    // Listed first: a message is stored before its files are copied.
    const keys = await storedFiles.keys();
    if (keys.length === 0) return;
    const wanted = await known();
    const isHere = (key: string): boolean => pendingFiles.get().some((file) => file.key === key);
    await storedFiles.remove(...keys.filter((key) => !wanted.has(key) && !isHere(key)));
  },
  wake: wakeUploads,
};

/** A damaged video is measured for long: its message is shown before that. */
const longestMeasureMs = 1_000;

/**
 * Makes the first files of the tray those of a message: what is added from now on belongs to the next one.
 * @returns resolves when their place in the chat is known; null if it is known already
 */
export const assignFiles = (mint: Mint, clientId: string, most: number): Promise<void> | null => {
  const assigned = inTray(pendingFiles.get(), mint).slice(0, most);
  for (const { key, state } of assigned) {
    changeFile(key, { message: clientId });
    if (state.kind === "uploading" && state.isPaused) resumeUpload(key);
  }
  if (assigned.every(({ properties }) => properties !== null)) return null;
  const late = new Promise<void>((resolve) => setTimeout(resolve, longestMeasureMs));
  return Promise.race([areMeasured(assigned.map(({ key }) => key)), late]);
};

/** Puts a message's files back into the tray. @returns false, with a toast, if there is no room for all */
export const returnFiles = (mint: Mint, clientId: string): boolean => {
  const back = filesOf(clientId);
  const most = uploadLimits.attachmentsPerMessage;
  if (back.length + inTray(pendingFiles.get(), mint).length > most) {
    toast.error(mediaTexts.tooMany(most));
    return false;
  }
  // Their copies stay: they may be all that the page has of them.
  for (const { key } of back) changeFile(key, { message: null });
  for (const { key, state } of back) if (state.kind === "stopped") resumeUpload(key);
  return true;
};

/** Whether a message's files are in this tab alone: the browser has no room for them, or keeps nothing. */
export const useIsOnlyInTab = (clientId: string): boolean =>
  useStorePart(pendingFiles, (all) => ofMessage(all, clientId).some(({ isStored }) => isStored === false));

/** Takes a file in the place of one that the browser has lost. */
export const chooseAgain = ({ key, mint, message, properties }: PendingFile, file: File): void => {
  beginUpload({ key, mint, message, file, voice: null, before: { properties } });
  if (message !== null) void copy(key);
};
