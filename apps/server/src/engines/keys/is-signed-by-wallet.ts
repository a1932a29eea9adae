import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { decodeBase58, fromSignature } from "@tribe/chain/transactions";
import type { Address, TransactionSignature } from "@tribe/contract";

const keyBytes = 32;

/**
 * Whether the wallet at this address signed exactly these bytes; false too for what is no signature. As `verifySignature` of the
 * chain package, by Node's own calls: those of WebCrypto take a turn of the thread pool each, and more than twice the computing.
 */
export const isSignedByWallet = (message: Uint8Array, signature: TransactionSignature, address: Address): boolean => {
  try {
    return verify(null, message, publicKeyAt(address), fromSignature(signature));
  } catch {
    return false;
  }
};

/** As a JWK: Node takes its bytes as they are. To read them as DER takes as long as the verification itself. */
const publicKeyAt = (address: Address): KeyObject => {
  const bytes = decodeBase58(address);
  if (bytes.length !== keyBytes) throw new RangeError("an address has 32 bytes");
  const x = Buffer.from(bytes).toString("base64url");
  return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
};
