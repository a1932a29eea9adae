export * from "./candles.ts";
export * from "./chart-windows.ts";
export * from "./trade-history.ts";
