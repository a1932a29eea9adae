export { encodeBase58 } from "./base58.ts";
export type { MessageFrame } from "./compile-message.ts";
export * from "./compute.ts";
export * from "./priority.ts";
export * from "./spend.ts";
export * from "./transactions.ts";
