import type { Address } from "@tribe/contract";
import { type Bytes, consuming, utf8 } from "./bytes.ts";
import { importSeed, type WalletKey } from "./ed25519.ts";
import { openBytes, sealBytes } from "./prf.ts";
import { WrongShareError } from "./shares.ts";

/** A move of one account: the addresses of the former and the new wallet. */
export interface MoveNames {
  readonly uid: string;
  readonly from: Address;
  readonly to: Address;
}

const textOf = ({ uid, from, to }: MoveNames): string => `tribe-wallet:v1:former-key:${uid}:${from}:${to}`;

/** An AES key from the new wallet's seed by HKDF-SHA-256. */
const keyUnder = async (seed: Uint8Array, names: MoveNames): Promise<CryptoKey> => {
  const copy = new Uint8Array(seed);
  const secret = await consuming([copy], () => crypto.subtle.importKey("raw", copy, "HKDF", false, ["deriveKey"]));
  return crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: utf8(textOf(names)) },
    secret,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
};

/**
 * Encrypts the former wallet's seed with a key from the new one's, so that the new seed gives access to both. Overwrites nothing.
 */
export const sealFormerSeed = async (
  names: MoveNames,
  seeds: { readonly former: Uint8Array; readonly own: Uint8Array },
): Promise<Bytes> => sealBytes(await keyUnder(seeds.own, names), textOf(names), seeds.former);

/**
 * The former wallet's key, checked against its address.
 * @throws WrongShareError when the decrypted seed is not that address's, or it can't be decrypted with this seed
 */
export const openFormerKey = async (names: MoveNames, own: Uint8Array, sealed: Bytes): Promise<WalletKey> => {
  const seed = await openBytes(await keyUnder(own, names), textOf(names), sealed);
  if (!seed) throw new WrongShareError("the key of the wallet of before doesn't open");
  const key = await consuming([seed], () => importSeed(seed, names.from));
  if (!key) throw new WrongShareError("the key is not of the wallet of before");
  return key;
};
