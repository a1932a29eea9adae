import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import webPush from "web-push";
import { keyFile, readKeyFile } from "../keys/key-file.ts";

/** Our identity for push services (RFC 8292). Both keys in base64url. */
export interface VapidKeys {
  /** Contact for push services: `mailto:` or `https:`. */
  readonly subject: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

/**
 * The keys of this data folder, created at the first start. They never change, because browsers' subscriptions depend on
 * them.
 */
export const openVapidKeys = async (dataDir: string, subject: string): Promise<VapidKeys> => {
  const folder = join(dataDir, "keys");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, "vapid.json");
  const keys: unknown = JSON.parse(await readKeyFile(file, () => JSON.stringify(webPush.generateVAPIDKeys())));
  if (!isKeys(keys)) throw new Error(`${file} is damaged: it does not hold a VAPID key pair`);
  return { subject, publicKey: keys.publicKey, privateKey: keys.privateKey };
};

/** Makes this folder's keys if it has none, and puts the private one into a file that `VAPID_PRIVATE_KEY_FILE` may name. @returns the public one */
export const writeVapidKeys = async (dataDir: string): Promise<string> => {
  const { publicKey, privateKey } = await openVapidKeys(dataDir, "");
  await readKeyFile(keyFile(join(dataDir, "keys"), "vapid-private"), () => privateKey);
  return publicKey;
};

const isKeys = (keys: unknown): keys is { readonly publicKey: string; readonly privateKey: string } =>
  typeof keys === "object" &&
  keys !== null &&
  "publicKey" in keys &&
  "privateKey" in keys &&
  typeof keys.publicKey === "string" &&
  typeof keys.privateKey === "string";
