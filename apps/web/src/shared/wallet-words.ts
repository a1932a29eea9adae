import type { SignerErrorCode } from "@tribe/contract";
import { texts } from "@tribe/domain";
import type { WalletFailure } from "./wallet-parts.ts";

const words: Record<SignerErrorCode, { title: string; message: string }> = {
  declined: { title: "You cancelled", message: "Nothing was signed and nothing was paid." },
  refused: {
    title: "Your wallet refused to sign",
    message: "The transaction was not what it should be. Nothing was signed and nothing was paid.",
  },
  wallet_missing: { title: texts.walletNotFound, message: "Reload the page; your wallet is made when you sign in." },
  recovery_needed: {
    title: texts.walletIsNotReady,
    message: "Your wallet is not on this device yet. Bring it here with a mailed code and try again.",
  },
  storage_unavailable: {
    title: texts.walletIsNotReady,
    message: "This browser keeps nothing for the wallet. Leave private mode or allow site data, then try again.",
  },
  unavailable: { title: texts.walletIsNotReady, message: "It did not answer. Check your connection and try again." },
  unsupported: { title: texts.walletIsNotReady, message: "Your wallet cannot do this yet." },
};

/** What a person reads when the wallet ended without a signature; by code, never by its text. */
export const walletWords = ({ code }: WalletFailure): { title: string; message: string } => words[code];
