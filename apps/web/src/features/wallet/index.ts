export { useWalletFrames } from "./use-wallet-frames.ts";
export { WalletProvider } from "./WalletProvider.tsx";
export { useWallet } from "./wallet-context.ts";
