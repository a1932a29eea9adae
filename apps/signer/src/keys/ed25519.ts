import { getBase58Decoder, getBase58Encoder } from "@solana/kit";
import { type Address, addressSchema, signatureSchema, type TransactionSignature } from "@tribe/contract";
import { neededParts } from "@tribe/domain/browsers";
import { type Bytes, consuming, utf8, wipe } from "./bytes.ts";

const { algorithm } = neededParts.wallet;
/** The DER prefix of the 32-byte seed in PKCS #8 (RFC 8410). */
const pkcs8Prefix = Uint8Array.of(
  0x30,
  0x2e,
  0x02,
  0x01,
  0x00,
  0x30,
  0x05,
  0x06,
  0x03,
  0x2b,
  0x65,
  0x70,
  0x04,
  0x22,
  0x04,
  0x20,
);
const seedLength = 32;

/** A wallet's key for signing; its bytes can't be read. */
export interface WalletKey {
  readonly address: Address;
  readonly privateKey: CryptoKey;
}

/** Whether this browser can make and use a wallet's key. Asked before anything of a wallet is begun. */
export const canSign = async (): Promise<boolean> => {
  try {
    await crypto.subtle.generateKey(algorithm, false, ["sign", "verify"]);
    return true;
  } catch {
    return false;
  }
};

/** Makes a new key. The caller overwrites the seed. */
export const generateSeed = async (): Promise<{ readonly seed: Bytes; readonly address: Address }> => {
  const pair = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  if (!("publicKey" in pair)) throw new TypeError("Ed25519 makes pairs");
  const pkcs8 = new Uint8Array(await crypto.subtle.exportKey("pkcs8", pair.privateKey));
  const publicKey = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  return consuming([pkcs8], async () => ({
    seed: pkcs8.slice(pkcs8Prefix.length, pkcs8Prefix.length + seedLength),
    address: addressSchema.parse(getBase58Decoder().decode(publicKey)),
  }));
};

/**
 * Imports a seed as a key that cannot be exported, and checks that it belongs to the address: a wrong share gives a different
 * key, not an error.
 * @returns null when the seed is not this address's
 */
export const importSeed = async (seed: Uint8Array, address: Address): Promise<WalletKey | null> => {
  if (seed.length !== seedLength) return null;
  const pkcs8 = new Uint8Array(pkcs8Prefix.length + seedLength);
  pkcs8.set(pkcs8Prefix);
  pkcs8.set(seed, pkcs8Prefix.length);
  let privateKey: CryptoKey;
  try {
    privateKey = await crypto.subtle.importKey("pkcs8", pkcs8, algorithm, false, ["sign"]);
  } finally {
    wipe(pkcs8);
  }
  const probe = utf8(`tribe-wallet:v1:probe:${address}`);
  const signature = await crypto.subtle.sign(algorithm, privateKey, probe);
  const publicKey = await crypto.subtle.importKey("raw", addressBytes(address), algorithm, false, ["verify"]);
  return (await crypto.subtle.verify(algorithm, publicKey, signature, probe)) ? { address, privateKey } : null;
};

const addressBytes = (address: Address): Bytes => new Uint8Array(getBase58Encoder().encode(address));

/** Signs the bytes of a transaction or message, base58. Only `outflow` does, for what was declared and confirmed. */
export const signBytes = async (key: WalletKey, bytes: Bytes): Promise<TransactionSignature> => {
  const signature = await crypto.subtle.sign(algorithm, key.privateKey, bytes);
  return signatureSchema.parse(getBase58Decoder().decode(new Uint8Array(signature)));
};

/** Every proof of a wallet's own begins so: no transaction and no off-chain message can. */
const proofPrefix = "tribe-wallet:v1:";

/** Signs one of the wallet's own proofs (`wallet-proof.ts` of the contract), base58. @throws TypeError for any other text */
export const signProof = async (key: WalletKey, text: string): Promise<TransactionSignature> => {
  if (!text.startsWith(proofPrefix)) throw new TypeError("this is no proof of a wallet");
  return signBytes(key, utf8(text));
};
