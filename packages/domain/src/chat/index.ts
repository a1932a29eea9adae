export * from "./apply-change.ts";
export * from "./reactions.ts";
