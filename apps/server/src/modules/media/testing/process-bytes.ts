import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { processFile } from "../processing/process-file.ts";

/** Processes an upload of these bytes. @returns the attachment with the bytes that are kept, and their type. @throws as {@link processFile} */
export const processBytes = async (bytes: Uint8Array) => {
  const folder = await mkdtemp(join(tmpdir(), "tribe-process-"));
  try {
    const path = join(folder, "upload");
    await writeFile(path, bytes);
    const { attachment, forms } = await processFile(path, folder);
    // The upload itself may be read again when a job is repeated.
    expect((await readFile(path)).equals(bytes)).toBe(true);
    const [full] = forms;
    return { ...attachment, type: full?.contentType, kept: await readFile(full?.path ?? "") };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
