import { constants, copyFile, type FileHandle, open } from "node:fs/promises";

const zeros = Buffer.alloc(65_536);

/** A file whose structure can't be followed, so that nobody knows what else is in it. */
export class UnknownStructureError extends Error {}

/** A copy of a file of which parts are overwritten. Nothing moves, so that offsets within it stay right. */
export interface PatchedFile {
  readonly size: number;
  /** @throws UnknownStructureError beyond the file's end */
  read(at: number, length: number): Promise<Buffer>;
  write(at: number, bytes: Uint8Array): Promise<void>;
  blank(from: number, end: number): Promise<void>;
}

/** Copies a file and lets `work` overwrite parts of the copy. */
export const patchCopy = async (
  path: string,
  copy: string,
  work: (file: PatchedFile) => Promise<void>,
): Promise<void> => {
  await copyFile(path, copy, constants.COPYFILE_FICLONE);
  const handle = await open(copy, "r+");
  try {
    const { size } = await handle.stat();
    await work({
      size,
      read: (at, length) => readExactly(handle, size, at, length),
      write: async (at, bytes) => {
        await handle.write(bytes, 0, bytes.length, at);
      },
      blank: async (from, end) => {
        for (let at = from; at < end; at += zeros.length)
          await handle.write(zeros, 0, Math.min(zeros.length, end - at), at);
      },
    });
  } finally {
    await handle.close();
  }
};

const readExactly = async (handle: FileHandle, size: number, at: number, length: number): Promise<Buffer> => {
  if (at < 0 || length < 0 || at + length > size) throw new UnknownStructureError("it ends too early");
  const bytes = Buffer.alloc(length);
  await handle.read(bytes, 0, length, at);
  return bytes;
};
