import type {
  Address,
  Base64,
  SignerAirdrop,
  SignerAirdropStep,
  SignerErrorCode,
  SignerPhase,
  TransactionSignature,
} from "@tribe/contract";
import { type ComponentType, createContext, useContext } from "react";

/** The error of a wallet frame. */
export interface WalletFailure {
  readonly code: SignerErrorCode;
  readonly message: string;
}

interface FrameProps {
  /** With the reason that the person read, or `declined`. */
  readonly onDeclined: (error: WalletFailure) => void;
  readonly onError: (error: WalletFailure) => void;
  readonly onPhase?: (phase: SignerPhase) => void;
}

export interface ConfirmFrameProps extends FrameProps {
  readonly message: Base64;
  readonly view: { readonly title: string; readonly description: string };
  readonly onSigned: (signature: TransactionSignature) => void;
}

export interface ClaimsFrameProps extends FrameProps {
  /** Claims that are confirmed together. For others, render another frame with its own `key`. */
  readonly messages: readonly Base64[];
  /** Called with a signature for each, in order. */
  readonly onSigned: (signatures: readonly TransactionSignature[]) => void;
}

/** Signs transactions of the confirmed airdrop. Rejects with a {@link WalletFailure}. */
export type SignAirdrop = (steps: SignerAirdropStep[]) => Promise<readonly TransactionSignature[]>;

export interface AirdropFrameProps extends FrameProps {
  readonly airdrop: SignerAirdrop;
  /** The function signs as long as the frame stays mounted. */
  readonly onConfirmed: (sign: SignAirdrop) => void;
}

/** The message that ends an airdrop, and the seeds of its account. */
export interface AirdropEnding {
  readonly slot: number;
  /** In hex. */
  readonly listHash: string;
  readonly steps: readonly { readonly kind: "cancel" | "close"; readonly message: Base64 }[];
}

export interface EndAirdropFrameProps extends FrameProps {
  readonly ending: AirdropEnding;
  /** A signature for each step. */
  readonly onSigned: (signatures: readonly TransactionSignature[]) => void;
}

export interface RecoverFrameProps extends FrameProps {
  readonly onRecovered: (address: Address) => void;
}

export interface ReceiveFrameProps {
  readonly onError: (error: WalletFailure) => void;
}

/** The page's knowledge of the wallet, for other features. */
export type WalletStanding =
  | { readonly kind: "signed_out" | "connecting" }
  | { readonly kind: "ready"; readonly address: Address }
  | { readonly kind: "recovery_needed"; readonly address: Address | null }
  | { readonly kind: "failed"; readonly error: WalletFailure };

/** The wallet feature's parts for other features: the shell provides them. */
export interface WalletParts {
  readonly state: WalletStanding;
  readonly address: Address | null;
  readonly retry: () => void;
  readonly ConfirmFrame: ComponentType<ConfirmFrameProps>;
  readonly ClaimsFrame: ComponentType<ClaimsFrameProps>;
  readonly EndAirdropFrame: ComponentType<EndAirdropFrameProps>;
  readonly AirdropFrame: ComponentType<AirdropFrameProps>;
  readonly RecoverFrame: ComponentType<RecoverFrameProps>;
  readonly ReceiveFrame: ComponentType<ReceiveFrameProps>;
}

export const WalletPartsContext = createContext<WalletParts | null>(null);

/** @throws Error outside the shell: a bug of the page. */
export const useWalletParts = (): WalletParts => {
  const parts = useContext(WalletPartsContext);
  if (!parts) throw new Error("the shell gives the wallet to its pages and dialogs");
  return parts;
};
