import type { Address, TransactionSignature } from "@tribe/contract";
import type { Bytes } from "../keys/bytes.ts";
import { signBytes, type WalletKey } from "../keys/ed25519.ts";

/**
 * Signs what a flow has declared, and what was judged, counted and confirmed. Only this folder makes permits and signs
 * transactions (`every-flow.test.ts`): a flow without a declaration gets no key.
 */
export interface Permit {
  readonly wallet: Address;
  readonly sign: (bytes: Bytes) => Promise<TransactionSignature>;
}

export const permitOf = (key: WalletKey): Permit => ({
  wallet: key.address,
  sign: (bytes) => signBytes(key, bytes),
});

/**
 * The permit of a move between two wallets of one person: both keys are in this browser after a day's wait, nothing leaves
 * them, and the bytes are the signer's own.
 */
export const permitOwnMove = (key: WalletKey): Permit => permitOf(key);
