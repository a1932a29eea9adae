import { fromBase58, fromKitBase64, type KitBytes, toKitBase64 } from "./encoding.ts";
import { randomSigns, readPassphrase } from "./passphrase.ts";

/** Version of the file below. A page that finds a later one says so and does not try to read it. */
const kitVersion = 1;
const seedLength = 32;
const tagLength = 16;

/**
 * A recovery kit as saved: the whole key, AES-256-GCM with a key from the passphrase's 130 random bits by HKDF-SHA-256. It works
 * without any server.
 */
interface KitFile {
  readonly tribeRecoveryKit: typeof kitVersion;
  /** For whoever finds the file in ten years. */
  readonly about: string;
  readonly address: string;
  /** Distinguishes kits of one wallet. */
  readonly number: string;
  /** ISO 8601. */
  readonly madeAt: string;
  /** 16 bytes, base64. */
  readonly salt: string;
  /** 12 bytes, base64. */
  readonly iv: string;
  /** The seed of the Ed25519 key with its tag, base64. */
  readonly sealed: string;
  /** Of all fields above: tells a damaged file from a wrong passphrase. Hex. */
  readonly checksum: string;
}

const about =
  "Recovery kit of a Tribe wallet (Solana). With its passphrase it gives the wallet's key, in the page tribe-restore.html, without a network. Keep file and passphrase apart.";

const utf8 = (text: string): KitBytes => new TextEncoder().encode(text);

const checksumOf = async ({
  address,
  number,
  madeAt,
  salt,
  iv,
  sealed,
}: Omit<KitFile, "checksum">): Promise<string> => {
  const text = [kitVersion, address, number, madeAt, salt, iv, sealed].join("\n");
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", utf8(text)));
  return [...digest.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
};

const keyFrom = async (secret: string, salt: KitBytes, use: "encrypt" | "decrypt"): Promise<CryptoKey> => {
  const material = await crypto.subtle.importKey("raw", utf8(secret), "HKDF", false, ["deriveKey"]);
  const parameters = { name: "HKDF", hash: "SHA-256", salt, info: utf8("tribe-recovery-kit:v1") };
  return crypto.subtle.deriveKey(parameters, material, { name: "AES-GCM", length: 256 }, false, [use]);
};

const boundTo = ({ address, number, madeAt }: Pick<KitFile, "address" | "number" | "madeAt">): KitBytes =>
  utf8(`tribe-recovery-kit:v1:${address}:${number}:${madeAt}`);

/** A new kit: the file's text, and the number in it. */
export interface MadeKit {
  readonly text: string;
  readonly number: string;
}

/** Makes a kit from a seed. The caller overwrites the seed. @param passphrase from `newPassphrase` */
export const makeKit = async (of: {
  readonly seed: Uint8Array;
  readonly address: string;
  readonly passphrase: string;
  readonly madeAt: Date;
}): Promise<MadeKit> => {
  const secret = readPassphrase(of.passphrase);
  if (secret === null) throw new RangeError("not a passphrase of a kit");
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const head = { address: of.address, number: randomSigns(8), madeAt: of.madeAt.toISOString() };
  const seed = new Uint8Array(of.seed);
  const key = await keyFrom(secret, salt, "encrypt");
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData: boundTo(head) }, key, seed);
  seed.fill(0);
  const file = {
    tribeRecoveryKit: kitVersion,
    about,
    ...head,
    salt: toKitBase64(salt),
    iv: toKitBase64(iv),
    sealed: toKitBase64(new Uint8Array(sealed)),
  } as const;
  return { text: `${JSON.stringify({ ...file, checksum: await checksumOf(file) }, null, 2)}\n`, number: head.number };
};

/** Why a kit did not open. */
export type KitFault = "notAKit" | "newerKit" | "damagedKit" | "mistypedPassphrase" | "wrongPassphrase";

/** The text that the person sees. */
export const kitFaultTexts: Readonly<Record<KitFault, string>> = {
  notAKit: "This file isn't a recovery kit. Choose the one whose name begins with “tribe-recovery-kit”.",
  newerKit: "This kit was made by a newer version of Tribe. Get the restore page of that version.",
  damagedKit: "This file is damaged: a part of it was changed or is missing. Use another copy of it.",
  mistypedPassphrase: "There's a slip in the passphrase: it has seven groups of four, and one character isn't right.",
  wrongPassphrase: "This is the passphrase of another kit. Each kit has its own.",
};

/** An opened kit, or why it did not open. The caller overwrites the seed. */
export type OpenedKit =
  | { readonly seed: KitBytes; readonly address: string; readonly number: string; readonly madeAt: string }
  | { readonly fault: KitFault };

/** Opens a kit's text. Wrong input is returned as a fault, never thrown. */
export const openKit = async (text: string, typed: string): Promise<OpenedKit> => {
  const file = parse(text);
  if (file === null) return { fault: "notAKit" };
  const { tribeRecoveryKit: version, address, number, madeAt, salt, iv, sealed, checksum } = file;
  if (typeof version === "number" && version > kitVersion) return { fault: "newerKit" };
  if (version !== kitVersion) return { fault: "notAKit" };
  const texts = { address, number, madeAt, salt, iv, sealed, checksum };
  if (!areTexts(texts)) return { fault: "damagedKit" };
  if ((await checksumOf({ tribeRecoveryKit: kitVersion, about, ...texts })) !== texts.checksum)
    return { fault: "damagedKit" };
  const parts = {
    salt: fromKitBase64(texts.salt, 16),
    iv: fromKitBase64(texts.iv, 12),
    sealed: fromKitBase64(texts.sealed, seedLength + tagLength),
  };
  if (!parts.salt || !parts.iv || !parts.sealed || !fromBase58(texts.address, 32)) return { fault: "damagedKit" };
  const secret = readPassphrase(typed);
  if (secret === null) return { fault: "mistypedPassphrase" };
  const key = await keyFrom(secret, parts.salt, "decrypt");
  try {
    const algorithm = { name: "AES-GCM", iv: parts.iv, additionalData: boundTo(texts) };
    const seed = new Uint8Array(await crypto.subtle.decrypt(algorithm, key, parts.sealed));
    return { seed, address: texts.address, number: texts.number, madeAt: texts.madeAt };
  } catch {
    return { fault: "wrongPassphrase" };
  }
};

const parse = (text: string): Readonly<Record<string, unknown>> | null => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && "tribeRecoveryKit" in value ? { ...value } : null;
  } catch {
    return null;
  }
};

const areTexts = <Name extends string>(fields: Record<Name, unknown>): fields is Record<Name, string> =>
  Object.values(fields).every((field) => typeof field === "string");

/**
 * A key in the format of Solana's tools: 64 bytes, seed then public key. The caller overwrites it. Null for an invalid address.
 */
export const keypairBytes = (seed: Uint8Array, address: string): KitBytes | null => {
  const publicKey = fromBase58(address, 32);
  if (!publicKey) return null;
  const bytes = new Uint8Array(64);
  bytes.set(seed);
  bytes.set(publicKey, 32);
  return bytes;
};
