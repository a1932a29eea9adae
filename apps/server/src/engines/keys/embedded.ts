import { createHmac } from "node:crypto";
import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { answerOf } from "./check-keys.ts";
import { openUnder, sealUnder } from "./envelope.ts";
import { KeyMissingError, keyFile, previousKeyFile, readKeyBytes } from "./key-file.ts";
import { chainSigner, readKeypairFile } from "./keypair.ts";
import { type ChainSigner, type KeyName, type Keys, keyNames, type MacPurpose } from "./port.ts";

/** Which files are opened, and how. */
export interface FileKeysOptions {
  /** The keys that this process uses; every one by default. */
  readonly use?: Iterable<KeyName>;
  /** Whether a missing file is created, as in local mode; in production it is an error. */
  readonly mayMake?: boolean;
}

/**
 * Keys in files of mode 0600 below the data folder. The admin's keypair has the format of Solana's own tools. Whoever can
 * read this folder can co-sign and open shares: a backup of it is just as secret.
 * @throws KeyMissingError for the first file that is missing and must not be created.
 */
export const openFileKeys = async (
  dataDir: string,
  { use = keyNames, mayMake = true }: FileKeysOptions = {},
): Promise<Keys> => {
  const folder = await openFolder(dataDir, mayMake);
  const names = new Set(use);
  const secrets = new Map<KeyName, Buffer>();
  const previous = new Map<KeyName, Buffer>();
  for (const name of names) {
    if (name === "admin") continue;
    secrets.set(name, await readKeyBytes(keyFile(folder, name), mayMake));
    const before = await readPreviousKey(folder, name);
    if (before) previous.set(name, before);
  }
  const admin = names.has("admin")
    ? await chainSigner(await readKeypairFile(join(folder, "admin.json"), mayMake))
    : null;
  const secret = (name: KeyName): Buffer => {
    const found = secrets.get(name);
    if (!found) throw new Error(`this process does not open the key ${name}: none of its roles uses it`);
    return found;
  };
  return {
    get admin(): ChainSigner {
      if (!admin) throw new Error("this process does not open the admin's key: none of its roles uses it");
      return admin;
    },
    seal: async (purpose, context, plain) => sealUnder(secret(purpose), boundTo(purpose, context), plain),
    open: async (purpose, context, sealed) => {
      try {
        return openUnder(secret(purpose), boundTo(purpose, context), sealed);
      } catch (error) {
        const before = previous.get(purpose);
        if (!before) throw error;
        return openUnder(before, boundTo(purpose, context), sealed);
      }
    },
    isCurrent: async (purpose, context, sealed) => {
      const key = secret(purpose);
      try {
        openUnder(key, boundTo(purpose, context), sealed);
        return true;
      } catch {
        return false;
      }
    },
    mac: (purpose, text) =>
      createHmac("sha256", secret(macKeys[purpose])).update(`${purpose}\0${text}`).digest("base64url"),
    answers: () => new Map([...secrets].map(([name, key]) => [name, answerOf(name, key)])),
  };
};

/**
 * The super admin's keypair, separate from all others: only an operator's command opens it, and the setup of an embedded
 * chain's factory. @throws KeyMissingError
 */
export const openSuperAdmin = async (dataDir: string, { mayMake = true } = {}): Promise<ChainSigner> =>
  chainSigner(await readKeypairFile(join(await openFolder(dataDir, mayMake), "super-admin.json"), mayMake));

const openFolder = async (dataDir: string, mayMake: boolean): Promise<string> => {
  const folder = join(dataDir, "keys");
  if (mayMake) await mkdir(folder, { recursive: true, mode: 0o700 });
  // A missing folder is reported by the first file that is missing in it.
  await chmod(folder, 0o700).catch((error: unknown) => {
    if (mayMake) throw error;
  });
  return folder;
};

const macKeys: Readonly<Record<MacPurpose, KeyName>> = {
  image: "mac",
  code: "mac",
  token: "mac",
  unsubscribe: "mail",
  "wallet-record": "wallet-record",
  recovery: "wallet-record",
};

const boundTo = (purpose: KeyName, context: string): string => `tribe:${purpose}\0${context}`;

/** The previous key, which opens what it sealed until that is sealed with the new one; null when there is none. */
const readPreviousKey = (folder: string, name: KeyName): Promise<Buffer | null> =>
  readKeyBytes(previousKeyFile(folder, name), false).catch((error: unknown) => {
    if (error instanceof KeyMissingError) return null;
    throw error;
  });
