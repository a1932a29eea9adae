export { WalletProvider } from "./WalletProvider.tsx";
