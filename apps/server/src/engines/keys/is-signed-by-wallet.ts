import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { decodeBase58, fromSignature } from "@tribe/chain/transactions";
import type { Address, TransactionSignature } from "@tribe/contract";

const keyBytes = 32;

/**
 * Whether the wallet at this address signed exactly these bytes; false for an invalid signature or address. Like
 * `verifySignature` of the chain package, but with Node's own functions: each call of WebCrypto's takes a turn of the thread
 * pool, and more than twice the processor time.
 */
export const isSignedByWallet = (message: Uint8Array, signature: TransactionSignature, address: Address): boolean => {
  try {
    return verify(null, message, publicKeyAt(address), fromSignature(signature));
  } catch {
    return false;
  }
};

/** As a JWK: Node uses its bytes directly. Parsing them as DER takes as long as the verification itself. */
const publicKeyAt = (address: Address): KeyObject => {
  const bytes = decodeBase58(address);
  if (bytes.length !== keyBytes) throw new RangeError("an address has 32 bytes");
  const x = Buffer.from(bytes).toString("base64url");
  return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
};
