export { ConfirmFrame, type ConfirmFrameProps, type ConfirmView } from "./ConfirmFrame.tsx";
export { RecoverFrame, type RecoverFrameProps } from "./RecoverFrame.tsx";
export { SignerError } from "./signer-error.ts";
export { WalletProvider, type WalletProviderProps } from "./WalletProvider.tsx";
export { useWallet, type Wallet, type WalletState } from "./wallet-context.ts";
