import { folderName, type KeepOrder, type KeepResult, lockName } from "./stored-folder.ts";

/** As much of a file as is in memory at once. */
const chunkBytes = 4_000_000;

/** Known to all browsers with such a folder, and missing in the types of a page. */
interface SyncHandle {
  write(data: Uint8Array, options: { readonly at: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}

const writeInto = async (handle: FileSystemFileHandle, file: Blob): Promise<void> => {
  // A worker's handle has it.
  const writer = await (
    handle as FileSystemFileHandle & { createSyncAccessHandle(): Promise<SyncHandle> }
  ).createSyncAccessHandle();
  try {
    writer.truncate(0);
    for (let at = 0; at < file.size; at += chunkBytes) {
      const chunk = new Uint8Array(await file.slice(at, at + chunkBytes).arrayBuffer());
      if (writer.write(chunk, { at }) < chunk.length) throw new DOMException("", "QuotaExceededError");
    }
    writer.flush();
  } finally {
    writer.close();
  }
};

const usedBytes = async (folder: FileSystemDirectoryHandle): Promise<number> => {
  let used = 0;
  for await (const handle of folder.values())
    if (handle.kind === "file") used += (await (handle as FileSystemFileHandle).getFile()).size; // its kind says so
  return used;
};

/** Copies a file into the folder, one at a time over all tabs, so that together they stay within the limit. */
const keep = async ({ name, file, mostBytes }: KeepOrder): Promise<KeepResult> => {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(folderName, { create: true });
  return navigator.locks.request(lockName, async () => {
    if ((await usedBytes(folder)) + file.size > mostBytes) return "full";
    const handle = await folder.getFileHandle(name, { create: true });
    try {
      await writeInto(handle, file);
      return "kept";
    } catch (error) {
      await folder.removeEntry(name).catch(() => undefined);
      return error instanceof DOMException && error.name === "QuotaExceededError" ? "full" : "unreadable";
    }
  });
};

addEventListener("message", ({ data }: MessageEvent<KeepOrder>) => {
  keep(data).then(postMessage, () => postMessage("missing" satisfies KeepResult));
});
