export { walletImplementations } from "./routes.ts";
export { createWalletTokens } from "./tokens.ts";
