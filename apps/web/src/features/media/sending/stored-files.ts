import { folderName, type KeepOrder, type KeepResult } from "./stored-folder.ts";

/** All files together, of all chats and tabs. */
const mostBytes = 200_000_000;

/** Null where the browser has no such folder: in some private windows, and before 2023. */
const folder = async (): Promise<FileSystemDirectoryHandle | null> => {
  try {
    return await (await navigator.storage.getDirectory()).getDirectoryHandle(folderName, { create: true });
  } catch {
    return null;
  }
};

/** In a worker, the only place in which all browsers may write there. */
const write = (order: KeepOrder): Promise<KeepResult> => {
  if (typeof Worker === "undefined" || !("locks" in navigator)) return Promise.resolve("missing");
  const worker = new Worker(new URL("./stored-files-worker.ts", import.meta.url), { type: "module" });
  return new Promise<KeepResult>((resolve) => {
    worker.addEventListener("message", ({ data }: MessageEvent<KeepResult>) => resolve(data));
    for (const fault of ["error", "messageerror"]) worker.addEventListener(fault, () => resolve("missing"));
    worker.postMessage(order);
  }).finally(() => worker.terminate());
};

/** What tells a file from others. */
export type FileFacts = Pick<File, "name" | "size" | "type" | "lastModified">;

/**
 * Files of messages on their way, so that a reload loses none: docs/decisions/0200. Only names of our own are written, never the
 * file's. A browser may throw them away at any time.
 */
export interface StoredFiles {
  readonly put: (key: string, file: Blob) => Promise<KeepResult>;
  /** As it was chosen; null if it isn't there whole. */
  readonly get: (key: string, of: FileFacts) => Promise<File | null>;
  readonly keys: () => Promise<readonly string[]>;
  readonly remove: (...keys: readonly string[]) => Promise<void>;
}

export const storedFiles: StoredFiles = {
  put: async (key, file) => ((await folder()) === null ? "missing" : write({ name: key, file, mostBytes })),
  get: async (key, { name, size, type, lastModified }) => {
    try {
      const handle = await (await folder())?.getFileHandle(key);
      const stored = await handle?.getFile();
      // The same time as of the chosen one, by which an upload is known that has begun.
      return stored?.size === size ? new File([stored], name, { type, lastModified }) : null;
    } catch {
      return null;
    }
  },
  keys: async () => {
    try {
      const names: string[] = [];
      for await (const name of (await folder())?.keys() ?? []) names.push(name);
      return names;
    } catch {
      return [];
    }
  },
  remove: async (...keys) => {
    const place = keys.length > 0 ? await folder() : null;
    await Promise.all(keys.map((key) => place?.removeEntry(key).catch(() => undefined)));
  },
};
