export * from "./cost-ledger.ts";
export * from "./gain.ts";
export * from "./gain-figures.ts";
export * from "./position.ts";
