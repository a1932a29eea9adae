export * from "./migration.ts";
export * from "./pool.ts";
export * from "./pool-entry.ts";
export * from "./swap-quotes.ts";
