export * from "./fee-eligibility.ts";
export * from "./gates.ts";
export * from "./trade-problems.ts";
