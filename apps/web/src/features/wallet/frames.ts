export { HiddenWallet } from "./HiddenWallet.tsx";
export { WalletFrame } from "./WalletFrame.tsx";
export { createWalletSession } from "./wallet-session.ts";
