export { decodeBase58, encodeBase58 } from "./base58.ts";
export * from "./compute.ts";
export * from "./priority.ts";
export * from "./spend.ts";
export * from "./transactions.ts";
