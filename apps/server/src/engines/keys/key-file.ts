import { randomBytes, randomUUID } from "node:crypto";
import { chmod, link, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";

/** A key file is missing, and this process may not create it. */
export class KeyMissingError extends Error {
  override readonly name = "KeyMissingError";
}

/**
 * The text of a key file. @param make the content of a new one; null when it must exist.
 * @throws KeyMissingError
 */
export const readKeyFile = async (file: string, make: (() => string) | null): Promise<string> => {
  const present = await readFile(file, "utf8").catch(() => null);
  if (present !== null) {
    await chmod(file, 0o600).catch((error: unknown) => {
      // A volume of secrets that is mounted to be read only: who may read it was decided where it was mounted.
      if (!(error instanceof Error && "code" in error && error.code === "EROFS")) throw error;
    });
    return present;
  }
  if (!make) throw new KeyMissingError(`${file} is missing`);
  return makeKeyFile(file, make());
};

/** The path of a key in the folder of keys. */
export const keyFile = (folder: string, name: string): string => join(folder, `${name}.key`);

/**
 * The path of the key that this one replaced: it opens what it sealed until that is sealed with the new one
 * (`replace-key.ts`).
 */
export const previousKeyFile = (folder: string, name: string): string => join(folder, `${name}.previous.key`);

/**
 * The 32 bytes of a key file. @param mayMake whether a missing one is created from random bytes
 * @throws KeyMissingError
 */
export const readKeyBytes = async (file: string, mayMake: boolean): Promise<Buffer> => {
  const key = Buffer.from(await readKeyFile(file, mayMake ? () => randomBytes(32).toString("base64") : null), "base64");
  if (key.length !== 32) throw new Error(`${file} is damaged: it does not hold 32 bytes`);
  return key;
};

/** Creates a file of mode 0600. Two processes at once get the same text, and a crash leaves either the whole file or none. */
const makeKeyFile = async (file: string, text: string): Promise<string> => {
  const partial = `${file}.${randomUUID()}`;
  const handle = await open(partial, "w", 0o600);
  await handle.writeFile(text);
  await handle.sync();
  await handle.close();
  // A hard link fails where a rename would overwrite: the first one wins.
  await link(partial, file).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  });
  await rm(partial);
  return readFile(file, "utf8");
};
