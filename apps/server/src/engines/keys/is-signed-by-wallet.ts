import { createPublicKey, verify } from "node:crypto";
import { getAddressEncoder } from "@solana/kit";
import { toChainAddress } from "@tribe/chain/accounts";
import { fromSignature } from "@tribe/chain/transactions";
import type { Address, TransactionSignature } from "@tribe/contract";

/** What DER puts before the 32 bytes of an Ed25519 public key. */
const ed25519Prefix = Buffer.from("302a300506032b6570032100", "hex");

/**
 * Whether the wallet at this address signed exactly these bytes; false too for what is no signature. As `verifySignature` of the
 * chain package, by Node's own calls: those of WebCrypto take a turn of the thread pool each, and more than twice the computing.
 */
export const isSignedByWallet = (message: Uint8Array, signature: TransactionSignature, address: Address): boolean => {
  try {
    const bytes = getAddressEncoder().encode(toChainAddress(address));
    const key = createPublicKey({
      key: Buffer.concat([ed25519Prefix, Uint8Array.from(bytes)]),
      format: "der",
      type: "spki",
    });
    return verify(null, message, key, fromSignature(signature));
  } catch {
    return false;
  }
};
