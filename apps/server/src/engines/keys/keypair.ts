import { createPrivateKey, createPublicKey, randomBytes, sign } from "node:crypto";
import { getAddressDecoder } from "@solana/kit";
import type { Address } from "@tribe/contract";
import { readKeyFile } from "./key-file.ts";
import type { ChainSigner } from "./port.ts";

/** DER's prefix before the 32 bytes of an Ed25519 private key. */
const pkcs8Prefix = Buffer.from("302e020100300506032b657004220420", "hex");

const newKeypair = (): string => {
  const seed = randomBytes(32);
  return JSON.stringify([...seed, ...publicKeyOf(seed)]);
};

/** A keypair as Solana's tools store it: a JSON array of 64 bytes, seed then public key. @throws KeyMissingError */
export const readKeypairFile = async (file: string, mayMake: boolean): Promise<Uint8Array> => {
  const text = await readKeyFile(file, mayMake ? newKeypair : null);
  const bytes: unknown = JSON.parse(text);
  const isKeypair =
    Array.isArray(bytes) &&
    bytes.length === 64 &&
    bytes.every((byte) => Number.isInteger(byte) && byte >= 0 && byte < 256);
  if (!isKeypair) throw new Error(`${file} is damaged: it is not a keypair of 64 bytes`);
  return Uint8Array.from(bytes);
};

/** Signs with a keypair of 64 bytes. @throws Error when its public half does not belong to the private one. */
export const chainSigner = async (keypair: Uint8Array): Promise<ChainSigner> => {
  const seed = keypair.subarray(0, 32);
  if (!publicKeyOf(seed).equals(keypair.subarray(32))) throw new Error("a keypair's halves do not belong together");
  const key = privateKeyOf(seed);
  return {
    // kit brands addresses in its own way; both are the same base58 text.
    address: getAddressDecoder().decode(keypair.subarray(32)) as string as Address,
    sign: async (message) => new Uint8Array(sign(null, message, key)),
  };
};

/** Signs with the key of a seed of 32 bytes. */
export const seedSigner = async (seed: Uint8Array): Promise<ChainSigner> =>
  chainSigner(Buffer.concat([seed, publicKeyOf(seed)]));

const privateKeyOf = (seed: Uint8Array) =>
  createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: "der", type: "pkcs8" });

/**
 * The 32 bytes of a seed's public key. Don't take them from `generateKeyPairSync` as a JWK instead: Node 20 deadlocks when the
 * garbage collector runs during that export.
 */
export const publicKeyOf = (seed: Uint8Array): Buffer =>
  createPublicKey(privateKeyOf(seed)).export({ format: "der", type: "spki" }).subarray(-32);
