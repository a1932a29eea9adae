import { randomUUID } from "node:crypto";
import { chmod, link, open, readFile, rm } from "node:fs/promises";

/** A key file is not there, and this process may not make one. */
export class KeyMissingError extends Error {
  override readonly name = "KeyMissingError";
}

/**
 * The text of a key file. @param make what a new one holds; null where it must be there already.
 * @throws KeyMissingError
 */
export const readKeyFile = async (file: string, make: (() => string) | null): Promise<string> => {
  const present = await readFile(file, "utf8").catch(() => null);
  if (present !== null) {
    await chmod(file, 0o600);
    return present;
  }
  if (!make) throw new KeyMissingError(`${file} is missing`);
  return makeKeyFile(file, make());
};

/** Makes a file of mode 0600. Two processes at once agree on one text, and a crash leaves either the whole file or none. */
const makeKeyFile = async (file: string, text: string): Promise<string> => {
  const partial = `${file}.${randomUUID()}`;
  const handle = await open(partial, "w", 0o600);
  await handle.writeFile(text);
  await handle.sync();
  await handle.close();
  // A hard link fails where renaming would replace: the first one wins.
  await link(partial, file).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  });
  await rm(partial);
  return readFile(file, "utf8");
};
