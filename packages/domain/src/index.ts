export * from "./amounts.ts";
export * from "./curve.ts";
export * from "./fees.ts";
export * from "./membership.ts";
export * from "./orders.ts";
export * from "./quotes.ts";
