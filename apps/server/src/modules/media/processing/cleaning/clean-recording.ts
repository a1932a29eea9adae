import { open } from "node:fs/promises";
import { cleanIsobmff } from "./clean-isobmff.ts";
import { cleanRiff } from "./clean-riff.ts";
import { patchCopy, UnknownStructureError } from "./patched-file.ts";

/**
 * Writes a copy of a recording without what could tell where and with what it was made; its picture and sound stay as they are.
 * @returns false for a kind of file of which that isn't known, or whose structure can't be followed
 */
export const cleanRecording = async (path: string, copy: string): Promise<boolean> => {
  const head = await firstBytes(path);
  const start = head.toString("latin1", 0, 4);
  const clean = ["RIFF", "RIFX", "RF64", "BW64", "FORM"].includes(start)
    ? cleanRiff
    : isobmffStarts.has(head.toString("latin1", 4, 8))
      ? cleanIsobmff
      : null;
  if (!clean) return false;
  try {
    await patchCopy(path, copy, clean);
    return true;
  } catch (error) {
    if (error instanceof UnknownStructureError) return false;
    throw error;
  }
};

/** QuickTime files from before 2001 have no `ftyp`. */
const isobmffStarts: ReadonlySet<string> = new Set(["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot"]);

/** The first eight bytes of a file, or fewer. */
export const firstBytes = async (path: string): Promise<Buffer> => {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
};
