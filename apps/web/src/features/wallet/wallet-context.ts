import type { Address } from "@tribe/contract";
import { createContext, useContext } from "react";
import type { SignerError } from "./signer-error.ts";
import type { WalletSession } from "./wallet-session.ts";

/** The page's state of the person's wallet. */
export type WalletState =
  | { readonly kind: "signed_out" }
  | { readonly kind: "connecting" }
  /** This browser can sign. */
  | { readonly kind: "ready"; readonly address: Address }
  /** The wallet exists, but this browser has no share: show `<RecoverFrame>`, or `<ConfirmFrame>`, which recovers it first. */
  | { readonly kind: "recovery_needed"; readonly address: Address | null }
  | { readonly kind: "failed"; readonly error: SignerError };

export interface Wallet {
  readonly state: WalletState;
  /** The address, whether or not this browser can sign yet. */
  readonly address: Address | null;
  /** Retries after `failed`, and checks again after a recovery. Creates the wallet if there is none. */
  readonly retry: () => void;
}

/** What the provider gives to the frames; not for other features. */
export interface WalletEnvironment {
  readonly wallet: Wallet;
  readonly signerUrl: string | null;
  readonly session: WalletSession | null;
  readonly theme: "light" | "dark";
}

export const WalletContext = createContext<WalletEnvironment | null>(null);

/** @throws Error outside a WalletProvider: a bug of the page. */
export const useWalletEnvironment = (): WalletEnvironment => {
  const environment = useContext(WalletContext);
  if (!environment) throw new Error("useWallet needs a WalletProvider above it");
  return environment;
};

/** The signed-in person's wallet. */
export const useWallet = (): Wallet => useWalletEnvironment().wallet;
