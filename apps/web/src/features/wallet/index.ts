<<<<<<< HEAD
export { useWalletFrames } from "./use-wallet-frames.ts";
=======
export { AirdropFrame } from "./AirdropFrame.tsx";
export { ConfirmFrame } from "./ConfirmFrame.tsx";
export { ReceiveFrame } from "./ReceiveFrame.tsx";
export { RecoverFrame } from "./RecoverFrame.tsx";
>>>>>>> main
export { WalletProvider } from "./WalletProvider.tsx";
export { useWallet } from "./wallet-context.ts";
