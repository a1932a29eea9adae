export * from "./amount-input.ts";
export * from "./amounts.ts";
export * from "./digits.ts";
export * from "./fees.ts";
export * from "./fiat.ts";
export { max, min } from "./integers.ts";
export * from "./migrated.ts";
export * from "./solana-pay.ts";
