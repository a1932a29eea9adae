import { createHash, randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readKeyBytes } from "../keys/key-file.ts";
import type { WalletOf, WalletStore } from "./port.ts";

/**
 * One small file for each wallet's version, and one for its recovery key, in two folders with separate backups; spread over
 * 256 subfolders each, all readable only by their owner.
 */
export const openWalletFolder = (folder: string, keysFolder = join(folder, "..", "recovery-keys")): WalletStore => {
  const placeIn = (root: string, text: string) => {
    const name = createHash("sha256").update(text).digest("hex");
    return join(root, name.slice(0, 2), name);
  };
  const fileOf = (uid: string) => placeIn(folder, uid);
  const keyFileOf = ({ uid, address }: WalletOf) => placeIn(keysFolder, `${uid}\0${address}`);
  const marker = join(folder, "all-recorded");
  const newest = async (uid: string): Promise<number> => {
    const file = fileOf(uid);
    if (!isThere(file)) return 0;
    const text = await readIfThere(file);
    if (text === null) return 0;
    const version = Number(text);
    if (!Number.isSafeInteger(version) || version < 1) throw new Error(`${file} is damaged: it holds no version`);
    return version;
  };
  return {
    newest,
    keep: async (uid, version) => {
      if ((await newest(uid)) < version) await writeWhole(fileOf(uid), String(version));
    },
    areAllRecorded: async () => (await readIfThere(marker)) !== null,
    markAllRecorded: () => writeWhole(marker, "1"),
    makeRecoveryKey: async (wallet) => {
      const file = keyFileOf(wallet);
      if (!isThere(file)) await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      return readKeyBytes(file, true);
    },
    readRecoveryKey: (wallet) => readKeyBytes(keyFileOf(wallet), false),
    forgetRecoveryKey: async (wallet) => {
      const file = keyFileOf(wallet);
      if (isThere(file)) await rm(file, { force: true });
    },
  };
};

/** A new wallet looks for several missing files: learning that from an asynchronous error would cost ten times as much. */
const isThere = (file: string): boolean => statSync(file, { throwIfNoEntry: false }) !== undefined;

const readIfThere = (file: string): Promise<string | null> =>
  readFile(file, "utf8").catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });

const isMissing = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ENOENT";

/** Writes a file so that a crash leaves the old or the new text. */
const writeWhole = async (file: string, text: string): Promise<void> => {
  const partial = `${file}.${randomUUID()}`;
  // All 256 folders exist soon.
  const handle = await open(partial, "w", 0o600).catch(async (error: unknown) => {
    if (!isMissing(error)) throw error;
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    return open(partial, "w", 0o600);
  });
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(partial, file);
};
