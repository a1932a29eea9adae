import { randomUUID } from "node:crypto";
import { chmod, link, open, readFile, rm } from "node:fs/promises";

/**
 * The text of a key file, made with mode 0600 if it is missing. Two processes at once agree on one text, and a crash
 * leaves either the whole file or none.
 */
export const readOrMakeFile = async (file: string, make: () => string): Promise<string> => {
  const present = await readFile(file, "utf8").catch(() => null);
  if (present !== null) {
    await chmod(file, 0o600);
    return present;
  }
  const partial = `${file}.${randomUUID()}`;
  const handle = await open(partial, "w", 0o600);
  await handle.writeFile(make());
  await handle.sync();
  await handle.close();
  // A hard link fails where renaming would replace: the first one wins.
  await link(partial, file).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  });
  await rm(partial);
  return readFile(file, "utf8");
};
