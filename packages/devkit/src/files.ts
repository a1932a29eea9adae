import { randomUUID } from "node:crypto";
import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";

/** Replaces a file atomically and durably: after a power cut it has the old content or the new. */
export const writeFileAtomically = async (path: string, content: string | Uint8Array, mode = 0o600): Promise<void> => {
  const draft = `${path}.${randomUUID()}.tmp`;
  const file = await open(draft, "wx", mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  const folder = await open(dirname(path), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};
