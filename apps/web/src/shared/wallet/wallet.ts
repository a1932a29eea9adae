import type {
  Address,
  Base64,
  SignerAirdropStep,
  SignerErrorCode,
  SignerPhase,
  SignerRequest,
  TransactionSignature,
} from "@tribe/contract";
import { createContext, type ReactNode, useContext } from "react";

/** The error of a wallet frame. */
export interface WalletFailure {
  readonly code: SignerErrorCode;
  readonly message: string;
  /** The request that failed inside the frame, as the server's log names it. */
  readonly requestId?: string | undefined;
}

/** Signs transactions of the confirmed airdrop. Rejects with a {@link WalletFailure}. */
export type SignAirdrop = (steps: SignerAirdropStep[]) => Promise<readonly TransactionSignature[]>;

/** What a person confirms or sees in the wallet's frame, and its result. */
export interface WalletFrameResults {
  readonly signTransaction: TransactionSignature;
  /** A signature for each message, in order. */
  readonly signClaims: readonly TransactionSignature[];
  /** Signs as long as the frame stays mounted. */
  readonly confirmAirdrop: SignAirdrop;
  /** A signature for each step. */
  readonly endAirdrop: readonly TransactionSignature[];
  /** The frame has a link mailed, and waits for the page that the link opens. */
  readonly recover: Address;
  /** The address, in the frame because a compromised page could show another one. It never ends by itself. */
  readonly receive: never;
  /** The wallet's own page, in browsers that keep a frame's storage from a window of its own. It never ends by itself. */
  readonly ownPage: never;
}

type RequestOf = { readonly [Method in SignerRequest["method"]]: Extract<SignerRequest, { readonly method: Method }> };

/** A request of the protocol. `method` alone as well, so that TypeScript infers it. */
export type WalletRequest<Method extends SignerRequest["method"]> = { readonly method: Method } & RequestOf[Method];

/** For another request, render another frame with its own `key`. */
export interface WalletFrameProps<Method extends keyof WalletFrameResults> {
  readonly request: WalletRequest<Method>;
  /** In pixels, until the frame has measured what it shows. */
  readonly firstHeight?: number;
  readonly onResult?: (result: WalletFrameResults[Method]) => void;
  /** Prepares again what was confirmed and may have expired, where the request says so. Null: the page shows why not. */
  readonly onRenewal?: () => Promise<Base64 | null>;
  /** Called if it ended for a reason that the person knows: they pressed Cancel, or OK below a refusal. */
  readonly onDeclined?: (error: WalletFailure) => void;
  /** Called if the request could not be made, or the person gave up after a failure. */
  readonly onError: (error: WalletFailure) => void;
  /** `signing` begins with the press on Confirm; the dialog must not close then. `failed` may follow it. */
  readonly onPhase?: (phase: SignerPhase) => void;
}

/** The page's knowledge of the person's wallet. */
export type WalletState =
  | { readonly kind: "signed_out" | "connecting" }
  /** This browser can sign. */
  | { readonly kind: "ready"; readonly address: Address }
  /** The wallet exists, but this browser has no share: `recover` brings it here, and so does any request to sign. */
  | { readonly kind: "recovery_needed"; readonly address: Address | null }
  | { readonly kind: "failed"; readonly error: WalletFailure };

/** The tokens with which the wallet's frames call the API. */
export interface WalletSession {
  /** A token that is valid for at least another minute. @throws ApiError of the call */
  token(): Promise<string>;
  /** Discards the present token, because the API has refused it. */
  expire(): void;
}

/** The person's wallet; the shell provides it. */
export interface Wallet {
  readonly state: WalletState;
  /** The address, whether or not this browser can sign yet. */
  readonly address: Address | null;
  /** Retries after `failed`, and checks again after a recovery. Creates the wallet if there is none. */
  readonly retry: () => void;
  /** The wallet's frame for one request, in a dialog; unmounting it declines the request. Renders nothing until it is loaded. */
  readonly WalletFrame: <Method extends keyof WalletFrameResults>(props: WalletFrameProps<Method>) => ReactNode;
  /** For the frames alone. Null until it is known. */
  readonly signerUrl: string | null;
  readonly session: WalletSession | null;
  readonly theme: "light" | "dark";
}

export const WalletContext = createContext<Wallet | null>(null);

/** @throws Error outside the shell: a bug of the page. */
export const useWallet = (): Wallet => {
  const wallet = useContext(WalletContext);
  if (!wallet) throw new Error("the shell gives the wallet to its pages and dialogs");
  return wallet;
};
