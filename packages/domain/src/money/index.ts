export * from "./amounts.ts";
export * from "./fees.ts";
