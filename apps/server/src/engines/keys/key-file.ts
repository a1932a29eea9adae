import { randomBytes, randomUUID } from "node:crypto";
import { chmod, link, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";

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

/** Where a key lies in the folder of keys. */
export const keyFile = (folder: string, name: string): string => join(folder, `${name}.key`);

/** Where the key lies whose place that one took: it opens what it sealed until that is sealed anew (`replace-key.ts`). */
export const previousKeyFile = (folder: string, name: string): string => join(folder, `${name}.previous.key`);

/**
 * The 32 bytes of a key file. @param mayMake whether a missing one is made of random bytes
 * @throws KeyMissingError
 */
export const readKeyBytes = async (file: string, mayMake: boolean): Promise<Buffer> => {
  const key = Buffer.from(await readKeyFile(file, mayMake ? () => randomBytes(32).toString("base64") : null), "base64");
  if (key.length !== 32) throw new Error(`${file} is damaged: it does not hold 32 bytes`);
  return key;
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
