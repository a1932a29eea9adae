export { isClosable } from "../closing/closable.ts";
export * from "./addresses.ts";
export { light, lightTokenAuthority } from "./light.ts";
export * from "./pool.ts";
export * from "./rent.ts";
export * from "./state.ts";
export { drawTokenId, hasHighestBumps } from "./token-id.ts";
export { isWalletAddress } from "./wallet-address.ts";
