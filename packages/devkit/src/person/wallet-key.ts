import { getBase58Decoder } from "@solana/kit";
import { type Address, addressSchema, signatureSchema, type TransactionSignature } from "@tribe/contract";
import type { Bytes } from "./bytes.ts";

/** DER prefix of the seed in PKCS #8 (RFC 8410). */
const pkcs8Prefix = Buffer.from("302e020100300506032b657004220420", "hex");
const seedBytes = 32;

/** A wallet's key, ready to sign. */
export interface WalletKey {
  readonly address: Address;
  /** Signs bytes; base58. */
  sign(bytes: Bytes): Promise<TransactionSignature>;
}

/** A new seed: the 32 secret bytes that are split into shares. */
export const newSeed = (): Bytes => crypto.getRandomValues(new Uint8Array(seedBytes));

/** Derives the key from a seed. @throws RangeError when it is not 32 bytes */
export const keyOfSeed = async (seed: Uint8Array): Promise<WalletKey> => {
  if (seed.length !== seedBytes) throw new RangeError("a seed has 32 bytes");
  const pkcs8 = new Uint8Array(Buffer.concat([pkcs8Prefix, seed]));
  const privateKey = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", true, ["sign"]);
  // WebCrypto cannot derive a public key, but a private key's JWK contains it.
  const { x } = await crypto.subtle.exportKey("jwk", privateKey);
  const address = addressSchema.parse(getBase58Decoder().decode(Buffer.from(x ?? "", "base64url")));
  return {
    address,
    sign: async (bytes) => {
      const signature = new Uint8Array(await crypto.subtle.sign("Ed25519", privateKey, bytes));
      return signatureSchema.parse(getBase58Decoder().decode(signature));
    },
  };
};
