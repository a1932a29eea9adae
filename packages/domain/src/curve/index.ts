export * from "./curve.ts";
export * from "./orders.ts";
export * from "./quotes.ts";
