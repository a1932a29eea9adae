export * from "./amounts.ts";
export * from "./fees.ts";
export * from "./solana-pay.ts";
