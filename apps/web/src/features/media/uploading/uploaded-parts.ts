import type { PreviousUpload } from "tus-js-client";
import * as z from "zod/mini";
import { keyIn, storageKeys } from "../../../shared/storage/keys.ts";
import { stored } from "../../../shared/storage/stored.ts";

/** The server deletes unfinished uploads after this time (ms). */
const keptMs = 86_400_000;
const partSchema = z.object({ uploadUrl: z.string(), size: z.nullable(z.number()), creationTime: z.string() });
const partAt = (name: string) => stored(keyIn(storageKeys.uploads, name), partSchema);

/** A hash of the fingerprint, so that the file's name is not stored in the browser. */
const nameOf = async (fingerprint: string): Promise<string> => {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(fingerprint));
  return Array.from(new Uint8Array(hash).slice(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
};

/** The URLs of unfinished uploads, kept over a reload. Implements tus-js-client's URL storage. */
export const uploadedParts = {
  findAllUploads: async (): Promise<PreviousUpload[]> => [],
  findUploadsByFingerprint: async (fingerprint: string): Promise<PreviousUpload[]> => {
    const name = await nameOf(fingerprint);
    const part = partAt(name).read();
    if (!part || Date.now() - Date.parse(part.creationTime) > keptMs) return [];
    return [{ ...part, metadata: {}, urlStorageKey: name, parallelUploadUrls: null }];
  },
  removeUpload: async (name: string): Promise<void> => partAt(name).write(null),
  addUpload: async (fingerprint: string, { uploadUrl, size, creationTime }: PreviousUpload): Promise<string> => {
    const name = await nameOf(fingerprint);
    if (uploadUrl !== null) partAt(name).write({ uploadUrl, size, creationTime });
    return name;
  },
};
